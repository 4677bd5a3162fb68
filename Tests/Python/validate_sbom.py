"""Compares a list of components with the schema of CycloneDX: validate_sbom.py FILE

Prints the name and version of each component.
"""

import json
import pathlib
import sys

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from report import expect


def main(path):
    text = pathlib.Path(path).read_text(encoding="utf-8")
    fault = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    expect(fault is None, fault)
    for component in json.loads(text)["components"]:
        print(component["name"], component["version"])


main(*sys.argv[1:])
