"""Compares a TAP report with the JSON lines of the same run: read_tap.py REPORT NDJSON"""

import sys

from tap.parser import Parser

import report
from tap_with_subtests import Reader


def check(point, name, result):
    report.expect_equal(point["name"], name, "name of a check")
    passes = result["status"] in ("pass", "not-run")
    report.expect_equal(point["ok"], passes, result["id"])
    skip = report.visible(result["message"]) if result["status"] == "not-run" else None
    report.expect_equal(point["skip"], skip, result["id"])
    report.expect_equal(point["todo"] is not None, result["expected"], f"TODO of {result['id']}")
    if report.is_problem(result):
        diagnose(point["yaml"], result)
    else:
        report.expect(point["yaml"] is None, "diagnostics of what is as it should be")


def diagnose(found, result):
    # YAML returns the original text, including characters that the report does not show.
    report.expect_equal(found["message"], result["message"], "message")
    report.expect_equal(found["severity"], result["status"], "severity")
    report.expect_equal(found["reason"], result["reason"], "reason")
    report.expect_equal(found.get("hint"), result["hint"], "hint")
    report.expect_equal(found.get("evidence", {}), result["evidence"], "evidence")
    details = "\n".join(result["details"]) or None
    report.expect_equal(found.get("details"), details, "details")
    for name in ["expectation", "overrides", "why"]:
        report.expect_equal(found.get(name), report.named_line(result).get(name), name)


def receipt(point, wanted):
    report.expect_equal(point["name"], report.place(wanted["source"]), "name of a receipt")
    report.expect_equal(point["ok"], wanted["verdict"] == "pass", point["name"])
    results = report.results(wanted)
    if "error" in wanted and "checks" not in wanted:
        return diagnose(point["yaml"], results[0])
    nested = wanted.get("nested", [])
    children = point["children"]
    report.expect_equal(len(children), len(results) + len(nested), point["name"])
    for child, name, result in zip(children, report.names(results), results):
        check(child, name, result)
    for child, inner in zip(children[len(results):], nested):
        receipt(child, inner)


def main(path, lines):
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    report.expect_no_controls(text)
    points = Reader(text).document()
    receipts = report.read(lines)
    report.expect_equal(len(points), len(receipts), "receipts")
    for point, wanted in zip(points, receipts):
        receipt(point, wanted)
    # An independent reader counts the same, although it does not support subtests.
    found = [line for line in Parser().parse_text(text) if line.category == "test"]
    report.expect_equal(
        [line.ok for line in found], [r["verdict"] == "pass" for r in receipts], "tap.py"
    )


main(*sys.argv[1:])
