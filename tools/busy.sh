#!/usr/bin/env bash
# The whole suite again and again while other work keeps every core busy: a test that depends on
# time falters here. Each run's output is in build/busy/. LOAD=none starts no work of its own: for a
# machine that is kept busy anyway.
# usage: [LOAD=none] tools/busy.sh [RUNS [PRESET]]
set -uo pipefail
cd "$(dirname "$0")/.."
runs=${1:-10}
preset=${2:-release}

mkdir -p build/busy
if [ "${LOAD:-}" != none ]; then
  load=()
  for ((core = 0; core < $(nproc); ++core)); do
    while :; do :; done &
    load+=($!)
  done
  trap 'kill "${load[@]}"' EXIT
fi

failed=0
for ((run = 1; run <= runs; ++run)); do
  log=build/busy/$preset-$run.log
  start=$SECONDS
  ctest --preset "$preset" >"$log" 2>&1 || failed=$((failed + 1))
  printf 'run %d of %d, %d s, load %s: %s\n' "$run" "$runs" $((SECONDS - start)) \
    "$(cut -d' ' -f1 /proc/loadavg)" \
    "$(grep 'tests passed' "$log" || tail -n 1 "$log")"
  sed -n '/The following tests FAILED/,$p' "$log"
done
echo "$((runs - failed)) of $runs runs passed"
[ "$failed" -eq 0 ]
