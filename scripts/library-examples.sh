#!/bin/sh
# Builds the programs in examples/library and tries them. The package must fetch nothing but ReceiptCore.
set -eu
cd "$(dirname "$0")/.."

build=.build-examples
# Whole modules without optimization take a third of the time of a debug build.
"${SWIFT:-swift}" build --package-path examples/library --scratch-path "$build" -c release -Xswiftc -Onone \
  -debug-info-format none --disable-index-store
if [ -n "$(ls "$build/checkouts" 2>/dev/null)" ]; then
  echo "a user of ReceiptCore has to fetch: $(ls "$build/checkouts")" >&2
  exit 1
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
app="$work/Kettle.app"
mkdir -p "$app/Contents/_MASReceipt"
cp Fixtures/mac.receipt "$app/Contents/_MASReceipt/receipt"

# Runs a program, and expects its exit code and the beginning of what it prints.
expect() {
  code=$1 beginning=$2
  shift 2
  status=0
  printed=$("$@" 2>&1) || status=$?
  case $printed in
  "$beginning"*) [ "$status" = "$code" ] && return ;;
  esac
  echo "$*: exit code $status, not $code, or not \"$beginning\": $printed" >&2
  exit 1
}

server() {
  file=$1
  shift
  "$build/release/server-check" "$@" <"Fixtures/$file"
}
expect 1 "unknown ended-as-listed" server sandbox-subscription.b64 com.yomob.IAPtest sandbox vip
expect 1 "denied wrong-environment" server sandbox-subscription.b64 com.yomob.IAPtest production vip
expect 1 "denied wrong-app" server sandbox-subscription.b64 com.example.other sandbox vip
expect 1 "denied not-bought" server sandbox-subscription.b64 com.yomob.IAPtest sandbox coins
expect 1 "denied not-verified" server transaction.jws com.example.tea production com.example.tea.pro
expect 2 "unreadable: " server roots.pem com.example.tea production com.example.tea.pro
expect 64 "server-check BUNDLE-ID" server transaction.jws com.example.tea

launch() { "$build/release/launch-check" "$app" com.example.kettle 2.3.1 "$@"; }
expect 0 "started" launch 02:00:00:00:00:01 Fixtures/roots.pem
expect 173 "no valid receipt: device-hash" launch 02:00:00:00:00:02 Fixtures/roots.pem
expect 173 "no valid receipt: chain" launch 02:00:00:00:00:01
rm "$app/Contents/_MASReceipt/receipt"
expect 173 "no valid receipt" launch 02:00:00:00:00:01 Fixtures/roots.pem
echo "server-check and launch-check: as expected"
