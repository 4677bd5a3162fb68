#!/bin/sh
# As a support agent: a customer's receipt becomes a card. In a browser, one would paste it on the page.
#
# Usage: desk.sh [RECEIPT-ONLINE [FILE]], which prints where the card is
set -eu
here=$(cd "$(dirname "$0")" && pwd)
program=${1:-$here/../../.build/release/receipt-online}
file=${2:-$here/../../Fixtures/sandbox-subscription.b64}

folder=$(mktemp -d)
"$program" serve --listen 127.0.0.1:0 >"$folder/address" &
server=$!
trap 'kill "$server" 2>/dev/null || true' EXIT

# It prints its address when it is ready.
while [ ! -s "$folder/address" ]; do
  kill -0 "$server"
  sleep 0.1
done
address=$(cat "$folder/address")

curl --fail --silent --show-error --form "file=@$file" --form complaint=locked "$address" >"$folder/card.html"
grep --quiet 'Genuine?' "$folder/card.html"
echo "$folder/card.html"
