#!/usr/bin/env bash
# Runs every command of a page's sh blocks, as written, from a fresh folder that holds only
# links to the build, to the shipped studies and to the shipped descriptions, with the build on
# PATH. Left out: the two that build and test slipfront itself (bash scripts/...).
#   scripts/check_readme.sh [BUILD_FOLDER [PAGE.md]]      the README if no page is named
set -euo pipefail
source=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${1:-$source/build}" && pwd)
page=${2:-README.md}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
ln -s "$build" "$place/build"
ln -s "$source/studies" "$place/studies"
for room in rom modal; do
  mkdir "$place/$room"
  ln -s "$source/$room/specs" "$place/$room/specs"
done
export PATH="$build:$PATH"
cd "$place"

commands=$(awk '/^```sh$/ {inside = 1; next} /^```$/ {inside = 0} inside' "$source/$page" |
  sed -e ':join' -e '/\\$/ {N; s/\\\n//; b join}' | grep -v '^bash scripts/')
[ -n "$commands" ] || { echo "$page has no command" >&2; exit 1; }
while read -r command; do
  echo "\$ $command"
  bash -c "$command" </dev/null
done <<<"$commands"
