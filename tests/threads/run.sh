#!/usr/bin/env bash
# Everything that runs in several threads, as people call it; a build with the thread sanitizer ends
# with a code of its own at the first race. Results must not depend on the threads' timing: with
# --threads T they depend on T alone, and on --jobs not at all.
# usage: run.sh HOLDFAST
set -euo pipefail
holdfast=$(realpath "$1")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

# Twice the same call, twice the same episodes but for the clock.
episodes() {
  "$holdfast" play "$@" --json | python3 -c '
import json, sys
for e in json.load(sys.stdin)["episodes"]:
    print({k: v for k, v in sorted(e.items()) if "seconds" not in k})'
}
same() {
  episodes "$@" >first
  episodes "$@" >second
  cmp first second
  echo "same episodes twice: $*"
}
same 'rocksample(7,8)' --planner pomcp --guide pure --sims 512 --threads 3 --episodes 2
same 'rocksample(7,8)' --planner pomcp --guide timed --sims 512 --threads 3 --episodes 2
same 'pocman(micro,steps=10)' --planner pomcp --guide learnt --sims 256 --threads 2 --episodes 2
same 'rocksample(7,8)' --planner despot --lower timed --trials 20 --threads 3 --episodes 2
same 'rocksample(7,8)' --planner despot --lower trivial --trials 20 --threads 2 --jobs 2 --episodes 4

episodes 'rocksample(7,8)' --guide local --sims 64 --episodes 4 --jobs 1 >first
episodes 'rocksample(7,8)' --guide local --sims 64 --episodes 4 --jobs 3 >second
cmp first second
echo 'play: jobs change nothing'

for jobs in 1 3; do
  "$holdfast" trace 'rocksample(5,2)' --sims 128 --seed 3 --episodes 12 --jobs "$jobs" \
    -o "traces$jobs.jsonl" 2>log || { cat log; exit 1; }
  "$holdfast" learn traces1.jsonl --jobs "$jobs" -o "theory$jobs.lp" >log 2>&1 || { cat log; exit 1; }
done
cmp traces1.jsonl traces3.jsonl
cmp theory1.lp theory3.lp
for run in 1 2 3 4 5 6 7 8 9 10; do  # the order in which episodes end differs now and then
  rm -f order.jsonl
  "$holdfast" trace 'pocman(micro,steps=8)' --planner despot --trials 1 --guide preferred \
    --episodes 3 --jobs $((run == 1 ? 1 : 3)) -o order.jsonl --json >"order$run" 2>log
  cmp order1 "order$run"
done
echo 'trace and learn: jobs change nothing'

cat >small.toml <<'T'
seeds = 6
record = 2
[[experiment]]
domain = 'rocksample(size=5,rocks=3,layout=random)'
options = {sims = 64}
grid = {guide = ['pure', 'timed'], threads = [1, 2]}
T
for jobs in 1 3; do
  "$holdfast" study small.toml -o "study$jobs.sqlite" --jobs "$jobs" 2>log || { cat log; exit 1; }
  "$holdfast" report "study$jobs.sqlite" --format csv >"study$jobs.csv"
done
python3 - study1.csv study3.csv <<'PY'
import csv, sys
tables = []
for name in sys.argv[1:]:
    rows = [{k: v for k, v in row.items() if k != "study"} for row in csv.DictReader(open(name))]
    tables.append([r for r in rows if "second" not in str(r.get("metric", ""))])
assert tables[0] and tables[0] == tables[1], tables
PY
echo 'study: jobs change nothing'
