#!/usr/bin/env python3
"""Compares docs/proof.md with the pages whose promises it proves, and with the tests that it names.

    scripts/proof.py

Every sentence of a page, and every table, has a row. It names the tests that prove the sentence, a command of make, or
a reason that begins with "no promise". What a row names must exist: a test in Swift or Python as `Suite/function`, a
command as `make word`, a receipt of the catalogue by its name.
"""

import ast
import pathlib
import re
import sys

import test_paths

ROOT = pathlib.Path(__file__).resolve().parent.parent
LEDGER = ROOT / "docs/proof.md"
PAGES = ["SECURITY.md", "docs/trust.md"]


def plain(text):
    """Words without the marks of Markdown, on one line."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return " ".join(re.sub(r"[*`|]", "", text).split())


def sentences(page):
    """The sentences of a page, and the head of each table."""
    text = re.sub(r"<!--.*?-->", "", page, flags=re.S)
    # Items of lists are paragraphs of their own.
    text = re.sub(r"(?m)^(?:- |\d+\. )", "\n", text)
    for paragraph in re.split(r"\n\s*\n", text):
        lines = paragraph.strip().splitlines()
        if not lines or lines[0].startswith("#") or paragraph.lstrip("\n").startswith("    "):
            continue
        if lines[0].startswith("|"):
            yield "Table: " + ", ".join(plain(cell) for cell in lines[0].strip("|").split("|"))
            continue
        # A full stop, then a space and what begins a sentence.
        yield from re.split(r"(?<=[.?!])\s+(?=[A-Z\"`0-9])", plain(paragraph))


def rows(ledger):
    """Page, sentence and proof of each row."""
    page = ""
    for line in ledger.splitlines():
        if match := re.match(r"## \[?`?([\w/.]+\.md)", line):
            page = match[1]
        elif line.startswith("| ") and page and not line.startswith("| sentence"):
            cells = re.split(r"(?<!\\)\|", line.strip().strip("|"))
            yield page, plain(cells[0]), cells[1].strip()


def python_tests():
    for path in (ROOT / "Tests/Python").glob("test_*.py"):
        for suite in ast.walk(ast.parse(path.read_text())):
            if isinstance(suite, ast.ClassDef):
                yield from (f"{suite.name}/{one.name}" for one in suite.body if isinstance(one, ast.FunctionDef))


def main():
    files = test_paths.swift("Tests")
    tests = {test.id for file in files for test in file.tests()} | set(python_tests())
    catalogue = "".join(path.read_text() for path in (ROOT / "Sources/ReceiptMaking/Catalogue").rglob("*.swift"))
    targets = set(re.findall(r"(?m)^([a-z-]+):", (ROOT / "Makefile").read_text()))
    faults, seen = [], {page: [] for page in PAGES}
    for page, sentence, proof in rows(LEDGER.read_text()):
        seen[page].append(sentence)
        names = re.findall(r"`([^`]+)`", proof)
        if not names and not proof.startswith("no promise"):
            faults.append(f"{page}: no proof of: {sentence}")
        for name in names:
            if "/" in name:
                exists = name in tests
            elif name.startswith("make "):
                exists = name.split()[1] in targets
            else:
                exists = f'"{name}"' in catalogue
            if not exists:
                faults.append(f"{page}: there is no {name}, which proves: {sentence}")
    for page in PAGES:
        said = list(sentences((ROOT / page).read_text()))
        missing = [sentence for sentence in said if sentence not in seen[page]]
        faults += [f"{page}: docs/proof.md has no row for: {sentence}" for sentence in missing]
        faults += [f"{page} does not say any more: {sentence}" for sentence in seen[page] if sentence not in said]
    for fault in faults:
        print(fault)
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
