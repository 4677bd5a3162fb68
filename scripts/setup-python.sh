#!/bin/sh
# Makes .build/python-venv with the Python packages of Tests/requirements.txt: independent readers, which
# some tests hold the tool's answers against. Those tests are skipped where it is missing.
set -eu
cd "$(dirname "$0")/.."

venv=.build/python-venv
wanted=Tests/requirements.txt

# Made from this very list already.
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
# Last, so that a list that was installed halfway is installed again.
cp "$wanted" "$venv/requirements.txt"
