#!/usr/bin/env bash
# Configures and builds one preset, quietly unless something fails or there is a terminal to show progress on.
# usage: packaging/build.sh PRESET [TARGET...]
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
preset=${1:?usage: packaging/build.sh PRESET [TARGET...]}
shift
build=$root/build/$preset
mkdir -p "$build"
log=$build/build.log

fail() {
    cat "$log" >&2
    printf 'build: %s of preset %s failed (log: %s)\n' "$1" "$preset" "$log" >&2
    exit 1
}

(cd "$root" && cmake --preset "$preset") >"$log" 2>&1 || fail configuring

command=(cmake --build "$build" --parallel "$(nproc)")
[[ $# -eq 0 ]] || command+=(--target "$@")
if [[ -t 2 ]] && ! ninja -C "$build" -n "$@" | grep --quiet 'no work to do'; then
    "${command[@]}" >&2 || exit 1
else
    "${command[@]}" >"$log" 2>&1 || fail building
fi
