#!/bin/sh
# Prints what this program is: its version, repository (an address), or commit. The commit is that of the work
# tree, with -dirty if a file in it was changed.
#
# Usage: about.sh version|repository|commit
set -eu
cd "$(dirname "$0")/.."

defined() { sed -n "s/^#define $1 \"\(.*\)\"$/\1/p" Sources/CReceiptBuild/include/CReceiptBuild.h; }

case ${1:-} in
version) defined RECEIPT_VERSION ;;
repository) defined RECEIPT_REPOSITORY ;;
commit) git describe --always --dirty --abbrev=12 --exclude='*' 2>/dev/null || true ;;
*)
  echo "usage: about.sh version|repository|commit" >&2
  exit 64
  ;;
esac
