#!/usr/bin/env bash
# Trains the AIS agents of the comparison (docs/ais.md): 5 seeds each on 12x12 with 4 and 8 rocks,
# and on the 5x5 grid of Subramanian et al. One after another on one core, at low priority; agents
# that are there already are kept, and an interrupted training goes on where it stopped.
# usage: tools/train_ais.sh DIRECTORY [HOLDFAST [BATCHES]]
set -euo pipefail
directory=${1:?usage: tools/train_ais.sh DIRECTORY [HOLDFAST [BATCHES]]}
holdfast=${2:-build/release/bin/holdfast}
batches=${3:-20000}
mkdir -p "$directory"

train() {  # NAME SEED DOMAIN
  local agent=$directory/$1-seed$2.bin
  [ -f "${agent%.bin}.json" ] && return
  local resume=()
  [ -f "$agent" ] && resume=(--resume "$agent")
  nice -n 19 "$holdfast" train ais "$3" --batches "$batches" --seed "$2" -o "$agent" \
    "${resume[@]}" --json >"$agent.tmp"
  mv "$agent.tmp" "${agent%.bin}.json"
  echo "$agent"
}

for seed in 1 2 3 4 5; do
  train rs12x4 $seed 'rocksample(12,4,layout=meli,illegal=0)'
  train rs12x8 $seed 'rocksample(12,8,layout=meli,illegal=0)'
done
for seed in 1 2 3 4 5; do
  train rs5x3 $seed 'rocksample(5,3,layout=subramanian,half_distance=13.863,good=20,illegal=0)'
done
