#!/bin/sh
# Refuses a binary that says where it was built, that still has its symbols, or that is larger than is promised.
#
# Usage: check-binary.sh BINARY
set -eu
failed=0
for folder in "$PWD" "${HOME:-}"; do
  # A short path, such as / of a container, would be found anywhere.
  if [ ${#folder} -gt 4 ] && grep -aqF "$folder/" "$1"; then
    echo "$1 contains the path $folder" >&2
    failed=1
  fi
done
if [ "$(uname -s)" = Linux ] && readelf -S --wide "$1" | grep -q ' \.symtab '; then
  echo "$1 is not stripped" >&2
  failed=1
fi
case $1 in
*receipt-online) megabytes=29 ;;
*) megabytes=20 ;;
esac
if [ "$(uname -s)" = Linux ] && [ "$(wc -c <"$1")" -gt ${megabytes}000000 ]; then
  echo "$1 has more than $megabytes MB" >&2
  failed=1
fi
exit $failed
