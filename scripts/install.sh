#!/bin/sh
# Puts the program, its manual pages and its completions under PREFIX, or removes them. It builds nothing, so it is
# safe to run as root.
#
# Usage: [PREFIX=/usr/local] [DESTDIR=FOLDER] install.sh install|uninstall
set -eu
cd "$(dirname "$0")/.."
root=${DESTDIR:-}${PREFIX:-/usr/local}

# Each file that can be installed: its mode, where it was built, and its place under PREFIX.
files() {
  echo 755 .build/release/receipt bin/receipt
  for page in .build/manual/*.1; do echo 644 "$page" "share/man/man1/${page##*/}"; done
  echo 644 .build/completions/bash/receipt share/bash-completion/completions/receipt
  echo 644 .build/completions/zsh/_receipt share/zsh/site-functions/_receipt
  echo 644 .build/completions/fish/receipt.fish share/fish/vendor_completions.d/receipt.fish
}

case ${1:-} in
install)
  if [ ! -x .build/release/receipt ]; then
    echo "The program is not built yet. Run make build first, as yourself, then make install." >&2
    exit 1
  fi
  files | while read -r mode source place; do
    [ -f "$source" ] || continue
    install -d -m 755 "$root/$(dirname "$place")"
    install -m "$mode" "$source" "$root/$place"
    echo "$root/$place"
  done
  ;;
uninstall)
  # Pages of an earlier version count too, so they are named by their pattern.
  for page in "$root"/share/man/man1/receipt.1 "$root"/share/man/man1/receipt-*.1; do rm -f "$page"; done
  files | while read -r _ _ place; do rm -f "$root/$place"; done
  ;;
*)
  echo "usage: install.sh install|uninstall" >&2
  exit 64
  ;;
esac
