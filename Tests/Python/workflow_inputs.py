"""Prints as JSON what a workflow gives to the action: workflow_inputs.py WORKFLOW"""

import json
import sys

import yaml

from report import expect_equal


def main(path):
    with open(path, encoding="utf-8") as file:
        workflow = yaml.safe_load(file)
    steps = [step for job in workflow["jobs"].values() for step in job["steps"]]
    found = [step["with"] for step in steps if step["uses"].startswith("OWNER/receipt@")]
    expect_equal(len(found), 1, "steps that use the action")
    print(json.dumps(found[0]))


main(*sys.argv[1:])
