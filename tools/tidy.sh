#!/usr/bin/env bash
# clang-tidy over sources, on every core; what it finds is an error. All of them take half an hour of
# a fast core, so CI looks at a sample (--sample): sources of the last commits first, then others,
# other ones for each commit.
# usage: tidy.sh [--sample COUNT | FILE...]
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "${1:-}" = --sample ]; then
  mapfile -t files < <({
    git log -n 5 --name-only --format= -- 'holdfast/*.cc'
    git ls-files 'holdfast/*.cc' | sort -R --random-source=<(git rev-parse HEAD HEAD HEAD HEAD HEAD)
  } | awk '!seen[$0]++' | while read -r f; do [ -f "$f" ] && echo "$f"; done | head -n "$2")
elif [ $# -gt 0 ]; then
  files=("$@")
else
  mapfile -t files < <(git ls-files 'holdfast/*.cc')
fi
# How each source is compiled by itself.
cmake --preset release -B build/tidy -DHOLDFAST_UNITY=OFF >/dev/null
cmake --build build/tidy --target holdfast_headers_digest holdfast_revision >/dev/null
echo "clang-tidy over ${#files[@]} of $(git ls-files 'holdfast/*.cc' | wc -l) sources"
printf '%s\n' "${files[@]}" |
  xargs -P "$(nproc)" -n 1 clang-tidy --quiet --warnings-as-errors='*' \
    --extra-arg=-Wno-unknown-warning-option -p build/tidy 2>&1 |
  { grep -vE '^[0-9]+ warnings? (generated|treated)|^$' || true; }
