#!/usr/bin/env bash
# Installs the Debian packages Lanescope is built from. Says nothing when all of them are there.
# usage: packaging/install-deps.sh [FURTHER_PACKAGE...]
set -euo pipefail

packages=(
    g++ cmake ninja-build ccache
    qt6-base-dev libgl-dev fonts-dejavu-core
    libsimdjson-dev nlohmann-json3-dev libyaml-cpp-dev libsqlite3-dev
    zlib1g-dev libisal-dev libzstd-dev
    libbenchmark-dev
    "$@"
)

fail() {
    printf 'install-deps: %s\n' "$1" >&2
    exit 1
}

command -v dpkg-query >/dev/null && command -v apt-get >/dev/null ||
    fail "apt is not on this system. Install what these Debian 12 packages hold by other means, then build with
  cmake --preset release && cmake --build --preset release
${packages[*]}"

installed=$(dpkg-query --show --showformat='${db:Status-Status} ${Package}\n' "${packages[@]}" 2>/dev/null || true)
missing=()
for package in "${packages[@]}"; do
    grep --quiet --line-regexp --fixed-strings "installed $package" <<<"$installed" || missing+=("$package")
done
[[ ${#missing[@]} -gt 0 ]] || exit 0

as_root=()
if [[ $(id -u) -ne 0 ]]; then
    command -v sudo >/dev/null || fail "these packages are missing and there is no sudo; as root run
  apt-get install --no-install-recommends ${missing[*]}"
    as_root=(sudo)
fi

apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -qq "$@"; }

# Output is kept back, and shown when it explains a failure.
log=$(mktemp)
trap 'rm -f "$log"' EXIT
run_quietly() { "$@" >"$log" 2>&1 || { cat "$log" >&2; fail "'apt-get ${*:2}' failed"; }; }

printf 'Installing %s\n' "${missing[*]}" >&2
[[ ${#as_root[@]} -eq 0 ]] || sudo -v
run_quietly apt update
run_quietly apt install --yes --no-install-recommends "${missing[@]}"
