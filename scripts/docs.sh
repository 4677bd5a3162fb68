#!/bin/sh
# Builds the documentation of the library, .build/docs, from the module of the release build. Anything that DocC warns of
# is an error.
set -eu
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}

symbols=.build/symbols
rm -rf "$symbols"
mkdir -p "$symbols"
set -- -target "$("$swift" -print-target-info | sed -n 's/^ *"triple" *: *"\(.*\)".*/\1/p' | head -1)"
docc=$(command -v docc || echo xcrun docc)
if [ "$(uname -s)" = Darwin ]; then set -- "$@" -sdk "$(xcrun --show-sdk-path)"; fi

"$swift" symbolgraph-extract -module-name ReceiptCore -I .build/release/Modules -I Sources/CReceiptCrypto \
  -minimum-access-level public -skip-inherited-docs -emit-extension-block-symbols -output-dir "$symbols" "$@"
# shellcheck disable=SC2086 # It may be two words.
$docc convert Sources/ReceiptCore/ReceiptCore.docc --additional-symbol-graph-dir "$symbols" --warnings-as-errors \
  --fallback-display-name ReceiptCore --fallback-bundle-identifier ReceiptCore --output-path .build/docs
