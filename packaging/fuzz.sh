#!/usr/bin/env bash
# Builds the fuzz targets with clang and runs them side by side, each for a while. A finding fails and its input stays
# in build/fuzz/fuzz.
# usage: packaging/fuzz.sh [SECONDS [TARGET...]]   60 seconds of each target without arguments
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname -- "$here")
export LANESCOPE_FUZZ_SECONDS=${1:-60} LANESCOPE_FUZZ_SEED=0
shift $(($# > 0 ? 1 : 0))
only=$(IFS='|' && printf '%s' "$*")

"$here/install-deps.sh" clang libclang-rt-14-dev
"$here/build.sh" fuzz fuzzers
ctest --test-dir "$root/build/fuzz" --no-tests=error --verbose --parallel "$(nproc)" --tests-regex "^fuzz_(${only:-.*})\$"
