#!/usr/bin/env bash
# What `make run` shows.
set -euo pipefail
cd "$(dirname "$0")/.."
build/release/bin/holdfast play 'rocksample(11,11)' --guide preferred --sims 4096 --episodes 20 --jobs 2
