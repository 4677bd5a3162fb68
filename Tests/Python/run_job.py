"""Runs what an example tells a service to do, in the current folder: run_job.py SERVICE FILE [NAME=VALUE]...

SERVICE is gitlab, jenkins or azure. The values replace those of the example's variables. Prints the path of the
JUnit report that the service would read; ends as the commands end.
"""

import os
import subprocess
import sys

import yaml

import syntax
from report import expect, expect_equal


def gitlab(path):
    with open(path, encoding="utf-8") as file:
        job = yaml.safe_load(file)["receipts"]
    expect_equal(job["artifacts"]["when"], "always", "when artifacts are kept")
    return job["variables"], job["before_script"] + job["script"], job["artifacts"]["reports"]["junit"]


def azure(path):
    with open(path, encoding="utf-8") as file:
        pipeline = yaml.safe_load(file)
    *steps, last = pipeline["steps"]
    expect_equal(last["condition"], "succeededOrFailed()", "when results are published")
    return pipeline["variables"], [step["bash"] for step in steps], last["inputs"]["testResultsFiles"]


def jenkins(path):
    tree = syntax.parse("groovy", path)
    calls = [node for node in syntax.nodes(tree, "juxt_function_call")]
    given = {name: [text(node.named_children[1]) for node in calls if text(node.named_children[0]) == name]
             for name in ("sh", "junit")}
    expect_equal(len(given["junit"]), 1, "reports")
    variables = {text(node.named_children[0]): text(node.named_children[1])
                 for node in syntax.nodes(tree, "assignment_expression")}
    return variables, given["sh"], given["junit"][0]


def text(node):
    return node.text.decode().strip("()").strip("'")


def main(service, path, *arguments):
    variables, commands, report = {"gitlab": gitlab, "jenkins": jenkins, "azure": azure}[service](path)
    values = dict(argument.split("=", 1) for argument in arguments)
    expect(values.keys() <= variables.keys(), f"variables that the example does not have: {values}")
    print(report, flush=True)
    # A service runs the commands in turn, and stops at the first failure.
    for command in commands:
        status = subprocess.run(
            ["bash", "-eo", "pipefail", "-c", command], env={**os.environ, **variables, **values}, check=False
        ).returncode
        if status:
            sys.exit(status)


main(*sys.argv[1:])
