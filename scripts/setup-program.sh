#!/bin/sh
# Installs a package of Debian's that has a program, if the program is missing.
#
# Usage: setup-program.sh PROGRAM PACKAGE
set -eu

if command -v "$1" >/dev/null 2>&1; then exit 0; fi
if ! command -v apt-get >/dev/null 2>&1; then
  echo "please install $1" >&2
  exit 1
fi
"$(dirname "$0")/apt-install.sh" "$2"
