#!/bin/sh
# Writes manual pages into .build/manual, and completions for bash, zsh and fish into .build/completions. Both
# come from what the binary says of itself, so a binary of this machine is needed.
#
# Usage: manual.sh [path of the receipt binary] [path of the ReceiptManual binary]
set -eu
cd "$(dirname "$0")/.."
receipt=${1:-.build/release/receipt}
manual=${2:-.build/release/ReceiptManual}
pages=.build/manual
completions=.build/completions

facts=.build/manual-facts

rm -rf "$pages" "$completions" "$facts"
mkdir -p "$pages" "$facts" "$completions/bash" "$completions/zsh" "$completions/fish"
"$receipt" --experimental-dump-help >"$facts/help.json"
"$receipt" schema decode >"$facts/schema.json"
"$receipt" explain --list --format json >"$facts/words.json"
# The date of the commit, so that a build can be repeated.
date=$(git log -1 --format=%cs 2>/dev/null) || date=$(date +%Y-%m-%d)
"$manual" "$facts" docs "$pages" "$(scripts/about.sh version)" "$(scripts/about.sh repository)" "$date"

"$receipt" --generate-completion-script bash >"$completions/bash/receipt"
"$receipt" --generate-completion-script zsh >"$completions/zsh/_receipt"
"$receipt" --generate-completion-script fish >"$completions/fish/receipt.fish"
