#!/bin/sh
# Makes every fixture anew from the SPEC beside it, octet for octet the same each time. The genuine receipt,
# sandbox-subscription.b64, is nobody's to make.
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
