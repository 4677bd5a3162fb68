#!/bin/sh
# Runs swift test with the arguments given, and prints failures, skipped tests with their reasons, and the
# counts. The exit code is that of swift test. All that it printed is in .build/test.log.
#
# Tests are built as what is shipped is, with optimization: they take a sixth of the time. No debug information is
# written, which takes a tenth of the build; the index is, for on Linux the tests are found by it.
# --build only builds them.
set -u
cd "$(dirname "$0")/.." || exit
case " $* " in
*" --scratch-path "*) ;;
*)
  flags="-c release -Xswiftc -enable-testing --scratch-path .build/tests -debug-info-format none"
  # shellcheck disable=SC2086 # They are several words.
  if [ "${1:-}" = --build ]; then exec "${SWIFT:-swift}" build --build-tests $flags; fi
  # shellcheck disable=SC2086
  set -- $flags "$@"
  ;;
esac

log=.build/test.log
status=.build/test.status
mkdir -p .build
rm -f "$status"
{
  "${SWIFT:-swift}" test --disable-xctest "$@" 2>&1
  echo $? >"$status"
} | tee "$log" | awk -v status="$status" -v log_="$log" -v counts="${RECEIPT_TEST_COUNTS:-}" \
  -f scripts/test-summary.awk
exit "$(cat "$status" 2>/dev/null || echo 1)"
