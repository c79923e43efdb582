#!/usr/bin/env bash
# Installs the build into a scratch prefix, and builds and runs an outside project against it.
# usage: run.sh BUILD_DIR SOURCE_DIR
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cmake --install "$1" --prefix "$scratch/prefix" >/dev/null
cmake -S "$2/tests/package" -B "$scratch/build" -G Ninja -DCMAKE_BUILD_TYPE=Debug \
  -DCMAKE_PREFIX_PATH="$scratch/prefix" ${CXX_FLAGS:+-DCMAKE_CXX_FLAGS="$CXX_FLAGS"} >/dev/null
cmake --build "$scratch/build"
"$scratch/build/outside"
"$scratch/prefix/bin/holdfast" domains | grep -q rocksample
