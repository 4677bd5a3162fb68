#!/bin/sh
# Judges each receipt that a program appends to a log, as it comes. Each line is an object with a member receipt.
# Usage: tail.sh LOG
set -eu

tail -n +1 -F "$1" | receipt table --lines --field receipt --keep user_id --bad-rows report
