#!/bin/sh
# Makes .build/python-venv with the Python packages of Tests/requirements.txt: independent readers, with
# which some tests check the tool's output. Without it, those tests are skipped.
set -eu
cd "$(dirname "$0")/.."

scripts/setup-venv.sh .build/python-venv Tests/requirements.txt
