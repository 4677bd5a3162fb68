"""Compares a JUnit report with the JSON lines of the same run: read_junit.py REPORT NDJSON"""

import pathlib
import sys

import junitparser
from lxml import etree

import report


def token(text):
    """A name as XML Schema collapses it, with what that would lose shown."""
    text = report.visible(text)
    return "".join(
        "\\u{20}" if c == " " and (i in (0, len(text) - 1) or text[i - 1] == " ") else c
        for i, c in enumerate(text)
    )


def problem(case):
    """The status, reason and message of a case, as junitparser has them."""
    if not case.result:
        return ("pass", None, None)
    report.expect_equal(len(case.result), 1, f"results of {case.name}")
    result = case.result[0]
    kind = {
        junitparser.Failure: "fail",
        junitparser.Error: "error",
        junitparser.Skipped: "not-run",
    }[type(result)]
    return (kind, result.type, result.message)


def wanted(result):
    if result["status"] == "pass" or result["expected"]:
        return ("pass", None, None)
    status = "fail" if result["status"] == "undetermined" else result["status"]
    reason = None if status == "not-run" else result["reason"]
    return (status, reason, report.visible(result["message"]))


def main(path, lines):
    document = etree.parse(path, etree.XMLParser(resolve_entities=False))
    schema = etree.XMLSchema(file=str(pathlib.Path(__file__).with_name("junit.xsd")))
    report.expect(schema.validate(document), schema.error_log)
    report.expect_no_controls("".join(document.getroot().itertext()))

    suites = list(junitparser.JUnitXml.fromfile(path))
    receipts = [inner for outer in report.read(lines) for inner in report.flattened(outer)]
    report.expect_equal(
        [suite.name for suite in suites],
        [token(report.place(r["source"])) for r in receipts], "suites"
    )
    for suite, receipt in zip(suites, receipts):
        every = report.results(receipt)
        asked = [
            (result, token(name)) for result, name in zip(every, report.names(every))
            if result["reason"] != "not-asked"
        ]
        results = [result for result, _ in asked]
        cases = list(suite)
        report.expect_equal([case.name for case in cases], [name for _, name in asked], suite.name)
        for case, result in zip(cases, results):
            report.expect_equal(problem(case), wanted(result), f"{suite.name}: {case.name}")
            report.expect_equal(case.classname, suite.name, "class")
            if report.is_problem(result):
                text = case.result[0].text
                evidence = result["evidence"].values()
                for value in [result["hint"], *evidence, *result["details"]]:
                    report.expect(value is None or report.visible(value) in text, f"{value!r}")
                for name, value in report.named_line(result).items():
                    report.expect(f"\n{name}: {report.visible(value)}" in text, f"{value!r}")
        statuses = [problem(case)[0] for case in cases]
        for count, status in [
            (suite.failures, "fail"), (suite.errors, "error"), (suite.skipped, "not-run")
        ]:
            report.expect_equal(count, statuses.count(status), f"{suite.name}: {status}")
        report.expect_equal(suite.tests, len(cases), f"{suite.name}: tests")


main(*sys.argv[1:])
