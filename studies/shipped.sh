#!/usr/bin/env bash
# The theories that ship as `learnt` and `learnt-local`: traces by each domain's teacher, and the
# rules learnt from them, written to theories/. The same program gives the same bytes.
# usage: studies/shipped.sh DIRECTORY [HOLDFAST]      (the traces stay in DIRECTORY)
set -euo pipefail
directory=${1:?usage: studies/shipped.sh DIRECTORY [HOLDFAST]}
holdfast=${2:-build/release/bin/holdfast}
mkdir -p "$directory"

teach() {  # NAME DOMAIN OPTIONS...
  local name=$1 domain=$2 traces=$directory/$1.jsonl.zst
  shift 2
  [ -f "$traces" ] || "$holdfast" trace "$domain" --seed 1 -o "$traces" "$@"
  "$holdfast" learn "$traces" -o "theories/$name/learnt.lp"
  "$holdfast" learn "$traces" --local -o "theories/$name/learnt-local.lp"
}

teach rocksample 'rocksample(size=12,rocks=4)' --episodes 300 --trials 50
teach lightdark 'lightdark(size=10)' --planner pomcp --guide preferred --episodes 150 --sims 2048
teach pocman 'pocman(map=small,ghosts=2,food=0.5,chase=0.75,rewards=silver,pills=off)' \
  --episodes 150 --sims 1024
