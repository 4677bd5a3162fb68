#!/bin/sh
# Writes the formula of Homebrew for a source archive.
#
# Usage: formula.sh VERSION ARCHIVE SHA256 >receipt.rb
set -eu
here=$(dirname "$0")
sed -e "s|@REPOSITORY@|$("$here/../about.sh" repository)|; s|@VERSION@|$1|; s|@ARCHIVE@|$2|; s|@SHA256@|$3|" \
  "$here/receipt.rb.in"
