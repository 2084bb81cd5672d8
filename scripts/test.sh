#!/usr/bin/env bash
# README command two: installs what is missing, builds, and passes all tests.
#   scripts/test.sh          the tests of every change
#   scripts/test.sh --long   also those labelled long
set -euo pipefail
cd "$(dirname "$0")/.."
preset=release
for argument in "$@"; do
  case "$argument" in
    --long) preset=long ;;
    *) echo "scripts/test.sh: unknown option '$argument'; known: --long" >&2; exit 2 ;;
  esac
done
bash scripts/deps.sh
bash scripts/build.sh release
ctest --preset "$preset" -j "$(nproc)"
