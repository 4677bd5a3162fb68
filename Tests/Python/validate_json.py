"""Checks outputs with a schema, in which every object is closed: validate_json.py SCHEMA FILE...

A published schema lets objects have more members than it names, because a later version may add some. Here a
member that the schema does not name is an error. Of a file whose name ends in .ndjson each line is checked. Prints
one line for each file: ok and the number of documents, or the first error.
"""

import json
import sys

import jsonschema_rs


def closed(schema):
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    result = {name: closed(part) for name, part in schema.items()}
    if "properties" in result and schema.get("type") == "object":
        result.setdefault("additionalProperties", False)
    return result


def deepest(error):
    """The error that says most: of alternatives that all fail, the one that reaches deepest."""
    while alternatives := getattr(error.kind, "context", None):
        error = max((one for errors in alternatives for one in errors), key=lambda one: len(one.instance_path))
    return error


def main(schema, *names):
    with open(schema, encoding="utf-8") as file:
        document = json.load(file)
    jsonschema_rs.meta.validate(document)
    validator = jsonschema_rs.Draft202012Validator(closed(document))
    for name in names:
        with open(name, encoding="utf-8") as file:
            texts = file.readlines() if name.endswith(".ndjson") else [file.read()]
        for number, text in enumerate(texts, 1):
            error = next(validator.iter_errors(json.loads(text)), None)
            if error:
                error = deepest(error)
                print(f"{number}: {error.instance_path}: {error.message[:300]!r}")
                break
        else:
            print(f"ok {len(texts)}")


main(*sys.argv[1:])
