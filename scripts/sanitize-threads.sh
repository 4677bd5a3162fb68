#!/bin/sh
# Runs the tests that verify and sign in parallel under the sanitizer for threads.
set -eu
cd "$(dirname "$0")/.."
RECEIPT_PART=core SWIFT_BACKTRACE=enable=no scripts/test.sh --scratch-path .build-tsan --sanitize thread \
  --filter 'TrustTests|ChainCacheTests|AuthorityTests'
