#!/usr/bin/env bash
# Installs what is missing, builds the release preset and opens the window. Prints the path of the executable.
# usage: packaging/run.sh [PATH...]        without PATH the built-in sample
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
executable=$(dirname -- "$here")/build/release/bin/lanescope

"$here/install-deps.sh"
"$here/build.sh" release lanescope
printf '%s\n' "$executable"

if [[ -z ${DISPLAY:-}${WAYLAND_DISPLAY:-}${QT_QPA_PLATFORM:-} ]]; then
    echo 'run: no display here (DISPLAY and WAYLAND_DISPLAY are empty), so no window; the executable above runs headless: inspect, metrics, render.' >&2
    exit 0
fi
[[ $# -gt 0 ]] || set -- --sample
exec "$executable" "$@"
