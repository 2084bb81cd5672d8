#!/usr/bin/env bash
# Runs every command of the README's sh blocks, as written, from a fresh folder that holds
# only links to the build and to the shipped studies. Left out: the two that build and test
# slipfront itself (bash scripts/...).
#   scripts/check_readme.sh [BUILD_FOLDER]
set -euo pipefail
source=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${1:-$source/build}" && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
ln -s "$build" "$place/build"
ln -s "$source/studies" "$place/studies"
cd "$place"

commands=$(awk '/^```sh$/ {inside = 1; next} /^```$/ {inside = 0} inside' "$source/README.md" |
  sed -e ':join' -e '/\\$/ {N; s/\\\n//; b join}' | grep -v '^bash scripts/')
[ -n "$commands" ] || { echo "README.md has no command" >&2; exit 1; }
while read -r command; do
  echo "\$ $command"
  bash -c "$command" </dev/null
done <<<"$commands"
