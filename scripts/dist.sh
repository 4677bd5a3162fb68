#!/bin/sh
# Packs the release binary into dist/, with a list of its parts and checksums. The same commit, built with the same
# tools, gives the same bytes. On Linux it needs Debian or Ubuntu, whose packages say what was linked.
#
# Usage: dist.sh [wheel], which packs the wheel alone
#        dist.sh online, which adds the packages of receipt-online; only Linux has some
set -eu
cd "$(dirname "$0")/.."

SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC
umask 022
version=$(scripts/about.sh version)
source=receipt-$version-source.tar.gz
if [ "${1:-}" = online ]; then
  program=receipt-online
else
  program=receipt
  rm -rf dist
fi
name=$program-$version-$(scripts/about.sh platform)

rm -rf .build/dist
mkdir -p dist .build/dist
scripts/dist/check-binary.sh ".build/release/$program"

if [ "$(uname -s)" = Linux ]; then
  scripts/dist/parts.sh ".build/$program.map" >.build/dist/parts
  scripts/dist/licenses.sh "$program" .build/dist/parts >.build/dist/licenses
  scripts/dist/sbom.sh "$program" .build/dist/parts "$version" ".build/release/$program" >"dist/$name.cdx.json"
  if [ $program = receipt ]; then
    cp .build/dist/licenses .build/dist/LICENSES-OF-PARTS
    scripts/dist/wheel.py .build/release/receipt "$version" LICENSE .build/dist/LICENSES-OF-PARTS "dist/$name.cdx.json"
  fi
  if [ "${1:-}" = wheel ]; then exit; fi
  scripts/dist/deb.sh "$program" "$version"
  scripts/dist/image.sh "$program" "$name" "$version" "$(dpkg --print-architecture)"
fi

if [ $program = receipt ]; then
  scripts/dist/archive.sh "$name"
  git archive --format=tar --prefix="receipt-$version/" HEAD >.build/dist/source.tar
  gzip -n <.build/dist/source.tar >"dist/$source"
  hash=$(scripts/checksum.sh "dist/$source" | cut -d ' ' -f 1)
  scripts/dist/formula.sh "$version" "$source" "$hash" >dist/receipt.rb
fi

cd dist
rm -f SHA256SUMS
../scripts/checksum.sh -- * >SHA256SUMS
cat SHA256SUMS
