#!/bin/sh
# Writes manual pages into .build/manual, and completions for bash, zsh and fish into .build/completions. Both
# come from what the binary says of itself, so binaries of this machine are needed. Those of receipt-online go
# into folders of their own, .build/manual-online and .build/completions-online.
#
# Usage: manual.sh receipt|receipt-online
set -eu
cd "$(dirname "$0")/.."
program=$1
binary=.build/release/$program
part=${program#receipt}
pages=.build/manual$part
completions=.build/completions$part

facts=.build/manual-facts$part

rm -rf "$pages" "$completions" "$facts"
mkdir -p "$pages" "$facts" "$completions/bash" "$completions/zsh" "$completions/fish"
"$binary" --experimental-dump-help >"$facts/help.json"
.build/release/receipt schema decode >"$facts/schema.json"
.build/release/receipt explain --list --format json >"$facts/words.json"
# The date of the commit, so that a build can be repeated.
date=$(git log -1 --format=%cs 2>/dev/null) || date=$(date +%Y-%m-%d)
.build/release/ReceiptManual "$facts" docs "$pages" \
  "$(scripts/about.sh version)" "$(scripts/about.sh repository)" "$date"

"$binary" --generate-completion-script bash >"$completions/bash/$program"
"$binary" --generate-completion-script zsh >"$completions/zsh/_$program"
"$binary" --generate-completion-script fish >"$completions/fish/$program.fish"
