#!/bin/sh
# Runs swift test with the arguments given, and prints failures, skipped tests with their reasons, and the
# counts. The exit code is that of swift test. All that it printed is in .build/test.log.
#
# Without a scratch path the flags are those of scripts/release.sh, so what is shipped is tested. What is built
# elsewhere has the flags that are given. --build only builds the tests.
set -u
cd "$(dirname "$0")/.." || exit
case " $* " in
*" --scratch-path "*) swift=${SWIFT:-swift} ;;
*) swift=scripts/release.sh ;;
esac
if [ "${1:-}" = --build ]; then
  shift
  exec "$swift" build --build-tests "$@"
fi

log=.build/test.log
status=.build/test.status
mkdir -p .build
rm -f "$status"
{
  "$swift" test --disable-xctest "$@" 2>&1
  echo $? >"$status"
} | tee "$log" | awk -v status="$status" -v log_="$log" -v counts="${RECEIPT_TEST_COUNTS:-}" \
  -f scripts/test-summary.awk
exit "$(cat "$status" 2>/dev/null || echo 1)"
