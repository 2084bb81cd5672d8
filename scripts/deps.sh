#!/usr/bin/env bash
# Installs the Debian packages that slipfront builds with and that are missing here.
# As root it installs them; otherwise it prints the exact command and ends with 1.
set -euo pipefail

packages=(
  g++ cmake ninja-build pkg-config ccache mold   # build
  libeigen3-dev libpagmo-dev libtbb-dev libboost-dev libboost-serialization-dev
  libceres-dev nlohmann-json3-dev libfmt-dev libcli11-dev libmatio-dev libxxhash-dev
  libnlopt-cxx-dev   # sequential quadratic programming beside Ceres
  catch2 libvalijson-dev
  chromium   # tests of the report's page
  clang-14 libclang-rt-14-dev   # fuzzers of the readers (tests/fuzz)
  slurm-wlm munge   # the test of the Slurm engine runs its daemons on loopback
  libsuitesparse-dev libspectra-dev libopenblas0-serial   # reduced models: sparse Cholesky, Lanczos
)

missing=()
for package in "${packages[@]}"; do
  state=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
  [ "$state" = "install ok installed" ] || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

if [ "$(id -u)" -ne 0 ]; then
  echo "These Debian packages are missing. Install them with:" >&2
  echo "  sudo apt-get install --no-install-recommends ${missing[*]}" >&2
  exit 1
fi
echo "Installing: ${missing[*]}" >&2
export DEBIAN_FRONTEND=noninteractive
apt-get update -q >&2
apt-get install -y -q --no-install-recommends "${missing[@]}" >&2
