#!/usr/bin/env bash
# Simulates one virtual specimen and takes its backbones. DIR/shipped holds what belongs in
# studies/data, labelled: virtual-<name>-mode-<m>.csv as measured, virtual-<name>-true-mode-<m>.csv
# the truth behind them. Beside it: ring-downs, true backbones, pictures.
#   regenerate.sh SLIPFRONT worn|smooth|levelling DIR [ROM]
set -euo pipefail
slipfront=$1 name=$2 folder=$3
here=$(cd "$(dirname "$0")" && pwd)
"$slipfront" experiment simulate "$here/$name.json" ${4:+--rom "$4"} --out "$folder" >&2
mkdir -p "$folder/shipped"
# ship WHAT FILE NAME: FILE with a line above it that says what it is.
ship() {
  {
    echo "# virtual specimen, no beam was measured: experiment/specimens/$name.json, $1"
    cat "$2"
  } >"$folder/shipped/virtual-$name-$3"
}
# Amplitudes of the measured range per mode [m sqrt(kg)].
range=([1]=1e-6:4e-5 [2]=3e-7:1.2e-5 [3]=1.5e-7:5.8e-6)
others=()
for hit in "$folder"/hit-*.csv; do
  [ "$hit" = "$folder/hit-1.csv" ] || others+=(--with "$hit")
done
tail -n +2 "$folder/modes.csv" | while IFS=, read -r mode frequency shape low high; do
  "$slipfront" ringdown "$folder/hit-1.csv" "${others[@]}" --band "$low:$high" \
    --mode-shape "$shape" --smooth --amplitude-range "${range[$mode]}" \
    --plots "$folder/plots-$mode" -o "$folder/mode-$mode.csv"
  ship "bending mode $mode" "$folder/mode-$mode.csv" "mode-$mode.csv"
  ship "true backbone of bending mode $mode" "$folder/true-mode-$mode.csv" "true-mode-$mode.csv"
done
