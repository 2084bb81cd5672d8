#!/usr/bin/env bash
# README command one: installs what is missing, builds, and runs all 26 combinations of the
# study on the built-in Brake-Reuss beam, with a reduced search. Run again, it has nothing left
# to do and prints the same table.
set -euo pipefail
cd "$(dirname "$0")/.."
bash scripts/deps.sh
bash scripts/build.sh release >&2
exec build/slipfront run studies/brb26-quick.json --out runs/brb26-quick
