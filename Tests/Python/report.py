"""What a report must say, taken from the tool's JSON lines, and what the readers of the others share."""

import json
import unicodedata

# The characters that no report shows, beyond those that Unicode calls controls and format characters.
INVISIBLE = [(0xFE00, 0xFE0F), (0xE0000, 0xE0FFF), (0x2028, 0x202E), (0x2060, 0x206F)]


def is_harmful(character):
    """Whether a character could disturb a terminal, or hide."""
    return unicodedata.category(character) in ("Cc", "Cf") or any(
        first <= ord(character) <= last for first, last in INVISIBLE
    )


def visible(text):
    """The text as the reports for people show it."""
    return "".join(f"\\u{{{ord(c):X}}}" if is_harmful(c) else c for c in text)


def place(source):
    """The name of a receipt for people."""
    text = "standard input" if source["name"] == "-" else visible(source["name"])
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
    """The checks of one receipt: id, status, reason, message, hint, evidence."""
    if "error" in report:
        error = report["error"]
        return [
            {
                "id": "decode",
                "status": "error",
                "reason": error["code"],
                "message": error["message"]
                + (f", attribute {error['path']}" if "path" in error else ""),
                "hint": error.get("hint"),
                "evidence": {},
            }
        ]
    return [
        {
            "id": check["id"],
            "status": check["status"],
            "reason": check.get("reason"),
            "message": check["message"],
            "hint": check.get("hint"),
            "evidence": check.get("evidence", {}),
        }
        for check in report["checks"]
    ]


def complaints(report):
    """What keeps a receipt, and those inside it, from passing: pairs of a report and a result."""
    return [
        (inner, result)
        for inner in flattened(report)
        for result in results(inner)
        if result["status"] in ("fail", "undetermined", "error")
    ]


def expect(condition, words):
    """Ends the program with words where something is not as it must be."""
    if not condition:
        raise SystemExit(f"not as it must be: {words}")


def expect_equal(found, wanted, words):
    expect(found == wanted, f"{words}:\n  found  {found!r}\n  wanted {wanted!r}")


def expect_no_controls(text):
    bad = sorted({hex(ord(c)) for c in text if is_harmful(c) and c != "\n"})
    expect(not bad, f"raw controls: {bad}")
