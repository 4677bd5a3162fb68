#!/bin/sh
# Makes a folder with the Python packages of a list, in just the versions of that list.
#
# Usage: setup-venv.sh FOLDER LIST
set -eu
venv=$1
wanted=$2

# It was already made from the same list.
if [ -x "$venv/bin/python" ] && cmp -s "$wanted" "$venv/requirements.txt"; then
  exit 0
fi

python=${PYTHON:-python3}
if ! command -v "$python" >/dev/null 2>&1; then
  echo "please install Python 3.11 or later, or name it in PYTHON" >&2
  exit 1
fi
mkdir -p "$(dirname "$venv")"
"$python" -m venv --clear "$venv"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --requirement "$wanted"
# Written last, so that an interrupted installation is repeated.
cp "$wanted" "$venv/requirements.txt"
