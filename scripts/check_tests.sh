#!/usr/bin/env bash
# Every .cpp of a room has a test of its name: prints those that have none, ends with 1.
# (app/ is tested through the built program: one test file per subcommand; a *main.cpp is
# a program of its own, run by the tests of what starts it.)
set -euo pipefail
cd "$(dirname "$0")/.."
status=0
for room in core io models rom experiment modal optimize results studies; do
  while read -r source; do
    name=$(basename "$source" .cpp)
    case "$name" in *main) continue ;; esac
    if ! find "tests/$room" -name "${name}_test.cpp" | grep -q .; then
      echo "no test: $source (expected tests/$room/.../${name}_test.cpp)"
      status=1
    fi
  done < <(find "$room" -name '*.cpp' | sort)
done
exit $status
