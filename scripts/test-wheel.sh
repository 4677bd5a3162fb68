#!/bin/sh
# Tries the wheel in dist/: with what checks uploads and types, with pandas and Arrow, and with each Python of this
# machine and nothing else. PYTHONS names other Pythons.
#
# Usage: test-wheel.sh
set -eu
cd "$(dirname "$0")/.."
wheel=$(echo dist/receipt_inspector-*.whl)
venv=.build/wheel-venv
try=.build/wheel-try
trap 'rm -rf "$try"' EXIT
rm -rf "$try"
mkdir -p "$try"

# Runs the tests of the module with a Python that has the wheel. Nothing of theirs may stay behind.
run_tests() {
  (cd Tests/Python && mkdir "../../$try/tmp" &&
    TMPDIR="$PWD/../../$try/tmp" "../../$1" -B -W error -m unittest --quiet "$2")
  rmdir "$try/tmp"
}

echo "== $wheel"
scripts/setup-venv.sh $venv Tests/wheel-requirements.txt
$venv/bin/python -m twine check --strict "$wheel"
$venv/bin/python -m pip install --quiet --disable-pip-version-check --no-index --no-deps --force-reinstall "$wheel"
# Packages without types are not what is looked at.
$venv/bin/python -m mypy --strict --ignore-missing-imports --cache-dir $try/mypy Tests/Python/typed_use.py
$venv/bin/python -m mypy --strict --ignore-missing-imports --cache-dir $try/mypy --python-version 3.10 \
  python/receipt_inspector
run_tests $venv/bin/python test_receipt_inspector

for platform in manylinux2014 manylinux_2_17 musllinux_1_1; do
  echo "== pip chooses it for $platform"
  $venv/bin/python -m pip download --quiet --disable-pip-version-check --no-index --no-deps --find-links dist \
    --only-binary :all: --platform "${platform}_$(uname -m)" --dest "$try/$platform" receipt-inspector
done

for python in ${PYTHONS:-python3 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14}; do
  # A name may be that of a launcher, without a Python behind it.
  version=$("$python" --version 2>/dev/null) || continue
  if echo "${seen:-}" | grep -q "$version;"; then continue; fi
  seen="${seen:-}$version;"
  echo "== $version and nothing else"
  "$python" -m venv --clear "$try/venv"
  "$try/venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-index "$wheel"
  "$try/venv/bin/receipt" --version
  "$try/venv/bin/receipt" check Fixtures/sandbox-subscription.b64 | sed -n 1p
  run_tests "$try/venv/bin/python" test_receipt_inspector
  "$try/venv/bin/python" -m pip uninstall --quiet --yes receipt-inspector
  test ! -e "$try/venv/bin/receipt"
done
