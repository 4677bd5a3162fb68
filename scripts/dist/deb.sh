#!/bin/sh
# Packs the program for Debian and Ubuntu. It is static, so it depends on nothing.
#
# Usage: deb.sh VERSION, which writes dist/receipt_VERSION_ARCHITECTURE.deb
set -eu
version=$1
architecture=$(dpkg --print-architecture)
repository=$(scripts/about.sh repository)
owner=$(basename "$(dirname "$repository")")
maintainer="The receipt authors <$owner@users.noreply.github.com>"
tree=.build/dist/deb
share=$tree/usr/share
documentation=$share/doc/receipt

mkdir -p "$tree/DEBIAN" "$documentation" "$share/lintian/overrides"
DESTDIR="$tree" PREFIX=/usr scripts/install.sh install receipt >/dev/null
# Debian has its own place for completions of zsh.
if [ -d "$share/zsh" ]; then mv "$share/zsh/site-functions" "$share/zsh/vendor-completions"; fi
# A completion is read, not run: Debian wants no line that names an interpreter.
if [ -d "$share/bash-completion" ]; then sed -i '1{/^#!/d;}' "$share"/bash-completion/completions/*; fi
find "$share" -path '*/man/*' -name '*.1' -exec gzip -n9 {} +

cp README.md SECURITY.md CHANGELOG.md "$documentation"
mkdir "$documentation/docs"
cp docs/*.md docs/*.json "$documentation/docs"
{
  printf 'receipt (%s) unstable; urgency=medium\n\n  * CHANGELOG.md says what changed.\n\n' "$version"
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
  echo "receipt: statically-linked-binary [usr/bin/receipt]"
  echo "receipt: embedded-library libyaml [usr/bin/receipt]"
} >"$share/lintian/overrides/receipt"

cat >"$tree/DEBIAN/control" <<END
Package: receipt
Version: $version
Section: utils
Priority: optional
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -k -s --apparent-size "$tree/usr" | cut -f 1)
Recommends: tzdata
Homepage: $repository
Description: offline inspector for Apple App Store receipts
 The program receipt shows what is in a receipt of the App Store, and whether
 Apple signed it. It checks receipts against expectations, explains them in
 plain words, compares them, and makes signed receipts for tests. It never
 opens a connection.
END
(cd "$tree" && find usr -type f | LC_ALL=C sort | xargs md5sum >DEBIAN/md5sums)
chmod -R u+rwX,go+rX,go-w "$tree"
# The level 1 takes 2 seconds, the usual one 14, for a megabyte less.
dpkg-deb --root-owner-group --threads-max=1 -Zxz -z1 --build "$tree" "dist/receipt_${version}_$architecture.deb" >/dev/null
