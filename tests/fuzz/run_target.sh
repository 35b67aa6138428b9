#!/usr/bin/env bash
# Runs one fuzz target for LANESCOPE_FUZZ_SECONDS (60), with LANESCOPE_FUZZ_SEED (1; 0 is another one each time), from its seeds and from what earlier runs found interesting.
# usage: run_target.sh PROGRAM SEEDS_FOLDER; both kinds of inputs that it finds stay beside the program.
set -euo pipefail

program=$1 seeds=$2
grown=$program.corpus
mkdir -p "$grown"
log=$program.log
export UBSAN_OPTIONS=print_stacktrace=1
if ! "$program" -max_total_time="${LANESCOPE_FUZZ_SECONDS:-60}" -seed="${LANESCOPE_FUZZ_SEED:-1}" -timeout=20 -rss_limit_mb=3000 -max_len=8192 \
    -print_final_stats=1 -artifact_prefix="$program-" "$grown" "$seeds" >"$log" 2>&1; then
    tail -n 40 "$log"
    exit 1
fi
printf '%s executions, no finding\n' "$(grep -oP 'number_of_executed_units: \K\d+' "$log")"
