#!/usr/bin/env bash
# Simulates one virtual specimen and takes its backbones: DIR/mode-<m>.csv, labelled as those in
# studies/data, beside the ring-downs and true backbones.
#   regenerate.sh SLIPFRONT worn|smooth|levelling DIR [ROM]
set -euo pipefail
slipfront=$1 name=$2 folder=$3
here=$(cd "$(dirname "$0")" && pwd)
"$slipfront" experiment simulate "$here/$name.json" ${4:+--rom "$4"} --out "$folder" >&2
# Amplitudes of the measured range per mode [m sqrt(kg)].
range=([1]=1e-6:4e-5 [2]=3e-7:1.2e-5 [3]=1.5e-7:5.8e-6)
others=()
for hit in "$folder"/hit-*.csv; do
  [ "$hit" = "$folder/hit-1.csv" ] || others+=(--with "$hit")
done
tail -n +2 "$folder/modes.csv" | while IFS=, read -r mode frequency shape low high; do
  backbone=$folder/mode-$mode.csv
  "$slipfront" ringdown "$folder/hit-1.csv" "${others[@]}" --band "$low:$high" \
    --mode-shape "$shape" --smooth --amplitude-range "${range[$mode]}" \
    --plots "$folder/plots-$mode" -o "$backbone.part"
  {
    echo "# virtual specimen, no beam was measured: experiment/specimens/$name.json," \
      "bending mode $mode"
    cat "$backbone.part"
  } >"$backbone"
  rm "$backbone.part"
done
