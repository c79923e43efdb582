#!/usr/bin/env bash
# The learning table of the paper: traces, learnt rules, coverage, time.
# usage: studies/learning.sh quick|full DIRECTORY [HOLDFAST]
# Then: holdfast report DIRECTORY/*.json -o learning.html
set -euo pipefail
size=${1:?usage: studies/learning.sh quick|full DIRECTORY [HOLDFAST]}
directory=${2:?usage: studies/learning.sh quick|full DIRECTORY [HOLDFAST]}
holdfast=${3:-build/release/bin/holdfast}
case $size in
  quick) episodes=200 sims=2048 ;;
  full) episodes=1000 sims=32768 ;;
  *) echo "learning.sh: the sizes are quick and full" >&2; exit 2 ;;
esac
mkdir -p "$directory"

learn() {  # NAME GUIDE DOMAIN TITLE CLAIM PAPER
  local name=$1 guide=$2
  shift
  local traces=$directory/$name.jsonl
  [ -f "$traces" ] || "$holdfast" trace "$2" --guide "$guide" --episodes $episodes --sims $sims \
    --seed 1 -o "$traces"
  "$holdfast" learn "$traces" --examples paper --precision 0 --no-overall -o "$directory/$name.lp" \
    --counterexamples 20 --json \
    >"$directory/$name.tmp"
  printf '{"title": "%s", "claim": "%s", "paper": %s, "learn": %s}\n' "$3" "$4" "$5" \
    "$(cat "$directory/$name.tmp")" >"$directory/$name.json"
  rm "$directory/$name.tmp"
  echo "$directory/$name.json"
}

learn rocksample pure 'rocksample(size=12,rocks=4,layout=random)' \
  "RockSample: rules learnt from $episodes traces of pure POMCP with $sims simulations" \
  'Coverage 96 % for north, 89 % for east, 83 % for south, 99 % for west, from 1000 traces with 2^15 simulations; learning takes about 18 minutes.' \
  '{"coverage": {"north": 0.96, "east": 0.89, "south": 0.83, "west": 0.99}, "seconds": 1080}'
learn rocksample-again "$directory/rocksample.lp" 'rocksample(size=12,rocks=4,layout=random)' \
  "RockSample: rules learnt again, from $episodes traces guided by the first rules" \
  'Learns once, from traces of pure POMCP.' \
  '{"coverage": {"north": 0.96, "east": 0.89, "south": 0.83, "west": 0.99}, "seconds": 1080}'
learn pocman pure 'pocman(map=small,ghosts=2,food=0.5,chase=0.75,rewards=silver,pills=off)' \
  "Pocman: rules learnt from $episodes traces with $sims simulations" \
  'One rule for init(move(C)) and one for contd(move(C)), with coverage 75 %.' \
  '{"coverage": {"move": 0.75}}'
