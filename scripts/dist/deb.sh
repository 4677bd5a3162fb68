#!/bin/sh
# Packs a program for Debian and Ubuntu. It is static, so it depends on nothing.
#
# Usage: deb.sh receipt|receipt-online VERSION, which writes dist/PROGRAM_VERSION_ARCHITECTURE.deb
set -eu
program=$1 version=$2
architecture=$(dpkg --print-architecture)
repository=$(scripts/about.sh repository)
owner=$(basename "$(dirname "$repository")")
maintainer="The receipt authors <$owner@users.noreply.github.com>"
tree=.build/dist/deb
share=$tree/usr/share
documentation=$share/doc/$program

mkdir -p "$tree/DEBIAN" "$documentation" "$share/lintian/overrides"
DESTDIR="$tree" PREFIX=/usr scripts/install.sh install "$program" >/dev/null
# Debian has its own place for completions of zsh.
if [ -d "$share/zsh" ]; then mv "$share/zsh/site-functions" "$share/zsh/vendor-completions"; fi
# A completion is read, not run: Debian wants no line that names an interpreter.
if [ -d "$share/bash-completion" ]; then sed -i '1{/^#!/d;}' "$share"/bash-completion/completions/*; fi
find "$share" -path '*/man/*' -name '*.1' -exec gzip -n9 {} +

# What a package has of its own: its documentation, what it recommends, and what it is.
case $program in
receipt)
  cp README.md SECURITY.md CHANGELOG.md "$documentation"
  mkdir "$documentation/docs"
  cp docs/*.md docs/*.json "$documentation/docs"
  recommended=tzdata
  description="offline inspector for Apple App Store receipts
 The program receipt shows what is in a receipt of the App Store, and whether
 Apple signed it. It checks receipts against expectations, explains them in
 plain words, compares them, and makes signed receipts for tests. It never
 opens a connection."
  ;;
receipt-online)
  cp docs/online.md SECURITY.md CHANGELOG.md "$documentation"
  recommended="ca-certificates, tzdata"
  description="App Store receipts over HTTP, and Apple's servers pretended
 The program receipt-online shows a page where a receipt of the App Store is
 pasted and explained, and answers programs over HTTP. For tests it stands in
 for Apple's servers. Its commands ask and submit ask Apple about a receipt.
 The package receipt has the same inspector without a network."
  ;;
esac
{
  printf '%s (%s) unstable; urgency=medium\n\n  * CHANGELOG.md says what changed.\n\n' "$program" "$version"
  printf ' -- %s  %s\n' "$maintainer" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")"
} | gzip -n9 >"$documentation/changelog.gz"
{
  printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n'
  printf 'Upstream-Name: receipt\nSource: %s\n\n' "$repository"
  printf 'Files: *\nCopyright: %s\nLicense: Expat\n' "$(sed -n 's/^Copyright (c) //p' LICENSE)"
  sed -n '5,$p' LICENSE | sed 's/^$/./; s/^/ /'
  printf '\nComment: The program contains the libraries of LICENSES-OF-PARTS.gz, beside this file.\n'
} >"$documentation/copyright"
gzip -n9 <.build/dist/licenses >"$documentation/LICENSES-OF-PARTS.gz"
{
  echo "# One file runs on every Debian, with the libraries that it was tested with."
  echo "$program: statically-linked-binary [usr/bin/$program]"
  echo "$program: embedded-library libyaml [usr/bin/$program]"
} >"$share/lintian/overrides/$program"

cat >"$tree/DEBIAN/control" <<END
Package: $program
Version: $version
Section: utils
Priority: optional
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -k -s --apparent-size "$tree/usr" | cut -f 1)
Recommends: $recommended
Homepage: $repository
Description: $description
END
(cd "$tree" && find usr -type f | LC_ALL=C sort | xargs md5sum >DEBIAN/md5sums)
chmod -R u+rwX,go+rX,go-w "$tree"
# The level 1 takes 2 seconds, the usual one 14, for a megabyte less.
dpkg-deb --root-owner-group --threads-max=1 -Zxz -z1 --build "$tree" "dist/${program}_${version}_$architecture.deb" >/dev/null
