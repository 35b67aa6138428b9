# Sourced by the checks of this folder: sets `shared`, or ends the test as skipped.
here=$(cd "$(dirname "$0")" && pwd)
shared=${LANESCOPE_SHARED:-$here/../../../shared}
if [ ! -d "$shared/tools" ] || ! command -v python3 >/dev/null; then
  echo "skipped: needs python3 and the folder shared beside the checkout"
  exit 77
fi
