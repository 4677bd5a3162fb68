#!/bin/sh
# Packs the program receipt with its documentation. The folders bin and share can be copied under any prefix.
#
# Usage: archive.sh NAME, which writes dist/NAME.tar.gz
set -eu
name=$1
tree=.build/dist/$name

mkdir -p "$tree"
DESTDIR="$tree" PREFIX=/ scripts/install.sh install receipt >/dev/null
cp README.md LICENSE CHANGELOG.md SECURITY.md "$tree"
if [ -f .build/dist/licenses ]; then cp .build/dist/licenses "$tree/LICENSES-OF-PARTS"; fi
mkdir "$tree/docs"
cp docs/*.md docs/*.json "$tree/docs"

scripts/dist/tar.sh .build/dist "$name" >"dist/$name.tar"
gzip -n "dist/$name.tar"
