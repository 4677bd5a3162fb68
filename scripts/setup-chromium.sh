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
sudo=
if [ "$(id -u)" -ne 0 ]; then sudo=sudo; fi
$sudo apt-get update --quiet
# The fonts cover the scripts of the product identifiers in the tests.
$sudo env DEBIAN_FRONTEND=noninteractive apt-get install --quiet --yes --no-install-recommends \
  chromium fonts-dejavu-core
