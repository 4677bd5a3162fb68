#!/bin/sh
# Runs `swift build` or `swift test` with the flags of a release. Programs and tests have the same, so what is shipped
# is compiled once, and the tests run it.
#
# Usage: release.sh build|test [ARGUMENTS OF SWIFT]
set -eu
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
command=$1
shift

# SwiftPM removes the packages that a build does not need. Where receipt-online was built, its own stay.
if [ -d .build/checkouts/hummingbird ]; then
  case ${RECEIPT_PART:-stand-in} in stand-in) export RECEIPT_PART=online ;; esac
fi

# receipt --version names the commit.
RECEIPT_COMMIT=$(scripts/about.sh commit)
export RECEIPT_COMMIT
# Tests see what is internal to a module. The program is no slower for it.
# Only BoringSSL, which is C++, is built for its size; it leaves out tables of points with which P-256 is faster.
set -- -c release -Xswiftc -enable-testing -debug-info-format none \
  -Xcc "-ffile-prefix-map=$PWD=." -Xcxx -Oz -Xcxx -DOPENSSL_SMALL "$@"

if [ "$(uname -s)" = Linux ]; then
  # Each function has a section of its own, so the linker leaves out those that nothing calls. Generic types are found
  # by calls: to find them by their names, each start would search all conformances of the program for each type.
  for flag in -function-sections -disable-concrete-type-metadata-mangled-name-accessors; do
    set -- "$@" -Xswiftc -Xfrontend -Xswiftc "$flag"
  done
  # ArgumentParser uses a module that is a quarter of the program, of which it needs little. What uses Foundation looks
  # for Swift's own first.
  essentials=$(scripts/essentials.sh "$swift")
  set -- "$@" -Xswiftc -I -Xswiftc "$essentials" -Xlinker "$essentials/FoundationEssentials.o"
  # The PATH may have only a launcher of a toolchain manager, but the compiler knows its own place.
  resources=$("$swift" -print-target-info | sed -n 's/.*"runtimeResourcePath" *: *"\(.*\)".*/\1/p')
  RECEIPT_SWIFT_MODULES=$resources/linux
  RECEIPT_LINK=$(scripts/link-flags.sh "${resources}_static")
  export RECEIPT_SWIFT_MODULES RECEIPT_LINK
fi
exec "$swift" "$command" "$@"
