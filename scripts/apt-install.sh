#!/bin/sh
# Installs packages of Debian's. Needs apt-get.
#
# Usage: apt-install.sh PACKAGE...
set -eu

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# Another installation may be under way on the machine: apt-get waits for it.
apt() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get --quiet=2 -o DPkg::Lock::Timeout=300 "$@"
}

apt update
# After an installation that was cut off, apt-get refuses every other one until that one is ended.
apt install --yes --no-install-recommends "$@" || {
  as_root env DEBIAN_FRONTEND=noninteractive dpkg --configure --pending
  apt install --yes --no-install-recommends "$@"
}
