#!/bin/sh
# Makes every fixture again from its SPEC. The result is always the same, byte for byte. The genuine receipt,
# sandbox-subscription.b64, cannot be made.
#
# Usage: make-fixtures.sh [path of the receipt binary]
set -eu
receipt=${1:-.build/release/receipt}
cd "$(dirname "$0")/.."

"$receipt" make --root Fixtures/roots.pem
for spec in Fixtures/*.yaml; do
  case $(sed -n 's/^style: //p' "$spec") in
    apple | xcode) ending=receipt ;;
    ios6) ending=plist ;;
    jws-*) ending=jws ;;
    verify-receipt) ending=json ;;
    *) echo "$spec: name a style" >&2; exit 1 ;;
  esac
  "$receipt" make "$spec" -o "${spec%.yaml}.$ending"
done
