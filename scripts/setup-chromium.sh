#!/bin/sh
# Installs a browser without a window, with which some tests look at pages. Without it, those tests are
# skipped.
set -eu

for name in chromium chromium-browser google-chrome; do
  if command -v "$name" >/dev/null 2>&1; then exit 0; fi
done
if ! command -v apt-get >/dev/null 2>&1; then
  echo "please install Chromium or Google Chrome" >&2
  exit 1
fi
# The fonts cover the scripts of the product identifiers in the tests.
"$(dirname "$0")/apt-install.sh" chromium fonts-dejavu-core
