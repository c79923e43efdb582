#!/usr/bin/env bash
# The whole suite again and again while other work keeps every core busy: a test that depends on
# time falters here. Each run's output is in build/busy/.
# usage: tools/busy.sh [RUNS [PRESET]]
set -uo pipefail
cd "$(dirname "$0")/.."
runs=${1:-10}
preset=${2:-release}

mkdir -p build/busy
load=()
for ((core = 0; core < $(nproc); ++core)); do
  while :; do :; done &
  load+=($!)
done
trap 'kill "${load[@]}"' EXIT

failed=0
for ((run = 1; run <= runs; ++run)); do
  log=build/busy/$preset-$run.log
  start=$SECONDS
  ctest --preset "$preset" >"$log" 2>&1 || failed=$((failed + 1))
  printf 'run %d of %d, %d s: %s\n' "$run" "$runs" $((SECONDS - start)) \
    "$(grep 'tests passed' "$log" || tail -n 1 "$log")"
  sed -n '/The following tests FAILED/,$p' "$log"
done
echo "$((runs - failed)) of $runs runs passed"
[ "$failed" -eq 0 ]
