#!/bin/sh
# Runs the benchmarks. With RECORD=1 their table replaces that of docs/performance.md.
#
# Usage: bench.sh BENCHMARKS RECEIPT
set -eu
cd "$(dirname "$0")/.."
page=docs/performance.md
table=.build/bench.txt

# As they are installed. A program that the linker has just written is kept in memory in small pieces. A copy of it
# starts in three quarters of the time.
programs=.build/bench
rm -rf "$programs" .build/bench.failed
mkdir -p "$programs"
folder=$(dirname "$1")
cp "$1" "$folder/EmptyProgram" "$folder/EmptyCommand" "$2" "$programs"
{ "$programs/$(basename "$1")" "$PWD/$programs/$(basename "$2")" || touch .build/bench.failed; } | tee "$table"
if [ -n "${RECORD:-}" ]; then
  awk -v table="$table" '
    /^```$/ { inside = 0 }
    !inside
    /^```text$/ { while ((getline line < table) > 0) print line; inside = 1 }' "$page" >"$page.new"
  mv "$page.new" "$page"
fi
test ! -e .build/bench.failed
