#!/usr/bin/env bash
# What `make run` shows: the whole pipeline on small tasks, in a few minutes.
#   traces -> theory -> macro-actions -> planner -> results
set -euo pipefail
cd "$(dirname "$0")/.."
holdfast=build/release/bin/holdfast
out=${1:-build/demo}
mkdir -p "$out"
say() { printf '\n== %s\n' "$*"; }

say "1. Traces: POMCP plays 400 episodes of a small RockSample, 2^13 simulations a step"
$holdfast trace 'rocksample(size=8,rocks=4)' --episodes 400 --sims 8192 --seed 1 -o "$out/traces.jsonl"

say "2. Learning: the shortest rules that explain the good episodes, with proof"
$holdfast learn "$out/traces.jsonl" -o "$out/theory.lp"
grep -v '^%' "$out/theory.lp" | grep .

say "3. Learning again, from 400 episodes that these rules guide: better traces, better rules"
$holdfast trace 'rocksample(size=8,rocks=4)' --guide "$out/theory.lp" --episodes 400 --sims 2048 --seed 1001 \
  -o "$out/traces2.jsonl"
$holdfast learn "$out/traces2.jsonl" -o "$out/theory2.lp"

say "4. Why: the macro-actions that the paper's theory gives at one belief"
$holdfast explain 'rocksample(size=12,rocks=8)' --theory timed --seed 1 --step 6

say "5. Playing a larger task on the same seeds: guided by the paper's rules, and without"
$holdfast play 'rocksample(size=12,rocks=8)' --guide timed --versus pure \
  --sims 1024 --episodes 200 --jobs 2

say "6. The same with the rules learnt in step 3"
$holdfast play 'rocksample(size=12,rocks=8)' --guide "$out/theory2.lp" --versus pure \
  --sims 1024 --episodes 200 --jobs 2

say "7. A small study with recorded episodes, as a report"
$holdfast study studies/demo.toml -o "$out/demo.sqlite"
$holdfast report "$out/demo.sqlite" -o "$out/report.html"
say "Done. Open $out/report.html in a browser; the theories are $out/theory.lp and theory2.lp"
