"""Runs a composite action as a runner of GitHub's would: run_action.py FOLDER [--cached] [INPUT=VALUE]...

FOLDER holds the action. Its shell steps run in the current folder, one after the other. A step that uses
another action is only named, on standard error, with what it is given. Ends as the first step that fails.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import yaml

from report import expect

EXPRESSION = re.compile(r"\$\{\{(.*?)\}\}")


def evaluate(expression, context):
    """The value of a name with dots, or of a comparison with a text; all that the action may use."""
    if "&&" in expression:
        return all(evaluate(part, context) for part in expression.split("&&"))
    if match := re.fullmatch(r"(.*?)\s*(==|!=)\s*'([^']*)'", expression.strip()):
        return (evaluate(match[1], context) == match[3]) == (match[2] == "==")
    value = context
    for name in expression.strip().split("."):
        expect(isinstance(value, dict), f"an expression that is not known here: {expression}")
        value = value.get(name, "")
    return value


def filled(text, context):
    return EXPRESSION.sub(lambda match: evaluate(match[1], context), text)


def read_outputs(path):
    return dict(line.split("=", 1) for line in path.read_text().splitlines())


def main(folder, *arguments):
    action = yaml.safe_load(pathlib.Path(folder, "action.yml").read_text(encoding="utf-8"))
    values = dict(argument.split("=", 1) for argument in arguments if "=" in argument)
    inputs = {name: values.pop(name, about.get("default", "")) for name, about in action["inputs"].items()}
    expect(not values, f"inputs that the action does not have: {values}")
    # A step that was skipped has no outputs.
    steps = {step["id"]: {"outputs": {}} for step in action["runs"]["steps"] if "id" in step}
    steps["cache"]["outputs"]["cache-hit"] = "true" if "--cached" in arguments else ""
    with tempfile.TemporaryDirectory() as temporary:
        context = {
            "inputs": inputs,
            "steps": steps,
            "github": {"action_path": folder},
            "runner": {"os": "Linux", "arch": "X64", "temp": temporary},
        }
        status = 0
        for number, step in enumerate(action["runs"]["steps"]):
            if "if" in step and not evaluate(step["if"], context):
                continue
            if "uses" in step:
                given = {key: filled(value, context) for key, value in step["with"].items()}
                print(json.dumps({"uses": step["uses"], "with": given}), file=sys.stderr)
                continue
            # The value of an expression becomes part of the script.
            expect("${{" not in step["run"], f"an expression in a script: {step['name']}")
            script = pathlib.Path(temporary, f"{number}.sh")
            script.write_text(step["run"], encoding="utf-8")
            outputs = pathlib.Path(temporary, f"{number}.outputs")
            outputs.touch()
            environment = {
                "PATH": os.environ["PATH"],
                "GITHUB_ACTION_PATH": folder,
                "GITHUB_OUTPUT": str(outputs),
                "RUNNER_TEMP": temporary,
                **{key: filled(value, context) for key, value in step.get("env", {}).items()},
            }
            expect(step["shell"] == "bash", "a shell that is not known here")
            command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)]
            status = subprocess.run(command, env=environment, check=False).returncode
            steps[step.get("id", str(number))] = {"outputs": read_outputs(outputs)}
            if status:
                break
        for name, about in action["outputs"].items():
            print(f"output {name}={filled(about['value'], context)}", file=sys.stderr)
        sys.exit(status)


main(*sys.argv[1:])
