#!/usr/bin/env bash
# Installs what is missing, builds every configuration we promise and runs their tests without a display.
# The last line is ctest's summary, summed over the five configurations.
# usage: packaging/test.sh
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname -- "$here")

"$here/install-deps.sh"

# Tests must neither need a display nor find or leave anything in the user's caches and settings.
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export QT_QPA_PLATFORM=offscreen LC_ALL=C.UTF-8

summaries=()
run_tests() { # PRESET [ctest arguments...]
    local log=$root/build/$1/tests.log
    env XDG_CACHE_HOME="$home/cache" XDG_CONFIG_HOME="$home/config" XDG_DATA_HOME="$home/data" \
        ctest --test-dir "$root/build/$1" --no-tests=error --output-on-failure --parallel "$(nproc)" "${@:2}" 2>&1 | tee "$log" || true
    summaries+=("$(grep -E '^[0-9]+% tests passed, [0-9]+ tests failed out of [0-9]+' "$log" || echo '0% tests passed, 1 tests failed out of 1')")
}

"$here/build.sh" release
run_tests release
"$here/build.sh" core-only
run_tests core-only
"$here/build.sh" dev-asan core_tests
run_tests dev-asan --label-regex core
"$here/build.sh" dev-tsan core_tests
run_tests dev-tsan --label-regex core
"$here/install-deps.sh" clang libclang-rt-14-dev
"$here/build.sh" fuzz fuzzers
run_tests fuzz

failed=0 total=0
for summary in "${summaries[@]}"; do
    [[ $summary =~ ([0-9]+)\ tests\ failed\ out\ of\ ([0-9]+) ]]
    failed=$((failed + BASH_REMATCH[1])) total=$((total + BASH_REMATCH[2]))
done
printf '\nrelease:   %s\ncore-only: %s\ndev-asan:  %s\ndev-tsan:  %s\nfuzz:      %s\n' "${summaries[@]}"
printf '%d%% tests passed, %d tests failed out of %d\n' $(((total - failed) * 100 / total)) "$failed" "$total"
[[ $failed -eq 0 ]]
