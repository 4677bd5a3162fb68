#!/bin/sh
# Draws what the tool prints in a terminal, as SVG, for the README.
#
# Usage: terminal-picture.sh RECEIPT light|dark
set -eu
receipt=$1
theme=$2
columns=84
cd "$(dirname "$0")/.."

set -- diagnose Fixtures/sandbox-subscription.b64 --at 2018-11-29T08:45:00Z
{
  printf '\033[2m$\033[0m receipt %s\n\n' "$*"
  COLUMNS=$columns LC_ALL=C.UTF-8 "$receipt" "$@" --color always
} | LC_ALL=C awk -v theme="$theme" -v columns="$columns" -f scripts/terminal-svg.awk
