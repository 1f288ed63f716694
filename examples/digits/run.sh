#!/usr/bin/env bash
# The demo: reads handwritten digits. With MODEL and INPUT it runs that model on that input instead.
# usage: examples/digits/run.sh [MODEL INPUT]       (make demo MODEL=x.onnx INPUT=y.png)
set -euo pipefail
cd "$(dirname "$0")/../.."
sard=${SARD:-build/release/bin/sard}

if [ $# -gt 0 ]; then
  [ $# = 2 ] || { echo "make demo takes MODEL and INPUT together" >&2; exit 2; }
  exec "$sard" run "$1" --input "$2" --show
fi
digits=examples/digits
for picture in "$digits"/pictures/*.png; do
  echo "$picture"
  "$sard" run "$digits/digits.onnx" --input "$picture" --labels "$digits/labels.txt" --top 3 --show
done
