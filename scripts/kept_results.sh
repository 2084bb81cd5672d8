#!/usr/bin/env bash
# Keeps what a long run has found without its evaluation logs (two megabytes a combination in place of some thirty-five),
# and puts it back: a run then goes on from there, on any machine.
#   scripts/kept_results.sh keep RUN KEPT       e.g. runs/brb26-paper docs/brb26/paper
#   scripts/kept_results.sh restore KEPT RUN
# Of a finished combination: front, summary, curves, loops, checkpoint and identity. Of one under
# way: checkpoint and identity, from which NSGA-II goes on where it was (searches with descents
# begin again). What the target holds of a combination that is further is left as it is.
# What the logs alone tell is lost: ranks are redrawn with the front in place of all evaluations
# (the table says whose), and the history of the search is left out of the report.
# Exit code: 0 done, 2 wrong usage.
set -euo pipefail

usage() {
  echo "usage: scripts/kept_results.sh keep RUN KEPT | restore KEPT RUN" >&2
  exit 2
}
[ $# -eq 3 ] || usage
case "$1" in keep | restore) ;; *) usage ;; esac
from=$2 to=$3
if [ ! -d "$from/combos" ]; then
  echo "kept_results.sh: $from holds no results (it has no folder combos/)" >&2
  exit 2
fi
if [ -e "$from/lock" ] && ! flock --nonblock "$from/lock" true; then
  echo "kept_results.sh: a run is computing in $from; wait until it ends" >&2
  exit 2
fi

mkdir -p "$to/combos"
# Of the provenance without host and folders: they belong to one machine.
for name in timing.csv provenance.json; do
  if [ -e "$from/$name" ] && { [ "$1" = keep ] || [ ! -e "$to/$name" ]; }; then
    sed -E -e 's#("study": ")[^"]*/#\1#' -e 's#("host": ")[^"]*#\1#' "$from/$name" >"$to/$name"
  fi
done
finished=0 begun=0
for folder in "$from"/combos/*/; do
  id=$(basename "$folder")
  [ -e "$folder/identity.json" ] || continue
  if [ "$1" = restore ]; then
    if [ -e "$to/combos/$id/summary.json" ] || [ -e "$to/combos/$id/evaluations.log" ]; then
      continue
    fi
  elif [ -e "$to/combos/$id/summary.json" ] &&
    cmp -s "$folder/identity.json" "$to/combos/$id/identity.json"; then
    continue
  fi
  mkdir -p "$to/combos/$id"
  if [ -e "$to/combos/$id/identity.json" ] &&
    ! cmp -s "$folder/identity.json" "$to/combos/$id/identity.json"; then
    (cd "$to/combos/$id" &&
      rm -f summary.json front.csv backbones.csv loops.csv checkpoint evaluations.log \
        evaluations.earlier.log)
  fi
  if [ -e "$folder/summary.json" ]; then
    finished=$((finished + 1))
    names="identity.json checkpoint front.csv backbones.csv loops.csv summary.json"
  else
    begun=$((begun + 1))
    names="identity.json checkpoint"
  fi
  for name in $names; do  # the summary last: it marks the combination as finished
    if [ -e "$folder/$name" ]; then cp "$folder/$name" "$to/combos/$id/$name"; fi
  done
done
echo "$finished finished and $begun begun combinations from $from to $to"
