#!/usr/bin/env bash
# A domain from outside, through every command, and what is wrong with files that are none.
# usage: run.sh HOLDFAST RESCUE FAULTY NOTHING NO_DOMAIN (the last four: files for --load)
set -uo pipefail
holdfast=$(realpath "$1")
rescue=$(realpath "$2")
faulty=$(realpath "$3")
nothing=$(realpath "$4")
no_domain=$(realpath "$5")
tests=$(realpath "$(dirname "$0")/..")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
cp "$rescue" rescue.so
source "$tests/expect.sh"

load=(--load ./rescue.so)

# The whole pipeline, --load before the command or after it.
expect 0 '^rescue$' "${load[@]}" domains
expect 0 'somebody is in room E with V %' domains 'rescue(rooms=3)' --load rescue.so
json '[a["action"] for a in d["actions"] if a["foreseeable"]] == ["north", "east", "south", "west"]' \
  "${load[@]}" domains 'rescue(6,3)'
json 'd["domain"] == "rescue(size=6,rooms=3,steps=90)" and "+rescue.so:" in d["revision"]' \
  "${load[@]}" play 'rescue(6,3)' --episodes 2 --sims 64
expect 0 '^step 1: .*reward' "${load[@]}" play 'rescue(6,3,steps=5)' --episodes 1 --sims 64 --show
json 'd["planner"] == "despot"' \
  "${load[@]}" play 'rescue(6,3,steps=10)' --planner despot --trials 5 --episodes 1
expect 0 'Next: holdfast learn' trace 'rescue(6,3,steps=20)' --episodes 30 --sims 512 --seed 1 \
  "${load[@]}" -o traces.jsonl
expect 0 'proven optimal' learn traces.jsonl -o theory.lp
check 'rules were learnt' grep -q '^init(' theory.lp
expect 0 'engine compiled' "${load[@]}" explain 'rescue(6,3)' --theory theory.lp --seed 1
json 'd["guide"].endswith("theory.lp") and len(d["episodes"]) == 2' \
  play 'rescue(size=10,rooms=6,steps=20)' --guide theory.lp --sims 64 --episodes 2 "${load[@]}"
expect 0 'default policy\|discounted return' "${load[@]}" play 'rescue(6,3,steps=10)' --planner despot \
  --guide theory.lp --trials 5 --episodes 1
cat >study.toml <<'TOML'
title = "Rescue"
seeds = 3
record = 1
[[experiment]]
domain = 'rescue(size=6,rooms={rooms},steps=15)'
options = {sims = 64}
grid = {rooms = [3, 6], guide = ['pure', 'theory.lp']}
TOML
expect 0 '12 episodes of 4 arms, 12 of them played now' study study.toml -o study.sqlite "${load[@]}"
expect 0 '12 episodes of 4 arms, 0 of them played now' "${load[@]}" study study.toml -o study.sqlite
expect 2 "study.toml:4:1: there is no domain 'rescue'.*--load" study study.toml -o study.sqlite
expect 0 '' "${load[@]}" report study.sqlite -o report.html
expect 0 '' report study.sqlite -o report.html
expect 0 '' "${load[@]}" play 'rescue(6,3,steps=5)' --episodes 1 --sims 64 --record record.jsonl
check 'a recording has pictures' grep -q 'somebody is in room 2' record.jsonl
expect 0 'agent.bin' "${load[@]}" train ais 'rescue(6,2,steps=5)' --batches 2 --seed 1 -o agent.bin
expect 0 'discounted return' play 'rescue(6,2,steps=5)' --planner ais --agent agent.bin \
  --episodes 1 "${load[@]}"
expect 0 'agent.bin' train ais 'rescue(6,2,steps=5)' --batches 2 --seed 1 -o agent.bin "${load[@]}"

# Another content of the file is another domain: its episodes are not those of a study before.
cp rescue.so changed.so
printf 'x' >>changed.so
expect 0 '12 of them played now' --load changed.so study study.toml -o study.sqlite

# Files that cannot be loaded.
expect 2 '--load missing.so: .*cannot be read' --load missing.so domains
echo 'init(east) :- delta_x(R,D).' >text.so
expect 2 '--load text.so: this is not a shared library' --load text.so domains
: >empty.so
expect 2 '--load empty.so: this is not a shared library' --load empty.so domains
expect 2 '--load \.: ' --load . domains
cp "$no_domain" no_domain.so
expect 2 '--load no_domain.so: this library has no domain' --load no_domain.so domains
cp "$nothing" nothing.so
expect 2 '--load nothing.so: it brings no domain' --load nothing.so domains
sed 's/holdfast domain for: holdfast [0-9]/holdfast domain for: holdfast 9/' rescue.so >version.so
expect 2 '--load version.so: it was built for holdfast 9.* but this is holdfast [0-8]' \
  --load version.so domains
head -c 20000 rescue.so >half.so
cat rescue.so | tail -c +20001 | strings -a | grep -a 'holdfast domain for' | head -n 1 >>half.so
expect 2 '--load half.so: ' --load half.so domains
expect 2 "there is a domain 'rescue' already, from ./rescue.so" "${load[@]}" --load changed.so domains
expect 2 '--load rescue.so: it was loaded already' "${load[@]}" domains --load rescue.so
expect 2 "there is no domain 'rescue'.*--load" play rescue --episodes 1

# Declarations that are wrong.
cp "$faulty" faulty.so
load=(--load faulty.so)
expect 0 'discounted return' "${load[@]}" play faulty --episodes 1 --sims 16
expect 2 "twice(.*: the word 'dist' is declared twice" "${load[@]}" play twice --episodes 1
expect 2 'at most 128 entities, found 129' "${load[@]}" play 'faulty(posts=129)' --episodes 1
expect 2 'at most 64 actions\|1 to 64 actions, found 65' "${load[@]}" play 'faulty(actions=65)'
expect 2 'walk is said to be action 1, but the actions are 0 to 0' \
  "${load[@]}" play 'faulty(actions=1)'
expect 2 "parameter 'speed' that it does not declare" "${load[@]}" play 'faulty(ask=speed)'
expect 2 'the domain says dist(0,1000), but its word dist goes from 0 to 500' \
  "${load[@]}" trace 'faulty(stride=1000)' --episodes 1 --sims 64 -o x.jsonl
check 'nothing is left of a trace that failed at once' test ! -e x.jsonl

finish
