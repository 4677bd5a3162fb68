"""Compares annotations with the JSON lines of the same run: read_github.py REPORT NDJSON

The commands are read as the runner of GitHub Actions reads them, in its present form and in its older one.
"""

import re
import sys

import report

# The commands of a runner. A longer list makes the test stricter.
COMMANDS = {
    "add-mask", "add-matcher", "add-path", "debug", "echo", "endgroup", "error", "group", "notice",
    "remove-matcher", "save-state", "set-env", "set-output", "stop-commands", "warning",
}


ANNOTATIONS = 10


def command(line):
    """The command on a line: name, properties, message. Without a command it is None."""
    stripped = line.strip()
    if not stripped.startswith("::"):
        return None
    end = stripped.find("::", 2)
    if end < 0:
        return None
    name, _, rest = stripped[2:end].partition(" ")
    if name.lower() not in COMMANDS:
        return None
    properties = {}
    for pair in filter(None, rest.split(",")):
        key, separator, value = pair.partition("=")
        report.expect(separator, f"a property without a value: {pair!r}")
        report.expect(key not in properties, f"{key} again")
        properties[key] = unescaped(value.replace("%3A", ":").replace("%2C", ","))
    return name, properties, unescaped(stripped[end + 2:])


def unescaped(text):
    return text.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")


def main(path, lines):
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    report.expect_no_controls(text)
    report.expect("##[" not in text, "a command of the older form")
    lines_of_report = text.removesuffix("\n").split("\n")
    commands = [command(line) for line in lines_of_report]
    *errors, (kind, properties, summary) = commands
    # GitHub shows ten.
    logged = lines_of_report[ANNOTATIONS:-1]
    report.expect(None not in errors[:ANNOTATIONS], f"a line that is no command in {text!r}")
    report.expect(set(errors[ANNOTATIONS:]) <= {None}, f"more commands than ten in {text!r}")
    report.expect_equal((kind, properties), ("notice", {"title": "receipt check"}), "last line")

    receipts = report.read(lines)
    counts = [("pass", "passed"), ("fail", "failed"), ("error", "could not be read")]
    if logged:
        rest = f"; {len(logged)} of {len(errors)} problems have no annotation: see the log"
        report.expect(summary.endswith(rest), summary)
    if any("line" in receipt["source"] or summary == "nothing was checked" for receipt in receipts):
        report.expect_equal(summary, "nothing was checked", "summary")
        counts = []
    for verdict, words in counts:
        count = sum(receipt["verdict"] == verdict for receipt in receipts)
        found = re.search(rf"(\d+) (?:receipts? )?{words}", summary)
        report.expect_equal(int(found[1]) if found else 0, count, words)

    wanted = [pair for receipt in receipts for pair in report.complaints(receipt)]
    report.expect_equal(len(errors), len(wanted), "errors")
    for found, line, (receipt, complaint) in zip(errors, lines_of_report, wanted):
        source = receipt["source"]
        title = f"{complaint['id']}: {complaint['reason']}"
        message = [f"{report.place(source)}: {title}: {report.summary(complaint)}"]
        message += filter(None, [report.deciding(complaint)])
        message += [f"hint: {report.visible(complaint['hint'])}"] if complaint["hint"] else []
        if found is None:
            report.expect_equal(line, f"FAIL: {'; '.join(message)}", "line of the log")
            continue
        kind, properties, words = found
        report.expect_equal(kind, "error", "command")
        report.expect_equal(properties, {"title": title, **place(source, complaint, not counts)}, "properties")
        report.expect_equal(words.split("\n"), message, "message")


def place(source, complaint, is_aborted):
    """What is annotated: the line that decided, or a document that kept the run from beginning. No receipt has lines."""
    line = complaint.get("expectation")
    name, number = (line["file"], line["line"]) if line else (source["name"], source.get("line"))
    if name == "-" or number is None and not is_aborted:
        return {}
    line = {} if number is None else {"line": str(number)}
    return {"file": report.visible(name), **line}


main(*sys.argv[1:])
