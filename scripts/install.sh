#!/bin/sh
# Puts both programs, their manual pages and their completions under PREFIX, or removes them. It builds nothing, so it
# is safe to run as root. Without receipt-online, if that was not built, receipt is installed alone.
#
# Usage: [PREFIX=/usr/local] [DESTDIR=FOLDER] install.sh install [PROGRAM], which installs that one alone
#        [PREFIX=/usr/local] [DESTDIR=FOLDER] install.sh uninstall
set -eu
cd "$(dirname "$0")/.."
root=${DESTDIR:-}${PREFIX:-/usr/local}

# Each file of a program that can be installed: its mode, where it was built, and its place under PREFIX.
files() {
  part=${1#receipt}
  echo 755 ".build/release/$1" "bin/$1"
  for page in .build/manual"$part"/*.1; do echo 644 "$page" "share/man/man1/${page##*/}"; done
  echo 644 ".build/completions$part/bash/$1" "share/bash-completion/completions/$1"
  echo 644 ".build/completions$part/zsh/_$1" "share/zsh/site-functions/_$1"
  echo 644 ".build/completions$part/fish/$1.fish" "share/fish/vendor_completions.d/$1.fish"
}

case ${1:-} in
install)
  program=${2:-receipt}
  if [ ! -x ".build/release/$program" ]; then
    echo "The program is not built yet. Run make build first, as yourself, then make install." >&2
    exit 1
  fi
  files "$program" | while read -r mode source place; do
    [ -f "$source" ] || continue
    install -d -m 755 "$root/$(dirname "$place")"
    install -m "$mode" "$source" "$root/$place"
    echo "$root/$place"
  done
  if [ $# = 1 ] && [ -x .build/release/receipt-online ]; then scripts/install.sh install receipt-online; fi
  ;;
uninstall)
  # Pages of an earlier version count too, so they are named by their pattern. It fits the pages of both programs.
  for page in "$root"/share/man/man1/receipt.1 "$root"/share/man/man1/receipt-*.1; do rm -f "$page"; done
  { files receipt && files receipt-online; } | while read -r _ _ place; do rm -f "$root/$place"; done
  ;;
*)
  echo "usage: install.sh install [PROGRAM] | uninstall" >&2
  exit 64
  ;;
esac
