#!/bin/sh
# Real traces against what an independent slow reader found in them.
. "$(dirname "$0")/find_shared.sh"
exec python3 "$shared/tools/check_figures.py" --lanescope "$1"
