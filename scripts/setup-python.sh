#!/bin/sh
# Makes .build/python-venv with the Python packages of Tests/requirements.txt: independent readers, with
# which some tests check the tool's output. Without it, those tests are skipped.
set -eu
cd "$(dirname "$0")/.."

venv=.build/python-venv
wanted=Tests/requirements.txt

# It was already made from the same list.
if [ -x "$venv/bin/python" ] && cmp -s "$wanted" "$venv/requirements.txt"; then
  exit 0
fi

python=${PYTHON:-python3}
if ! command -v "$python" >/dev/null 2>&1; then
  echo "please install Python 3.11 or later, or name it in PYTHON" >&2
  exit 1
fi
mkdir -p .build
"$python" -m venv --clear "$venv"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --requirement "$wanted"
# Written last, so that an interrupted installation is repeated.
cp "$wanted" "$venv/requirements.txt"
