#!/usr/bin/env bash
# Compares two run folders byte by byte: front.csv, backbones.csv, loops.csv and
# summary.json of every combination, study.resolved.json, and ranking.csv without its
# seconds column. Times, host, dates and thread counts live in other files and may differ.
#   scripts/same_run.sh A B
# Exit code: 0 the same, 1 different (says which files), 2 wrong usage.
set -euo pipefail

if [ $# -ne 2 ]; then
  echo "usage: scripts/same_run.sh A B   (two run folders)" >&2
  exit 2
fi
for folder in "$1" "$2"; do
  if [ ! -f "$folder/study.resolved.json" ]; then
    echo "same_run.sh: $folder is not a run folder (it has no study.resolved.json)" >&2
    exit 2
  fi
done
a=$1 b=$2

# Files of one folder that must be the same, relative to it.
files() {
  (cd "$1" && find study.resolved.json ranking.csv combos -type f \
    \( -path 'combos/*/front.csv' -o -path 'combos/*/backbones.csv' \
       -o -path 'combos/*/loops.csv' -o -path 'combos/*/summary.json' \
       -o -name study.resolved.json -o -name ranking.csv \) 2>/dev/null) || true
}

# ranking.csv without the column named seconds, wherever it stands. Combination ids hold no
# commas, so the cells are what lies between commas.
without_seconds() {
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "seconds") skip = i }
           { line = ""
             for (i = 1; i <= NF; i++) if (i != skip) line = line (line == "" ? "" : ",") $i
             print line }' "$1"
}

different=0
differs() {
  echo "$1"
  different=1
}

compared=0
while IFS= read -r file; do
  if [ ! -f "$a/$file" ]; then
    differs "only in $b: $file"
  elif [ ! -f "$b/$file" ]; then
    differs "only in $a: $file"
  elif [ "$file" = ranking.csv ]; then
    cmp -s <(without_seconds "$a/$file") <(without_seconds "$b/$file") \
      || differs "differs: $file (without its seconds column)"
  else
    cmp -s "$a/$file" "$b/$file" || differs "differs: $file"
  fi
  compared=$((compared + 1))
done < <({ files "$a"; files "$b"; } | LC_ALL=C sort -u)

[ "$different" -eq 0 ] && echo "same: $compared files"
exit "$different"
