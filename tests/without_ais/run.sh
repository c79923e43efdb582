#!/usr/bin/env bash
# Configures a build without AIS, on a machine that has no Eigen as far as CMake can tell, and
# compiles what differs then: the stand-ins for AIS, and a domain with all its agents.
# usage: run.sh SOURCE_DIR BUILD_TYPE
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cmake -S "$1" -B "$scratch" -G Ninja -DCMAKE_BUILD_TYPE="$2" -DHOLDFAST_AIS=OFF -DHOLDFAST_UNITY=OFF \
  -DCMAKE_DISABLE_FIND_PACKAGE_Eigen3=ON --no-warn-unused-cli >/dev/null

# No source of the module, nor Eigen, is in the build; its headers are only counted in the digest.
if grep -qi 'eigen\|holdfast/ais/[a-z_]*\.cc\|holdfast_ais' "$scratch/build.ninja"; then
  echo "a build without AIS names Eigen or holdfast/ais"
  exit 1
fi

object() { echo "holdfast/$1/CMakeFiles/holdfast_$1.dir/$2.o"; }
ninja -C "$scratch" "$(object agents without_ais.cc)" "$(object app train_without_ais.cc)" \
  "$(object domains tiger/tiger_domain.cc)" >"$scratch/log" || { cat "$scratch/log"; exit 1; }
if ninja -C "$scratch" -t deps | grep -i 'eigen\|holdfast/ais/'; then
  echo "a build without AIS includes Eigen or holdfast/ais"
  exit 1
fi
