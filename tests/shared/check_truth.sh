#!/bin/sh
# Generated traces of every profile and compression against their exact ground truth, to the nanosecond.
. "$(dirname "$0")/find_shared.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
for profile in fsdp ddp tp pp moe; do
  for compression in none gz zst; do
    if [ $compression = zst ] && ! command -v zstd >/dev/null; then
      echo "$profile zst: not generated, there is no zstd command here"
      continue
    fi
    python3 "$shared/tools/gen_trace.py" --ranks 4 --steps "${STEPS:-2}" --layers "${LAYERS:-4}" --profile $profile \
      --compress $compression --out "$scratch/run" 2>/dev/null || exit 1
    printf '%s %s: ' $profile $compression
    python3 "$shared/tools/check_truth.py" --lanescope "$1" "$scratch/run" || failed=1
    rm -rf "$scratch/run"
  done
done
exit $failed
