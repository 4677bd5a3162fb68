#!/bin/sh
# Takes a picture of the diagnosis as a page, as PNG, for the README. It depends on the fonts of the machine, so no test
# compares it.
#
# Usage: page-picture.sh RECEIPT FILE
set -eu
receipt=$1
file=$2
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$receipt" diagnose Fixtures/sandbox-subscription.b64 --at 2018-11-29T08:45:00Z --format html -o "$work/page.html"
while read -r name; do
  command -v "$name" >/dev/null 2>&1 || continue
  # The superuser has no sandbox.
  "$name" --headless --no-sandbox --hide-scrollbars --window-size=820,722 --user-data-dir="$work/profile" \
    --screenshot="$file" "file://$work/page.html" >/dev/null 2>&1
  exit
done <scripts/browsers.txt
echo "there is no Chromium: scripts/setup-chromium.sh installs it" >&2
exit 1
