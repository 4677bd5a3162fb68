#!/bin/sh
# Prints the texts of the licences of all parts of a program, with the notices beside them, from what parts.sh prints.
#
# Usage: licenses.sh PROGRAM PARTS
set -eu
echo "The program $1 contains these parts:"
echo
awk -F '\t' '{ printf "- %s %s (%s)\n", $1, $2, $3 }' "$2"
# Several parts may have one licence file in common.
cut -f 5 "$2" | sort -u | while read -r text; do
  printf '\n\n%s\n\n' "== $(awk -F '\t' -v text="$text" '$5 == text { printf "%s%s", separator, $1; separator = ", " }' "$2") =="
  cat "$text"
  # The licence of Apache asks for it.
  notice=$(dirname "$text")/NOTICE.txt
  if [ -f "$notice" ]; then echo && cat "$notice"; fi
done
