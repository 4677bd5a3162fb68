#!/bin/sh
# The hook receipt-check of pre-commit: runs receipt check with the released program.
#
# Usage: hook.sh --sha256=CHECKSUM… [ARGUMENT OF receipt check]… FILE…
set -eu
sums=
while [ $# -gt 0 ]; do
  case $1 in
  --sha256=*) sums="$sums ${1#*=}" ;;
  *) break ;;
  esac
  shift
done
# Checksums have no spaces.
# shellcheck disable=SC2086
program=$("$(dirname "$0")/prebuilt.sh" $sums)
exec "$program" check "$@"
