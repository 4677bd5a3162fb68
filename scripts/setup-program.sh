#!/bin/sh
# Installs the packages of Debian's that have programs which are missing, all at once.
#
# Usage: setup-program.sh PROGRAM PACKAGE [PROGRAM PACKAGE...]
set -eu

programs=
packages=
while [ $# -gt 0 ]; do
  if ! command -v "$1" >/dev/null 2>&1; then
    programs="$programs $1"
    packages="$packages $2"
  fi
  shift 2
done
if [ -z "$packages" ]; then exit 0; fi
if ! command -v apt-get >/dev/null 2>&1; then
  echo "please install$programs" >&2
  exit 1
fi
# shellcheck disable=SC2086 # They are several names.
"$(dirname "$0")/apt-install.sh" $packages
