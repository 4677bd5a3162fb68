#!/bin/sh
# Makes the receipts of this folder anew: the same ones every time. RECEIPT names the tool.
set -eu
cd "$(dirname "$0")"
receipt=${RECEIPT:-receipt}

rm -rf receipts
mkdir receipts
"$receipt" make --quiet --root root.pem

scenario() {
  "$receipt" make --quiet --scenario "$1" --created 2024-02-29 -o "receipts/$1.bin"
}
scenario subscription-renewals
scenario subscription-lapsed
scenario subscription-refund
scenario subscription-upgrade
scenario paid-before-free
scenario paid-after-free

"$receipt" make --quiet --broken content-changed -o receipts/forged-content.bin
"$receipt" make --quiet --broken leaf-of-developer -o receipts/forged-certificate.bin
printf '<html><body>504 Gateway Time-out</body></html>\n' > receipts/gateway-time-out.html
