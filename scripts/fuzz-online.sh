#!/bin/sh
# Sends broken requests to receipt-online: under the sanitizer for addresses, and from many clients at once under that
# for threads.
#
# Usage: fuzz-online.sh REQUESTS
set -eu
cd "$(dirname "$0")/.."

# The backtracer would hang on a crash that a sanitizer reports.
export SWIFT_BACKTRACE=enable=no
# The pools of threads live to the end. The fuzzer itself watches the memory.
export ASAN_OPTIONS=detect_leaks=0
export TSAN_OPTIONS="suppressions=$PWD/scripts/fuzz-online.supp print_suppressions=0"

seed=$(date +%s)

# fuzz SANITIZER FOLDER REQUESTS CLIENTS
fuzz() {
  RECEIPT_PART=online "${SWIFT:-swift}" build -c release --sanitize "$1" --product receipt-online --scratch-path "$2"
  .build/python-venv/bin/python -B Tests/Python/fuzz_online.py "$2/release/receipt-online" "$3" "$seed" "$4"
}
fuzz address .build-asan "$1" 4
.build/python-venv/bin/python -B Tests/Python/test_openapi.py .build-asan/release/receipt-online $(($1 / 300)) "$seed"
fuzz thread .build-tsan "$1" 32
