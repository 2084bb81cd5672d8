#!/usr/bin/env bash
# README command one: installs what is missing, builds, and runs the quick study of the
# built-in lap joint. Run again, it has nothing left to do and prints the same table.
set -euo pipefail
cd "$(dirname "$0")/.."
bash scripts/deps.sh
bash scripts/build.sh release >&2
exec build/slipfront run studies/lap-joint-quick.json --out runs/lap-joint-quick
