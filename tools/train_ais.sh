#!/usr/bin/env bash
# Trains the AIS agents of the comparison (docs/ais.md): 5 seeds each on 12x12 with 4 and 8 rocks,
# and on the 5x5 grid of Subramanian et al. One after another on one core, at low priority; agents
# that are there already are kept, and an interrupted training goes on where it stopped. As their
# authors train them: 100000 batches and a discount of 0.99.
# usage: tools/train_ais.sh DIRECTORY [HOLDFAST [BATCHES [DISCOUNT [SEEDS]]]]
set -euo pipefail
directory=${1:?usage: tools/train_ais.sh DIRECTORY [HOLDFAST [BATCHES [DISCOUNT [SEEDS]]]]}
holdfast=${2:-build/release/bin/holdfast}
batches=${3:-20000}
discount=${4:-0.95}
seeds=${5:-5}
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

for ((seed = 1; seed <= seeds; ++seed)); do
  train rs12x4 $seed "rocksample(12,4,layout=meli,illegal=0,discount=$discount)"
  train rs12x8 $seed "rocksample(12,8,layout=meli,illegal=0,discount=$discount)"
done
grid=layout=subramanian,half_distance=13.863,good=20,illegal=0
for ((seed = 1; seed <= seeds; ++seed)); do
  train rs5x3 $seed "rocksample(5,3,$grid,discount=$discount)"
done
