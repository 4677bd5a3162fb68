#!/usr/bin/env python3
"""Looks for every file that the pages for contributors name: scripts/places.py

`Commands/Tool` is a file or a folder below a module. `…` stands for any letters. `AppReceiptDecoder` alone, with a capital
within it, is a type of the sources. It also looks for the lines of the sources that scripts/cost_guards.py takes out, and
for those of which scripts/mutants-survivors.tsv says why no test needs to notice a change.
"""

import fnmatch
import pathlib
import re
import sys

import cost_guards

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = ["CONTRIBUTING.md", "Sources/README.md", "Tests/README.md", "scripts/README.md"]
FOLDERS = ["Sources", "Tests", "Benchmarks", "Fuzz", "scripts", "docs", "python", "examples", ".github", "Fixtures"]

PLACES = [path.relative_to(ROOT).as_posix() for folder in FOLDERS for path in (ROOT / folder).rglob("*")]
SOURCE = "\n".join(
    path.read_text() for folder in ["Sources", "Tests", "Fuzz"] for path in (ROOT / folder).rglob("*.swift"))
TYPES = set(re.findall(r"\b(?:struct|class|enum|protocol|actor|typealias|case|var|let|func) (\w+)", SOURCE))


def is_place(name):
    pattern = name.replace("…", "*")
    endings = [pattern, f"{pattern}.swift", f"{pattern}.swift.in", f"{pattern}/*"]
    return any(fnmatch.fnmatchcase(place, start + ending)
               for place in PLACES for ending in endings for start in ["", "*/"])


def is_known(name):
    if name.startswith(".build"):
        return True  # It is built.
    if name.startswith("."):
        return (ROOT / name.split("/")[0]).exists() or name[1:] in TYPES
    if "/" in name:
        return is_place(name) or (ROOT / name.split("*")[0]).exists()
    return name.split(".")[0] in TYPES or is_place(name)


def missing_lines():
    for what, file, (text, _), _ in cost_guards.GUARDS:
        if (ROOT / file).read_text().count(text) != 1:
            yield f"scripts/cost_guards.py: {file} does not have the guard once: {what}"
    for row in (ROOT / "scripts/mutants-survivors.tsv").read_text().splitlines():
        if row and not row.startswith("#"):
            file, line = row.split("\t")[:2]
            path = ROOT / "Sources" / file
            if not path.exists() or line.strip() not in map(str.strip, path.read_text().splitlines()):
                yield f"scripts/mutants-survivors.tsv: {file} has no line {line.strip()}"


def main():
    missing = list(missing_lines())
    for page in PAGES:
        for name in re.findall(r"`([^`\n]+)`", (ROOT / page).read_text()):
            is_path = re.fullmatch(r"[\w…/.+-]+/[\w….+-]+", name)
            is_type = re.fullmatch(r"[A-Z]\w*[a-z]\w*[A-Z]\w*", name)
            if (is_path or is_type) and not is_known(name):
                missing.append(f"{page}: there is no {name}")
    print(*missing, sep="\n", end="\n" if missing else "")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
