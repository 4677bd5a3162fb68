#!/bin/sh
# Prints the path of a released program, which is downloaded the first time. A program is used only if its archive has
# one of the SHA-256 checksums given: one for each platform that it runs on.
#
# Usage: prebuilt.sh SHA256…
#
# RECEIPT_VERSION is the version, if not that of these sources. RECEIPT_DOWNLOADS is the address of the folder that
# has the archive, if not that of the release. RECEIPT_CACHE is the folder that keeps the programs.
set -eu
about() { "$(dirname "$0")/about.sh" "$1"; }
version=${RECEIPT_VERSION:-$(about version)}
name=receipt-$version-$(about platform)
downloads=${RECEIPT_DOWNLOADS:-$(about repository)/releases/download/v$version}
cache=${RECEIPT_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/receipt}

fail() {
  echo "receipt: $1" >&2
  exit 1
}

[ $# -gt 0 ] || fail "give the checksum of $name.tar.gz, which is in $downloads/SHA256SUMS"
for sum in "$@"; do
  case $sum in *[!0-9a-f]*) fail "not a SHA-256 checksum: $sum" ;; esac
  [ ${#sum} = 64 ] || fail "not a SHA-256 checksum: $sum"
  if [ -x "$cache/$name-$sum/bin/receipt" ]; then
    echo "$cache/$name-$sum/bin/receipt"
    exit
  fi
done

mkdir -p "$cache"
folder=$(mktemp -d "$cache/new.XXXXXX")
trap 'rm -rf "$folder"' EXIT
curl --fail --silent --show-error --location --proto =https,file --proto-redir =https \
  --output "$folder/archive" "$downloads/$name.tar.gz" || fail "cannot download $downloads/$name.tar.gz"
found=$("$(dirname "$0")/checksum.sh" "$folder/archive" | cut -d ' ' -f 1)
for sum in "$@"; do
  if [ "$sum" = "$found" ]; then
    mkdir "$folder/program"
    tar -xzf "$folder/archive" -C "$folder/program" --strip-components=1
    # Another run may have been faster.
    mv "$folder/program" "$cache/$name-$sum" 2>/dev/null || [ -x "$cache/$name-$sum/bin/receipt" ]
    echo "$cache/$name-$sum/bin/receipt"
    exit
  fi
done
fail "$name.tar.gz has the checksum $found, which is none of those given"
