#!/usr/bin/env bash
# Installs the packages of packages.txt (or of another list) that this machine does not have yet.
# Does not touch apt (nor need the network) when all of them are there.
# usage: tools/setup.sh [LIST]
set -euo pipefail
cd "$(dirname "$0")/.."

missing=()
for package in $(grep -v '^#' "${1:-packages.txt}"); do
  state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$state" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || {
    echo "setup: these packages are missing and need root to install: ${missing[*]}" >&2
    exit 1
  }
  as_root=(sudo)
fi
echo "setup: installing ${#missing[@]} packages (once, about a minute): ${missing[*]}"
"${as_root[@]}" apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends \
  "${missing[@]}" >/dev/null
