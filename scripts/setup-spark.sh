#!/bin/sh
# Makes .build/spark-venv with the packages of examples/spark/requirements.txt, and installs Java, if they are
# missing.
set -eu
cd "$(dirname "$0")/.."

scripts/setup-program.sh java default-jre-headless
scripts/setup-venv.sh .build/spark-venv examples/spark/requirements.txt
