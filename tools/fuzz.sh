#!/usr/bin/env bash
# Throws random bytes at everything that reads what a user wrote (fuzz/targets.h), for some seconds
# each, two targets at a time (or as many as JOBS says). New inputs that reach new code are kept in
# build/fuzz/corpus; an input that breaks something is left in build/fuzz/faults, and the exit code
# is 1.
# usage: tools/fuzz.sh SECONDS [TARGET...]
set -uo pipefail
cd "$(dirname "$0")/.."
seconds=${1:?usage: tools/fuzz.sh SECONDS [TARGET...]}
shift
programs=build/fuzz/fuzz
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=($(ls fuzz/corpus))
mkdir -p build/fuzz/faults

fuzz() {
  local target=$1 log=build/fuzz/$1.log
  mkdir -p "build/fuzz/corpus/$target"
  "$programs/fuzz_$target" -max_total_time="$seconds" -timeout=25 -rss_limit_mb=4096 -print_final_stats=1 -print_funcs=0 \
    -artifact_prefix="build/fuzz/faults/$target-" "build/fuzz/corpus/$target" "fuzz/corpus/$target" \
    >"$log" 2>&1
  local code=$?
  local runs
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  if [ $code -eq 0 ]; then
    echo "$target: ${runs:-?} inputs, no fault"
  else
    echo "$target: FAULT after ${runs:-?} inputs, see $log and build/fuzz/faults"
  fi
  return $code
}
export -f fuzz
export seconds programs
# The libraries keep some memory to the end; libFuzzer looks for leaks per input.
printf '%s\n' "${targets[@]}" | xargs -P "${JOBS:-2}" -I{} bash -c 'fuzz {}'
