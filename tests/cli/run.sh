#!/usr/bin/env bash
# The command line's contract: exit codes, messages, one JSON object, nothing half-written.
# usage: run.sh HOLDFAST
set -uo pipefail
holdfast=$(realpath "$1")
self=$(realpath "$0")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
source "$(dirname "$self")/../expect.sh"

expect 0 '^rocksample' domains
expect 0 'guess(E,V) *rock E is good with V %' domains 'rocksample(7,3)'
expect 0 'food(E,I,V) *food to the E within I: V %, for each I from 1 to 6' domains pocman
expect 0 'no words for rules' domains tiger
expect 0 'open one, which ends the episode' domains tiger
expect 2 "did you mean 'rocksample'" domains rocksampel
json '[a["action"] for a in d["actions"] if a["foreseeable"]] == ["north", "east", "south", "west"]' \
  domains 'rocksample(7,3)'
for command in $("$holdfast" --help | sed -n '/^Plan and watch/,$s/^  \([a-z]\+\) .*/\1/p'); do
  expect 0 '^Example: holdfast' $command --help
  check "no line of $command --help is longer than 100 columns" \
    test "$("$holdfast" $command --help | awk 'length > 100' | wc -l)" = 0
done
expect 0 '^Example: holdfast' train ais --help
expect 0 '^  --sims NUMBER' play --help
expect 0 '^  --seed NUMBER=1' play --help
expect 0 '^  --guide NAME|FILE' play --help
expect 2 '^holdfast: A subcommand is required$' 
expect 2 "there is no command 'paly'; did you mean 'play'" paly tiger
expect 2 "has no option --sim; did you mean '--sims'" play tiger --sim 5
expect 2 "no guide or theory 'prefered' (did you mean 'preferred'" play 'rocksample(4,2)' --guide prefered
expect 2 "no guide or theory 'prefered' (did you mean 'preferred'" play tiger --guide prefered
expect 2 'episodes 1.5: expected a whole number' play tiger --episodes 1.5
expect 2 'nowhere.sqlite: there is no such file' report nowhere.sqlite -o report.html
expect 2 "did you mean 'timed'" explain 'rocksample(4,2)' --theory timd
expect 0 'the best policy *3.77 on average' play tiger --sims 64 --episodes 2
expect 0 'earned so far' play tiger --sims 64 --episodes 1 --show
expect 2 "did you mean 'rocksample'" play rocksampel
expect 2 "did you mean 'rocks'" play 'rocksample(rock=3)'
expect 2 'do not fit' play 'rocksample(size=2,rocks=9)'
expect 2 'column 19: expected' play 'rocksample(size=12'
expect 2 '^holdfast: .*--sims' play tiger --sims -5
expect 2 '^holdfast: .*--sims' play tiger --sims many
expect 2 '^holdfast: .*--episodes' play tiger --episodes 0
expect 2 '^holdfast: .*--time' play tiger --time -1
expect 2 '^holdfast: .*--guide' play tiger --guide preferred
expect 2 'planner.*oracle' play tiger --planner oracle
expect 2 '^holdfast: .*--threads' play tiger --threads 0
expect 2 'has no option --no-such-option' play tiger --no-such-option
expect 0 '^  discounted return  *-*[0-9.]* ± [0-9.]*  (95 % interval)$' play tiger --episodes 2
json '[e["seed"] for e in d["episodes"]] == [5, 6, 7]' play tiger --episodes 3 --seed 5 --sims 64
json 'abs(d["summary"]["discounted"]["mean"] - mean(e["discounted"] for e in d["episodes"])) < 1e-9' \
  play tiger --episodes 5 --sims 64
json 'all(e["simulations"] == 64 * e["steps"] for e in d["episodes"])' play tiger --episodes 3 --sims 64
json 'd["planner"] == "despot" and all(e["trials"] >= e["steps"] for e in d["episodes"])' \
  play tiger --planner despot --trials 5 --episodes 2
expect 0 '^step 1: .*saw .*, reward -*[0-9]*$' play tiger --episodes 1 --show

# On a terminal a long search does not look hung; elsewhere nothing is in the way.
script -qec "'$holdfast' play 'rocksample(4,1,steps=1)' --time 4 --episodes 1" /dev/null >out 2>err
check 'a search of four seconds says that it goes on' grep -q 'playing .* 0/1  0:0. so far' out
"$holdfast" play 'rocksample(4,1,steps=1)' --time 1.5 --episodes 1 >out 2>err
check 'progress is for terminals' test ! -s err

"$holdfast" play 'rocksample(4,2)' --episodes 3 --sims 64 --json >out 2>err
check 'play --json is one object with the fields of the contract' python3 - out <<'PY'
import json, sys
d = json.load(open(sys.argv[1]))
assert {"domain", "planner", "guide", "options", "seed", "threads", "episodes", "summary"} <= set(d)
assert len(d["episodes"]) == 3
assert {"seed", "discounted", "undiscounted", "steps", "terminal", "seconds", "search_seconds",
        "simulations", "model_steps", "trials", "gamma_calls", "repairs"} <= set(d["episodes"][0])
assert {"mean", "ci95"} <= set(d["summary"]["discounted"])
assert {"seconds_per_step", "simulations_per_second", "model_steps_per_second",
        "trials_per_second"} <= set(d["summary"])
PY
returns() { "$holdfast" play 'rocksample(5,3)' --episodes 6 --sims 64 --json "$@" 2>err |
  python3 -c 'import json,sys; print([(e["seed"],e["discounted"],e["steps"]) for e in json.load(sys.stdin)["episodes"]])'; }
check 'the number of jobs does not change results' test "$(returns --jobs 1)" = "$(returns --jobs 3)"
check 'seeds matter' test "$(returns --seed 1)" != "$(returns --seed 50)"

# explain: reasons at a belief or at given facts; mistakes in a theory with their place.
echo 'dist(2,2). delta_x(2,2). delta_y(2,0). guess(2,90).' >facts.lp
expect 0 'east for 2 steps' explain 'rocksample(7,3)' --facts facts.lp
expect 0 'rock 2 is [0-9]* to the .*good with' explain 'rocksample(7,3)' --facts facts.lp
expect 0 'D2 > 0, but delta_x(2,0)' explain 'rocksample(7,3)' --facts facts.lp
expect 0 'engine clingo' explain 'rocksample(7,3)' --theory local --seed 4 --step 2 --sims 64
"$holdfast" explain 'rocksample(7,3)' --facts facts.lp --json >out 2>err
check 'explain --json is one object with the fields of the contract' python3 - out <<'PY'
import json, sys
d = json.load(open(sys.argv[1]))
assert d["engine"] == "compiled" and len(d["facts"]) == 4
[east] = [m for m in d["macro_actions"] if m["action"] == "east"]
assert east["length"] == 2 and east["binding"]["R"] == 2 and east["rule"].startswith("init(east) :-")
assert east["ended_by"].startswith("step 2: ")
PY
"$holdfast" explain 'rocksample(7,3)' --facts facts.lp --program >program.lp 2>err
check 'clingo runs the program as it is' sh -c 'clingo program.lp 2>/dev/null | grep -q "holds(1,east,1)"'
theory() { echo "$1" >t.lp; }
theory 'init(east) :- dust(R,D).'
expect 2 't.lp:1:15: dust is not a feature' explain 'rocksample(7,3)' --theory t.lp
theory 'init(esat) :- dist(R,D).'
expect 2 't.lp:1:6: esat is not an action' explain 'rocksample(7,3)' --theory t.lp
theory 'check(R) :- dist(Q,D).'
expect 2 't.lp:1:7: the variable R is unsafe' explain 'rocksample(7,3)' --theory t.lp
theory 'east :- dist(R).'
expect 2 't.lp:1:9: dist takes 2 arguments' explain 'rocksample(7,3)' --theory t.lp
theory 'east :- dist(R,D'
expect 2 't.lp:2:1: expected' explain 'rocksample(7,3)' --theory t.lp
theory 'east :- a(X). a(X+1) :- a(X). a(0).'
expect 2 't.lp:1:25: endless recursion' explain 'rocksample(7,3)' --theory t.lp
theory 'east :- dist(R,D), D > 99999999999.'
expect 2 't.lp:1:24: 99999999999 is too large' explain 'rocksample(7,3)' --theory t.lp
expect 2 'cannot be read' explain 'rocksample(7,3)' --theory missing.lp
expect 2 'delta nan: must be from 0 to 2' play lightdark --planner adaops --delta nan
expect 2 'missing.jsonl: cannot be read' explain missing.jsonl
expect 2 'no symbols' explain tiger
expect 2 'horizon must be from 1' explain 'rocksample(7,3)' --horizon 0
expect 2 'engine.*oracle' explain 'rocksample(7,3)' --engine oracle
# Traces and the learner: interrupted runs go on, whatever the number of jobs; the theory that comes
# out is one that play takes; broken input leaves outputs alone.
tracing=(trace 'rocksample(5,2)' --sims 256 --seed 3)
expect 0 'Next: holdfast learn' "${tracing[@]}" --episodes 30 --jobs 2 -o t.jsonl
head -n 12 t.jsonl >again.jsonl.part
printf '{"seed":14,"disc' >>again.jsonl.part
expect 0 '11 of them from an earlier run' "${tracing[@]}" --episodes 30 --jobs 1 -o again.jsonl
check 'a resumed trace has the same bytes' cmp t.jsonl again.jsonl
expect 0 '^t.jsonl.zst: 30 episodes of rocksample(size=5,rocks=2' "${tracing[@]}" --episodes 30 -o t.jsonl.zst
# The domain's teacher plays unless another agent is asked for.
json 'd["planner"] == "despot" and d["guide"] == "trivial"' \
  trace 'rocksample(5,2)' --trials 10 --episodes 2 -o taught.jsonl
json 'd["planner"] == "pomcp" and d["guide"] == "preferred"' \
  trace 'rocksample(5,2)' --guide preferred --sims 16 --episodes 2 -o advised.jsonl
check 'traces tell what actions were worth' grep -q '"values":{"' taught.jsonl
expect 2 'has no symbols' trace tiger --episodes 2 -o x.jsonl
expect 0 'proven optimal' learn t.jsonl -o theory.lp --las words.las --held-out 0.3
# A task in ILASP's language has no least precision, and no limit on words over all entities.
plain=(--held-out 0.3 --precision 0 --no-overall --support 0)
expect 0 'proven optimal' learn t.jsonl --las task.las "${plain[@]}"
json 'd["guide"].endswith("theory.lp") and len(d["episodes"]) == 2' \
  play 'rocksample(5,2)' --sims 64 --episodes 2 --guide theory.lp
expect 0 '^theory.lp on t.jsonl.zst: [0-9]* of [0-9]* examples covered$' learn t.jsonl.zst --check theory.lp --counterexamples 2
"$holdfast" learn t.jsonl --json >out 2>err
check 'learn --json is one object with the fields of the contract' python3 - out <<'PY'
import json, sys
d = json.load(open(sys.argv[1]))
assert {"rules", "theory", "cost", "length", "penalty", "examples", "covered", "coverage",
        "candidates", "optimal", "seconds"} <= set(d)
assert d["optimal"] and d["cost"] == d["length"] + d["penalty"]
PY
cost() { "$holdfast" learn "$@" --json 2>err | python3 -c 'import json,sys; print(json.load(sys.stdin)["cost"])'; }
check 'both engines agree' test "$(cost t.jsonl)" = "$(cost t.jsonl --engine clingo)"
check 'a written task has the same optimum' test "$(cost t.jsonl "${plain[@]}")" = "$(cost task.las)"
head -n 20 t.jsonl >cut.jsonl
cp theory.lp before.lp
expect 2 'truncated after 19' learn cut.jsonl -o theory.lp
cp before.lp foreign.jsonl
expect 2 'foreign.jsonl:1' learn foreign.jsonl -o theory.lp
printf '#modeh(a).\n#pos(e@, {a}, {}).\n' >broken.las
expect 2 'broken.las:2:8' learn broken.las -o theory.lp
printf '#modeh(a).\n#pos(yes, {a}, {}).\n#pos(no, {}, {a}).\n' >hard.las
expect 2 'yes: each of' learn hard.las -o theory.lp
expect 0 'proven optimal' learn hard.las --penalty 3
check 'bad input leaves the output alone' cmp theory.lp before.lp
# Traces of other programs: what the header does not announce is named, with its line.
sed '3s/dist(0,/speed(0,/' t.jsonl >words.jsonl
expect 2 'words.jsonl:3: step 1: the fact speed(0,.*no feature' learn words.jsonl
sed '4s/dist(0,/dist(0,1,/' t.jsonl >arity.jsonl
expect 2 'arity.jsonl:4: step 1: the fact dist(0,1,.*has 3 arguments' learn arity.jsonl
sed '3s/"action":"east"/"action":"fly"/' t.jsonl >actions.jsonl
expect 2 'actions.jsonl:3: step .*the action fly is not announced' learn actions.jsonl
sed '5s/"seed":/"seed":-/' t.jsonl >seed.jsonl
expect 2 'seed.jsonl:5: expected "seed", a whole number' learn seed.jsonl
sed '5s/$/}/' t.jsonl >stray.jsonl
expect 2 'stray.jsonl:5:[0-9]*: expected one JSON object' learn stray.jsonl
check 'no words of the JSON library' bash -c '! grep -q "json.exception" err'
cp t.jsonl renamed.txt
expect 0 'proven optimal' learn renamed.txt
# What is scored follows the heads of the theory, wherever the episodes come from.
"$holdfast" learn t.jsonl --held-out 0.3 --json >out 2>err
check 'held-out scores are of the heads that were learnt' python3 - out <<'PY'
import json, sys
d = json.load(open(sys.argv[1]))
assert set(d["scores"]) <= set(d["held_out"])
PY
printf 'east :- delta_x(R,D), D > 0.\n' >local.lp
"$holdfast" learn t.jsonl --check local.lp --json >out 2>err
check 'a theory without time is scored at every step' python3 - out t.jsonl <<'PY'
import json, sys
episodes = [e for e in map(json.loads, open(sys.argv[2])) if "steps" in e]
mean = sum(e["discounted"] for e in episodes) / len(episodes)
steps = sum(len(e["steps"]) for e in episodes if e["discounted"] > mean)
assert json.load(open(sys.argv[1]))["scores"]["east"]["examples"] == steps
PY
expect 2 'held-out.*excludes\|excludes.*held-out' learn t.jsonl --check theory.lp --held-out 0.2
echo 'sample :- dist(R,0).' >shape.lp
expect 2 'shape.lp:1:1: sample takes 1 argument' learn t.jsonl --check shape.lp
echo 'sample(R) :- dist(R,D), bad(R).' >shape.lp
expect 2 'bad is not a feature' learn t.jsonl --check shape.lp
# A constant is what it stands for.
echo '#const near = 0. sample(R) :- dist(R,D), D <= near.' >constant.lp
echo 'sample(R) :- dist(R,D), D <= 0.' >plain.lp
"$holdfast" learn t.jsonl --check constant.lp | tail -n +2 >constant.out
"$holdfast" learn t.jsonl --check plain.lp | tail -n +2 >plain.out
check 'a theory with constants is scored as one without' cmp constant.out plain.out
check 'and it has scores' grep -q 'sample.*100.0%' plain.out
expect 2 'leaves no episode to score' learn t.jsonl --held-out 0.001
# Options that would do nothing, and files that are neither traces nor tasks.
expect 2 'is about traces, but hard.las is a task' learn hard.las --penalty 3 --entities 2
expect 2 'las-joint' learn t.jsonl --las-joint
printf '#modeh(a).\n#modeb(p).\n#modeb(q).\n#pos(e@9, {a}, {}, {p. q.}).\n#pos(f@9, {}, {a}, {p.}).\n#pos(g@9, {}, {a}, {q.}).\n' >body.las
check 'the body needs two literals' test "$(cost body.las)" = 3
check '--max-body 1 allows one' test "$(cost body.las --max-body 1)" = 9
expect 2 'max-length' learn body.las --max-body 1 --max-length 3
cp body.las bounded.las
printf '#max_penalty(2).\n' >>bounded.las
expect 2 'no hypothesis costs at most 2 (#max_penalty): the best costs 3' \
  learn bounded.las --rules-per-head 0
printf '#bias(":- body(p).").\n' >bias.las
expect 2 'bias.las:1:7: #bias with' learn bias.las
printf 'a,b\n1,2\n' >table.csv
expect 2 'table.csv:1:2' learn table.csv
head -c 100 /dev/zero >zeros
expect 2 'zeros:1:1: byte 0x00' learn zeros
: >empty.las
expect 2 'empty.las: the task declares no head' learn empty.las
expect 2 'is a directory' learn .

# Every result says which code made it.
revision=$("$holdfast" --version | sed 's/.*(\(.*\))$/\1/')
made_by() { json "d['revision'] == '$revision'" "$@"; }
made_by play tiger --episodes 1 --sims 16
made_by explain 'rocksample(7,3)' --facts facts.lp
made_by trace 'rocksample(4,2)' --episodes 2 --sims 16 -o made.jsonl
made_by learn t.jsonl
made_by learn t.jsonl --check theory.lp
made_by train ais 'rocksample(4,2,layout=3)' --batches 1 -o made.bin

# AIS: a training that is interrupted and resumed ends with the same bytes; agents play only where
# they fit.
grid='rocksample(4,2,layout=3)'
expect 0 'not its position' train ais "$grid" --batches 6 --evaluate-every 2 --seed 5 -o straight.bin
expect 0 'rocks (' train ais "$grid" --batches 4 --evaluate-every 2 --seed 5 -o first.bin
expect 0 '^  agent  *second.bin$' train ais "$grid" --batches 6 --evaluate-every 2 --seed 5 --resume first.bin -o second.bin
check 'a resumed training is exact' cmp straight.bin second.bin
expect 0 'trained in rocksample' play "$grid" --planner ais --agent straight.bin --episodes 2
json 'd["planner"] == "ais" and "sees" in str(d) and len(d["episodes"]) == 2' \
  play "$grid" --planner ais --agent straight.bin --episodes 2
expect 2 'its seed is 5' train ais "$grid" --batches 9 --evaluate-every 2 --resume first.bin -o x.bin
expect 2 'needs --agent' play "$grid" --planner ais
expect 2 'cannot be read' play "$grid" --planner ais --agent missing.bin
expect 2 'say --transfer' play 'rocksample(5,2,layout=3)' --planner ais --agent straight.bin
expect 0 'trained in' play 'rocksample(5,2,layout=3)' --planner ais --agent straight.bin --transfer
expect 2 'this agent has 7 actions and 3 observations, the model has 8 and 3' play 'rocksample(4,3,layout=3)' --planner ais --agent straight.bin --transfer
expect 2 'another domain' play tiger --planner ais --agent straight.bin --transfer
head -c 1000 straight.bin >short.bin
expect 2 'short.bin: is truncated' play "$grid" --planner ais --agent short.bin
expect 2 'not an AIS agent' play "$grid" --planner ais --agent "$self"
expect 2 '^holdfast: --batches must be at least 1$' train ais "$grid" --batches 0 -o x.bin
expect 2 'kl and mmd' train ais "$grid" --loss l2 -o x.bin
expect 2 'cannot be written' train ais "$grid" --batches 1 -o missing/x.bin
check 'a refused training leaves no file' test ! -e x.bin

finish
