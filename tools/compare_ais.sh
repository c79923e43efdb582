#!/usr/bin/env bash
# Plays the agents of tools/train_ais.sh and POMCP on the same episodes over grid sizes (docs/ais.md).
# Rocks are drawn per episode; the agents were trained on 12x12 with one layout.
# usage: tools/compare_ais.sh DIRECTORY [HOLDFAST [EPISODES [SIMS]]]
set -euo pipefail
directory=${1:?usage: tools/compare_ais.sh DIRECTORY [HOLDFAST [EPISODES [SIMS]]]}
holdfast=${2:-build/release/bin/holdfast}
episodes=${3:-100}
sims=${4:-1024}

play() {  # LABEL DOMAIN OPTION...
  local label=$1
  shift
  nice -n 19 "$holdfast" play "$@" --episodes "$episodes" --seed 1 --json | LABEL=$label python3 -c '
import json, os, sys
d = json.load(sys.stdin)["summary"]
r = d["discounted"]
label, mean, ci95, ms = os.environ["LABEL"], r["mean"], r["ci95"], 1e3 * d["seconds_per_step"]
print(f"| {label} | {mean:.2f} ± {ci95:.2f} | {ms:.3f} |", flush=True)'
}

echo '| size, rocks, agent | discounted return (95 % interval) | ms per step |'
echo '|---|---|---|'
for rocks in 4 8; do
  for size in 7 9 12 15 18; do
    domain="rocksample($size,$rocks,layout=random,illegal=0)"
    for trained in "$directory/rs12x$rocks"-seed*.json; do
      agent=${trained%.json}
      play "$size, $rocks, $(basename "$agent")" "$domain" --planner ais --agent "$agent.bin" --transfer
    done
    for guide in pure local timed learnt preferred; do
      play "$size, $rocks, POMCP $guide" "$domain" --guide $guide --sims "$sims"
    done
  done
done
