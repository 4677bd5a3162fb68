"""Prints a JSON file as a library of Python writes it: print_value.py STYLE JSON"""

import json
import plistlib
import pprint
import sys

import yaml

STYLES = {
    "repr": repr,
    "pprint": pprint.pformat,
    "yaml": yaml.safe_dump,
    "yaml-wide": lambda value: yaml.safe_dump(value, explicit_start=True, indent=4, sort_keys=False),
    "plist": lambda value: plistlib.dumps(value, sort_keys=False).decode(),
}

style, path = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    print(STYLES[style](json.load(file)))
