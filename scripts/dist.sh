#!/bin/sh
# Packs the release binary into dist/, with a list of its parts and checksums. The same commit, built with the same
# tools, gives the same bytes. On Linux it needs Debian or Ubuntu, whose packages say what was linked.
#
# Usage: dist.sh [wheel], which packs the wheel alone
set -eu
cd "$(dirname "$0")/.."

SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC
umask 022
version=$(scripts/about.sh version)
name=receipt-$version-$(scripts/about.sh platform)
source=receipt-$version-source.tar.gz

rm -rf dist .build/dist
mkdir -p dist .build/dist
scripts/dist/check-binary.sh .build/release/receipt

if [ "$(uname -s)" = Linux ]; then
  scripts/dist/parts.sh .build/receipt.map >.build/dist/parts
  scripts/dist/licenses.sh .build/dist/parts >.build/dist/licenses
  scripts/dist/sbom.sh .build/dist/parts "$version" .build/release/receipt >"dist/$name.cdx.json"
  cp .build/dist/licenses .build/dist/LICENSES-OF-PARTS
  scripts/dist/wheel.py .build/release/receipt "$version" LICENSE .build/dist/LICENSES-OF-PARTS "dist/$name.cdx.json"
  if [ "${1:-}" = wheel ]; then exit; fi
  scripts/dist/deb.sh "$version"
  scripts/dist/image.sh "$name" "$version" "$(dpkg --print-architecture)"
fi
scripts/dist/archive.sh "$name"

git archive --format=tar --prefix="receipt-$version/" HEAD >.build/dist/source.tar
gzip -n <.build/dist/source.tar >"dist/$source"
scripts/dist/formula.sh "$version" "$source" "$(scripts/checksum.sh "dist/$source" | cut -d ' ' -f 1)" >dist/receipt.rb

cd dist
../scripts/checksum.sh -- * >SHA256SUMS
cat SHA256SUMS
