"""Checks expectation files with the shipped schema. Prints a line for each: ok, or the error.

usage: validate_expectations.py SCHEMA FILE...
"""

import json
import sys

import jsonschema
import yaml


class PlainLoader(yaml.SafeLoader):
    """Dates stay the texts that they are written as, as in JSON."""


PlainLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for name in sys.argv[2:]:
        with open(name, encoding="utf-8") as file:
            document = yaml.load(file, PlainLoader)
        error = jsonschema.exceptions.best_match(validator.iter_errors(document))
        print("ok" if error is None else f"{list(error.absolute_path)}: {error.message[:200]!r}")


main()
