"""Runs the tests of the Python package, and those of its example, with a program that is in no wheel.

    try_module.py RECEIPT
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parents[2]
with tempfile.TemporaryDirectory() as folder:
    package = pathlib.Path(folder) / "receipt_inspector"
    shutil.copytree(root / "python/receipt_inspector", package)
    (package / "receipt").symlink_to(pathlib.Path(sys.argv[1]).resolve())
    done = subprocess.run(
        [sys.executable, "-B", "-W", "error", "-m", "unittest", "test_receipt_inspector", "test_spark_example"],
        cwd=root / "Tests/Python", env={**os.environ, "PYTHONPATH": folder, "TMPDIR": folder})
sys.exit(done.returncode)
