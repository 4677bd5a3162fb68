#!/usr/bin/env python3
"""Packs the static program and its module for Python as a wheel. The same content gives the same bytes.

    wheel.py BINARY VERSION [FILE…], which writes dist/receipt_inspector-VERSION-….whl

The files, such as licences and the list of parts, go beside the wheel's metadata. The wheel is dated SOURCE_DATE_EPOCH.
"""

import base64
import hashlib
import os
import pathlib
import platform
import subprocess
import sys
import time
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "python"

binary, version, *others = sys.argv[1:]
if b"INTERP" in subprocess.check_output(["readelf", "--program-headers", "--wide", binary]):
    sys.exit("wheel.py: this program is not static, so it would not run on other Linux systems")

# A static program runs with any C library.
machine = platform.machine()
platforms = [f"manylinux2014_{machine}", f"manylinux_2_17_{machine}", f"musllinux_1_1_{machine}"]
repository = subprocess.check_output([ROOT / "scripts/about.sh", "repository"], text=True).strip()
info = f"receipt_inspector-{version}.dist-info"
licences = [name for name in map(os.path.basename, others) if name.startswith("LICENSE")]

metadata = "\n".join([
    "Metadata-Version: 2.4",
    "Name: receipt-inspector",
    f"Version: {version}",
    "Summary: Checks App Store receipts offline, from Python and Spark",
    "Author: The receipt authors",
    # The licence of this project. The other files have those of the libraries in the program.
    "License-Expression: MIT",
    *(f"License-File: {name}" for name in licences),
    f"Project-URL: Homepage, {repository}",
    "Classifier: Operating System :: POSIX :: Linux",
    "Classifier: Programming Language :: Python :: 3",
    "Classifier: Typing :: Typed",
    "Requires-Python: >=3.9",
    "Description-Content-Type: text/markdown",
    "", (PACKAGE / "README.md").read_text(encoding="utf-8")])

files = {path.relative_to(PACKAGE).as_posix(): path.read_bytes()
         for path in sorted((PACKAGE / "receipt_inspector").iterdir()) if path.suffix in (".py", ".typed")}
files["receipt_inspector/receipt"] = pathlib.Path(binary).read_bytes()
for path in map(pathlib.Path, others):
    folder = "licenses" if path.name in licences else "sboms"
    files[f"{info}/{folder}/{path.name}"] = path.read_bytes()
files[f"{info}/METADATA"] = metadata.encode()
files[f"{info}/WHEEL"] = "\n".join([
    "Wheel-Version: 1.0", "Generator: receipt", "Root-Is-Purelib: false",
    *(f"Tag: py3-none-{name}" for name in platforms), ""]).encode()
files[f"{info}/entry_points.txt"] = b"[console_scripts]\nreceipt = receipt_inspector._program:main\n"


def record(name, content):
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content)}"


lines = [record(name, content) for name, content in files.items()]
files[f"{info}/RECORD"] = "\n".join([*lines, f"{info}/RECORD,,", ""]).encode()

date = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6]
wheel = ROOT / f"dist/receipt_inspector-{version}-py3-none-{'.'.join(platforms)}.whl"
with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
    for name, content in files.items():
        entry = zipfile.ZipInfo(name, date)
        mode = 0o755 if name == "receipt_inspector/receipt" else 0o644
        entry.create_system, entry.external_attr = 3, (0o100000 | mode) << 16
        archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
print(wheel.name)
