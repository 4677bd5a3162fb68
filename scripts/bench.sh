#!/bin/sh
# Runs the benchmarks. With RECORD=1 their table replaces that of docs/performance.md.
#
# Usage: bench.sh BENCHMARKS RECEIPT
set -eu
cd "$(dirname "$0")/.."
page=docs/performance.md
table=.build/bench.txt

rm -f .build/bench.failed
{ "$1" "$2" || touch .build/bench.failed; } | tee "$table"
if [ -n "${RECORD:-}" ]; then
  awk -v table="$table" '
    /^```$/ { inside = 0 }
    !inside
    /^```text$/ { while ((getline line < table) > 0) print line; inside = 1 }' "$page" >"$page.new"
  mv "$page.new" "$page"
fi
test ! -e .build/bench.failed
