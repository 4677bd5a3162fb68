#!/bin/sh
# Runs the tests of the library and of the command line under the sanitizers for addresses and, in C, for undefined
# behaviour. The library and the parallel parts of the command line run under that for threads. All is compiled anew
# for each.
set -eu
cd "$(dirname "$0")/.."

# The backtracer would hang on a crash that a sanitizer reports.
export SWIFT_BACKTRACE=enable=no

# With optimization, without which the tests of the command line do not end. These are left out: tests that measure
# memory or time, which a sanitizer takes several times over; the list of called functions, to which it adds its own;
# and a signal that it handles itself.
measured='CostTests|DocumentLimitTests|FaultTests|ProgressTests|(RecordingTests|PastedTextTests)/memory'
measured="$measured|NestedRowTests/hostile|RowTests/(hostileQuotes|largeRowsInFlight|purchases|strayQuote)"
ASAN_OPTIONS=detect_leaks=0 RECEIPT_QUICK=1 RECEIPT_MUTANTS=2000 scripts/test.sh --scratch-path .build-asan \
  -c release -Xswiftc -enable-testing -Xswiftc -Osize -debug-info-format none --sanitize address \
  -Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=undefined \
  --skip "$measured|ClosedProgramTests|SignalTests/anyMoment"
scripts/sanitize-threads.sh
"${SWIFT:-swift}" build --scratch-path .build-tsan --sanitize thread --product receipt
# What it finds makes the binary exit with 66, which no test expects.
RECEIPT_BINARY="$PWD/.build-tsan/debug/receipt" scripts/test.sh --filter 'CheckSummaryTests|ExampleTests|JobsTests'
