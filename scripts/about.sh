#!/bin/sh
# Prints what this program is: its version, repository (an address), or commit, or the platform as archives name it.
# The commit is that of the work tree, with -dirty if a file in it was changed.
#
# Usage: about.sh version|repository|commit|platform
set -eu
cd "$(dirname "$0")/.."

defined() { sed -n "s/^#define $1 \"\(.*\)\"$/\1/p" Sources/CReceiptBuild/include/CReceiptBuild.h; }

case ${1:-} in
version) defined RECEIPT_VERSION ;;
repository) defined RECEIPT_REPOSITORY ;;
commit)
  # Sources without a repository may be in a folder of another one.
  if [ -e .git ]; then git describe --always --dirty --abbrev=12 --exclude='*' 2>/dev/null || true; fi
  ;;
platform) echo "$(uname -s | sed 's/Darwin/macos/; s/Linux/linux/')-$(uname -m)" ;;
*)
  echo "usage: about.sh version|repository|commit|platform" >&2
  exit 64
  ;;
esac
