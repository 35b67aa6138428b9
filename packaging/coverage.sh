#!/usr/bin/env bash
# Prints the line coverage of core by the core tests, file by file, the total last.
# usage: packaging/coverage.sh
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname -- "$here")
build=$root/build/coverage

"$here/install-deps.sh" gcovr
"$here/build.sh" coverage core_tests
find "$build" -name '*.gcda' -delete
QT_QPA_PLATFORM=offscreen ctest --test-dir "$build" --output-on-failure --parallel "$(nproc)" --label-regex core >"$build/tests.log" 2>&1 || {
    cat "$build/tests.log" >&2
    exit 1
}
cd "$root" # gcovr reads its filter as relative to here
gcovr --filter 'core/' --exclude-unreachable-branches --exclude-throw-branches "$build"
