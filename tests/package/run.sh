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

# The Python package is where the interpreter looks, be it a Debian package's place or `make
# install`'s, and works from there. Its interpreter is the one that it was built for.
python=$(sed -n 's/^_\?Python_EXECUTABLE:[A-Z]*=//p' "$1/CMakeCache.txt" | head -1)
if grep -q '^HOLDFAST_PYTHON:BOOL=ON' "$1/CMakeCache.txt"; then
  for place in /usr /usr/local; do
    root=$scratch/root$place
    DESTDIR=$root cmake --install "$1" --prefix "$place" --component python >/dev/null
    (cd "$scratch" && "${python:-/usr/bin/python3}" - "$root" <<'PY'
import glob, sys
[package] = glob.glob(sys.argv[1] + "/**/holdfast/__init__.py", recursive=True)
folder = package.removesuffix("/holdfast/__init__.py")
assert folder.removeprefix(sys.argv[1]) in sys.path, (folder, sys.path)
sys.path.insert(0, folder)
import holdfast
assert holdfast.__file__ == package
assert holdfast.domain("tiger").session(sims=200).decide().action == "listen"
PY
    ) || { echo "import holdfast failed below $place"; exit 1; }
  done
fi

# The same file serves the program that is installed and one that has it as a library.
build "$2/examples" examples
"$scratch/examples/outside_world" "$2/models/classic/tiger.pomdp" >"$scratch/out"
grep -q 'open-right' "$scratch/out"
for holdfast in "$prefix/bin/holdfast" "$scratch/package/my_holdfast"; do
  "$holdfast" --load "$scratch/examples/rescue.so" play 'rescue(size=6,rooms=3)' --episodes 2 \
    --planner despot --trials 5 >"$scratch/out"
  grep -q 'discounted return' "$scratch/out"
done
