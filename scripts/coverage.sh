#!/bin/sh
# Measures which lines of the three libraries and of the command line the tests run in their own process. Prints for each
# file how many are left out, then the share of each module, and fails where one is below COVERAGE. The lines are in
# .build-coverage/missed.
set -eu
cd "$(dirname "$0")/.."

limit=${COVERAGE:-95}
work=.build-coverage
# The slow tests run the same lines many times. With optimization the others take a sixth of the time.
RECEIPT_QUICK=1 RECEIPT_MUTANTS=500 scripts/test.sh --scratch-path "$work" -c release -Xswiftc -enable-testing \
  --enable-code-coverage
profile=$(find "$work/" -name default.profdata | head -1)
tests=$(find "$work/" -path '*release/*PackageTests.xctest' | head -1)
# On macOS the bundle holds the program.
[ ! -d "$tests" ] || tests=$(find "$tests/Contents/MacOS" -type f | head -1)

# The toolchain's own, because others may not read its profiles.
cov=$(dirname "$(command -v "${SWIFT:-swift}")")/llvm-cov
[ -x "$cov" ] || cov=$(command -v llvm-cov)
modules="Sources/ReceiptCore Sources/ReceiptInsight Sources/ReceiptMaking Sources/ReceiptCommandLine"
# shellcheck disable=SC2086
"$cov" export "$tests" -instr-profile "$profile" -format lcov $modules >"$work/lines"
awk -v root="$PWD/Sources/" -v missed="$work/missed" '
  BEGIN { printf "" >missed }
  /^SF:/ { name = substr($0, 4); sub("^" root, "", name); module = name; sub("/.*", "", module) }
  /^DA:/ {
    split(substr($0, 4), row, ",")
    lines[module]++
    here[name]++
    if (row[2] == 0) { none[module]++; left[name]++; print "Sources/" name ":" row[1] >missed }
  }
  END {
    for (name in left) printf "%6d of %5d lines not run: %s\n", left[name], here[name], name | "sort -rn"
    close("sort -rn")
    for (module in lines) {
      share = 100 * (1 - none[module] / lines[module])
      printf "%s: %.1f %% of %d lines\n", module, share, lines[module]
      if (share < limit) failed = 1
    }
    exit failed
  }' limit="$limit" "$work/lines"
