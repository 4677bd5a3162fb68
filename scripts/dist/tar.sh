#!/bin/sh
# Writes a tar archive of entries of a folder to standard output. The same content gives the same bytes: entries
# are sorted, belong to root, and are dated SOURCE_DATE_EPOCH.
#
# Usage: tar.sh FOLDER ENTRY…
set -eu
folder=$1
shift
# Homebrew calls GNU tar gtar.
tar=$(command -v gtar || command -v tar)
exec "$tar" -C "$folder" --format=ustar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 \
  --numeric-owner --mode=u+rwX,go+rX,go-w -cf - -- "$@"
