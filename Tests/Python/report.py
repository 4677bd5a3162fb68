"""The expected content of a report, from the tool's JSON lines, and code that the readers share."""

import json
import re
import unicodedata

# Characters that no report shows, besides Unicode's control and format characters.
INVISIBLE = [
    (0x34F, 0x34F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x2028, 0x202E),
    (0x2060, 0x206F), (0x3164, 0x3164), (0xFDD0, 0xFDEF), (0xFE00, 0xFE0F), (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8), (0xE0000, 0xE0FFF),
]

# What a service that reads the log could take for a command. The last character is shown by number.
COMMANDS = [r"::[A-Za-z]", r"##[A-Za-z]*\[", r"(?<!\S)([-+~^])\1\1\s"]


def is_harmful(character):
    """Whether a character could disturb a terminal, or hide."""
    return (
        unicodedata.category(character) in ("Cc", "Cf")
        or ord(character) & 0xFFFE == 0xFFFE
        or any(first <= ord(character) <= last for first, last in INVISIBLE)
    )


def visible(text):
    """The text as the reports for people show it."""
    broken = {match.end() - 1 for command in COMMANDS for match in re.finditer(command, text)}
    return "".join(
        f"\\u{{{ord(c):X}}}" if index in broken or is_harmful(c) else c
        for index, c in enumerate(text)
    )


def place(source):
    """The name of a receipt for people."""
    text = "standard input" if source["name"] == "-" else visible(source["name"])
    text += f", line {source['line']}" if "line" in source else ""
    return text + (f", {visible(source['part'])}" if "part" in source else "")


def flattened(report):
    """A report, and those of the receipts inside it."""
    yield report
    for nested in report.get("nested", []):
        yield from flattened(nested)


def read(path):
    """The reports of a run with --format ndjson."""
    with open(path, "rb") as file:
        return [json.loads(line) for line in file]


def results(report):
    """What was found out about one receipt: id, status, reason, message, and what goes with it."""
    found = []
    if "error" in report and report["verdict"] == "error":
        error = report["error"]
        found.append(
            {
                "id": "decode",
                "status": "error",
                "reason": error["code"],
                "message": error["message"],
                "place": f", attribute {error['path']}" if "path" in error else "",
                "hint": error.get("hint"),
                **({"expectation": report["expectation"]} if "expectation" in report else {}),
            }
        )
    found += report.get("checks", [])
    empty = {"reason": None, "hint": None, "place": "", "expected": False}
    return [{**empty, "details": [], "evidence": {}, **result} for result in found]


def names(results):
    """The names of one receipt's results, each another one."""
    found = []
    for result in results:
        name = result["id"]
        if sum(other["id"] == name for other in results) > 1 and "product" in result["evidence"]:
            name += f": {visible(result['evidence']['product'])}"
        same = [other for other in found if other == name or other.startswith(f"{name} (")]
        found.append(name if name not in found else f"{name} ({len(same) + 1})")
    return found


def is_problem(result):
    return result["status"] in ("fail", "undetermined", "error") and not result["expected"]


def complaints(report):
    """What keeps a receipt, and those inside it, from passing: pairs of a report and a result."""
    return [
        (inner, result)
        for inner in flattened(report)
        for result in results(inner)
        if is_problem(result)
    ]


def deciding(result):
    """The line of an expectation file that decided, in words; None where there is none."""
    found = result.get("expectation")
    if not found:
        return None
    text = ("expected" if "key" in found else "named") + f" in {file_and_line(found)}"
    text += f", which overrides line {found['overrides']}" if "overrides" in found else ""
    return visible(text + (f": {found['why']}" if "why" in found else ""))


def file_and_line(found):
    return f"{'standard input' if found['file'] == '-' else found['file']}:{found['line']}"


def named_line(result):
    """The same by names."""
    found = result.get("expectation")
    if not found:
        return {}
    named = {"expectation": file_and_line(found)}
    if "overrides" in found:
        named["overrides"] = f"line {found['overrides']}"
    return {**named, **({"why": found["why"]} if "why" in found else {})}


def summary(result):
    """What a report of one line says of a result: all details go with its message."""
    text = "; ".join([result["message"] + result["place"], *result["details"]])
    return visible(text)


def expect(condition, words):
    """Ends the program with words where something is not as it must be."""
    if not condition:
        raise SystemExit(f"not as it must be: {words}")


def expect_equal(found, wanted, words):
    expect(found == wanted, f"{words}:\n  found  {found!r}\n  wanted {wanted!r}")


def expect_no_controls(text):
    bad = sorted({hex(ord(c)) for c in text if is_harmful(c) and c != "\n"})
    expect(not bad, f"raw controls: {bad}")
