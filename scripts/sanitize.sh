#!/bin/sh
# Runs the tests of the library under the sanitizers for addresses, for threads and, in C, for undefined behaviour.
# The parallel parts of the command line run under that for threads. All is compiled anew for each.
set -eu
cd "$(dirname "$0")/.."

# The backtracer would hang on a crash that a sanitizer reports.
export SWIFT_BACKTRACE=enable=no

RECEIPT_PART=core RECEIPT_MUTANTS=2000 scripts/test.sh --scratch-path .build-asan --sanitize address \
  -Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=undefined --filter ReceiptCoreTests
scripts/sanitize-threads.sh
"${SWIFT:-swift}" build --scratch-path .build-tsan --sanitize thread --product receipt
# What it finds makes the binary exit with 66, which no test expects.
RECEIPT_BINARY="$PWD/.build-tsan/debug/receipt" scripts/test.sh --filter 'CheckSummaryTests|ExampleTests|JobsTests'
