#!/bin/sh
# Builds the documentation of the library, .build/docs, from the module of the release build. Anything that DocC warns of
# is an error.
set -eu
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}

about=$("$swift" -print-target-info)
value() { printf '%s\n' "$about" | sed -n "s/^.*\"$1\" *: *\"\(.*\)\".*/\1/p" | head -1; }
set -- -target "$(value triple)"
if [ "$(uname -s)" = Darwin ]; then
  set -- "$@" -sdk "$(xcrun --show-sdk-path)" -Xcc "-I$(brew --prefix openssl@3)/include"
fi

symbols=.build/symbols
rm -rf "$symbols"
mkdir -p "$symbols"
"$swift" symbolgraph-extract -module-name ReceiptCore -I .build/release/Modules -I Sources/CReceiptCrypto \
  -minimum-access-level public -skip-inherited-docs -emit-extension-block-symbols -output-dir "$symbols" "$@"
# DocC is beside the compiler, which may be another than that in the PATH.
"$(value runtimeResourcePath)/../../bin/docc" convert Sources/ReceiptCore/ReceiptCore.docc \
  --additional-symbol-graph-dir "$symbols" --warnings-as-errors --output-path .build/docs \
  --fallback-display-name ReceiptCore --fallback-bundle-identifier ReceiptCore
