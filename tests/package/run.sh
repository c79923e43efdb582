#!/usr/bin/env bash
# Installs the build into a scratch prefix, and builds and runs outside projects against it: every
# target, the command line as a library, and a domain from outside.
# usage: run.sh BUILD_DIR SOURCE_DIR
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
prefix=$scratch/prefix
cmake --install "$1" --prefix "$prefix" >/dev/null

build() {  # build SOURCE NAME
  cmake -S "$1" -B "$scratch/$2" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
  cmake --build "$scratch/$2"
}
build "$2/tests/package" package
"$scratch/package/outside"
for program in "$scratch"/package/uses_*; do
  "$program" || { echo "$program failed"; exit 1; }
done
"$prefix/bin/holdfast" domains >"$scratch/out"
grep -q rocksample "$scratch/out"

# The same file serves the program that is installed and one that has it as a library.
build "$2/examples" examples
for holdfast in "$prefix/bin/holdfast" "$scratch/package/my_holdfast"; do
  "$holdfast" --load "$scratch/examples/rescue.so" play 'rescue(doors=3)' --episodes 2 \
    --planner despot --trials 5 >"$scratch/out"
  grep -q 'discounted return' "$scratch/out"
done
