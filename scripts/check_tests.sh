#!/usr/bin/env bash
# Every .cpp of a room has a test of its name, and every test is registered: prints those that
# are not, ends with 1.
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
# A test file that no CMakeLists.txt names is never run.
while read -r test; do
  folder=$(dirname "$test")
  name=${test#"$folder"/}
  while [ ! -f "$folder/CMakeLists.txt" ]; do
    name=$(basename "$folder")/$name
    folder=$(dirname "$folder")
  done
  if ! grep -qF "${name%.cpp}" "$folder/CMakeLists.txt"; then
    echo "not registered: $test (expected $name in $folder/CMakeLists.txt)"
    status=1
  fi
done < <(find tests -name '*_test.cpp' | sort)
exit $status
