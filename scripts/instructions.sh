#!/bin/sh
# Counts the instructions that the tool executes on seven hot paths, and compares them with those in
# Benchmarks/instructions.tsv. Fails if a path needs over 5 % more. Counts do not depend on what else the machine
# does, so a change of a few per cent is a change of the program.
#
# RECORD=1 writes the file anew. A commit that makes a path slower has to change it, and its reviewer sees that.
#
# Usage: instructions.sh [path of the receipt binary]
set -eu
receipt=${1:-.build/release/receipt}
case $receipt in /*) ;; *) receipt=$PWD/$receipt ;; esac
cd "$(dirname "$0")/.."
file=Benchmarks/instructions.tsv
tolerance=5

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
result=$folder/result

# What the counts depend on besides the sources. Counts of another toolchain cannot be compared.
swift=$("${SWIFT:-swift}" --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/Swift \1/p' | head -n 1)
openssl=$("$receipt" --version | sed -n 's/.*[(, ]OpenSSL \([^ ]*\).*/OpenSSL \1/p')
if ldd "$receipt" >/dev/null 2>&1; then linked=dynamic; else linked=static; fi
toolchain="$swift, $openssl, $(getconf GNU_LIBC_VERSION 2>/dev/null || uname -s), $(uname -m), $linked"

# Repeats a line on standard input.
repeat() { awk '{ for (i = 0; i < 300; i++) print }'; }
tr -d '\n' <Fixtures/sandbox-subscription.b64 | sed 's/$/\n/' >"$folder/one"
repeat <"$folder/one" >"$folder/lines"
sed 's/.*/{"id":17,"receipt":"&"}/' "$folder/one" | repeat >"$folder/rows"
{ tr -d '\n' <Fixtures/transaction.jws; echo; } | repeat >"$folder/transactions"

# One thread, because threads share work out differently each time.
jobs=
if "$receipt" check --lines --jobs 1 - </dev/null >/dev/null 2>&1; then jobs="--jobs 1"; fi

# Counts one run. OpenSSL and the C library choose their fastest code by the processor, so they are told that
# it is a plain one. Hashes are the same each time.
count() {
  name=$1
  shift
  number=$(env -i LC_ALL=C TZ=UTC SWIFT_DETERMINISTIC_HASHING=1 OPENSSL_ia32cap=0x178bfbff:0 \
    GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-AVX,-BMI1,-BMI2,-LZCNT,-MOVBE,-ERMS,-FSRM,-SSE4_1,-SSE4_2,-SSSE3 \
    "$(command -v valgrind)" --tool=callgrind --callgrind-out-file=/dev/null \
    "$receipt" "$@" 2>&1 >/dev/null | sed -n 's/.*Collected : \([0-9]*\).*/\1/p')
  if [ -z "$number" ]; then
    echo "valgrind did not count: $name" >&2
    exit 1
  fi
  printf '%s\t%s\n' "$name" "$number" >>"$result"
}

at="--at 2026-01-01"
count "decode a receipt" decode Fixtures/sandbox-subscription.b64
count "check a receipt" check Fixtures/sandbox-subscription.b64
count "diagnose a receipt" diagnose $at --settings none Fixtures/subscription-trial.receipt
count "check 300 lines" check --lines $jobs $at "$folder/lines"
count "table of 300 lines" table --lines $jobs $at "$folder/lines"
count "check 300 rows of JSON" check --lines --field receipt $jobs $at "$folder/rows"
count "check 300 signed transactions" check --lines $jobs $at --trust-root Fixtures/roots.pem "$folder/transactions"

if [ -n "${RECORD:-}" ]; then
  {
    echo "# Instructions of seven hot paths. make instructions compares them, RECORD=1 make instructions writes them."
    echo "# $toolchain"
    cat "$result"
  } >"$file"
  echo "recorded $file"
fi

recorded=$(sed -n '2s/^# //p' "$file")
awk -F '\t' -v tolerance=$tolerance '
  NR == FNR { if ($0 !~ /^#/) before[$1] = $2; next }
  {
    change = before[$1] ? ($2 / before[$1] - 1) * 100 : 0
    state = !before[$1] ? "new" : change > tolerance ? "GREW" : change < -tolerance ? "shrank" : "ok"
    printf "  %-7s %-32s %12d  %+6.1f %%\n", state, $1, $2, change
    if (state == "GREW" || state == "new") failed = 1
  }
  END { exit failed }' "$file" "$result" && status=0 || status=1

if [ "$recorded" != "$toolchain" ]; then
  echo "not compared: recorded with $recorded; this is $toolchain"
  exit 0
fi
if [ $status -ne 0 ]; then
  echo "A path needs over $tolerance % more instructions. If that is meant, run RECORD=1 make instructions." >&2
fi
exit $status
