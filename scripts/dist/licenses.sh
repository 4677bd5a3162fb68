#!/bin/sh
# Prints the texts of the licences of all parts of the binary, from what parts.sh prints.
#
# Usage: licenses.sh PARTS
set -eu
echo "The program receipt contains these parts:"
echo
awk -F '\t' '{ printf "- %s %s (%s)\n", $1, $2, $3 }' "$1"
# Several parts may have one licence file in common.
cut -f 5 "$1" | sort -u | while read -r text; do
  printf '\n\n%s\n\n' "== $(awk -F '\t' -v text="$text" '$5 == text { printf "%s%s", separator, $1; separator = ", " }' "$1") =="
  cat "$text"
done
