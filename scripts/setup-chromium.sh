#!/bin/sh
# Installs a browser without a window, with which some tests look at pages. Without it, those tests are
# skipped.
#
# browsers.txt has the programs that will do, the best first. The first of them is Chromium without all that has a
# window: it takes a quarter of the time to start.
set -eu
cd "$(dirname "$0")"

while read -r name; do
  if command -v "$name" >/dev/null 2>&1; then exit 0; fi
done <browsers.txt
if ! command -v apt-get >/dev/null 2>&1; then
  echo "please install Chromium or Google Chrome" >&2
  exit 1
fi
# The fonts cover the scripts of the product identifiers in the tests.
./apt-install.sh chromium-headless-shell fonts-dejavu-core
