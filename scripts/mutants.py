#!/usr/bin/env python3
"""Changes the library's source in small ways, and names the changes that no test notices.

    scripts/mutants.py [--count 200] [--seed 1] [--jobs 2] [--only 17,204] [--skip-build] [--list]

A copy of the tree is built once, with every change behind a switch. RECEIPT_MUTANT turns one of them on. The quick
tests of the library run for each change that is drawn, up to the first failure. A change that survives them must be
in scripts/mutants-survivors.tsv with its reason, or the script fails.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / ".build-mutants"
TREE = WORK / "tree"
# What was built, with its numbers.
LIST = WORK / "mutants.json"
SURVIVORS = ROOT / "scripts/mutants-survivors.tsv"

# What decides whether a receipt is readable and believed, and whether it meets expectations.
CORE = "Sources/ReceiptCore/"
FOLDERS = [
    "Trust",
    "Checks",
    "Crypto",
    "Formats/ASN1",
    "Formats/Base64",
    "Formats/CMS",
    "Formats/JSON",
    "Formats/JWS",
    "Formats/X509",
    "Decoding/AppReceipt",
    "Decoding/IOS6",
    "Decoding/StoreKit2",
]

OPPOSITES = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&"}

# A digit of a mutant's number in an operator's name.
DIGITS = "∀∂∃∄∅∆∇∈∉∊"

SWITCH = CORE + "Diagnostics/MutantSwitch.swift"
SWITCH_HEAD = """\
#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

let mutant: Int = unsafe getenv("RECEIPT_MUTANT").flatMap { unsafe Int(String(cString: $0)) } ?? 0

/// A condition that one mutant takes as true, and another as false.
@inline(__always) func asked(_ value: Bool, always: Int, never: Int) -> Bool {
  mutant == always || (mutant != never && value)
}

/// A number to which one mutant adds one.
@inline(__always) func altered<Number: FixedWidthInteger>(_ value: Number, _ number: Int) -> Number {
  mutant == number ? value &+ 1 : value
}
"""
COMPARISON = """
infix operator {name}: ComparisonPrecedence
@inline(__always) func {name}<Value: {bound}>(_ left: Value, _ right: Value) -> Bool {{
  mutant == {number} ? left {other} right : left {sign} right
}}
"""
CONNECTIVE = """
infix operator {name}: {precedence}
@inline(__always) func {name}(_ left: Bool, _ right: @autoclosure () throws -> Bool) rethrows -> Bool {{
  try mutant == {number} ? left {other} right() : left {sign} right()
}}
"""

# Comments, and texts with all that they interpolate.
PLAIN = re.compile(r'//[^\n]*|"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"')
# Lines where a number is no value, or changes nothing but speed.
NUMBERLESS = re.compile(r"\s*(case |@|#)|.*reserveCapacity\(")
# Lines that state what no input can reach.
UNREACHABLE = re.compile(r".*precondition\(")


def masked(text):
    """The text without comments and texts, at the same places."""
    return PLAIN.sub(lambda match: re.sub(r"[^\n]", "·", match[0]), text)


def clauses(text, start):
    """The places of the conditions after `if` or `guard`, separated by commas, up to `{` or `else`."""
    depth = 0
    first = start
    for index in range(start, len(text)):
        sign = text[index]
        if sign in "([":
            depth += 1
        elif sign in ")]":
            depth -= 1
        if depth < 0:
            return
        ends = sign == "{" or text.startswith("else", index) and text[index - 1].isspace()
        if depth == 0 and (sign == "," or ends):
            clause = text[first:index]
            yield first + len(clause) - len(clause.lstrip()), first + len(clause.rstrip())
            first = index + 1
        if depth == 0 and ends:
            return


class Generator:
    """Puts mutants into files, and remembers what each of them changes."""

    def __init__(self, broken):
        self.mutants = {}
        self.declarations = []
        self.broken = broken
        self.number = 0

    def file(self, name, text):
        """The text of a file with its switches."""
        plain = masked(text)
        edits = []

        def add(kind, start, end, what):
            """The number of a new mutant; 0 for one that does not compile, which no switch has."""
            self.number += 1
            lines = [plain.count("\n", 0, place) + 1 for place in (start, end)]
            if (name, kind, start) in self.broken:
                return 0
            self.mutants[self.number] = {
                "file": name, "kind": kind, "start": start, "lines": lines, "what": what
            }
            return self.number

        def before(place):
            """The beginning of the line."""
            return plain[plain.rfind("\n", 0, place) + 1 : place]

        for match in re.finditer(r"(?<!#)\b(if|guard)\b", plain):
            for start, end in clauses(plain, match.end()):
                clause = " ".join(text[start:end].split())
                if not clause or re.match(r"(let|var|case|try|unsafe|#)\b", clause) or "{" in clause:
                    continue
                always = add("condition", start, end, f"{match[1]} {clause}: always")
                never = 0
                if match[1] == "if":
                    never = add("condition", start, end, f"{match[1]} {clause}: never")
                if always or never:
                    edits.append((start, 0, start, "asked("))
                    edits.append((end, -1, end, f", always: {always or -1}, never: {never or -1})"))
        for match in re.finditer(r"\breturn (true|false)\b", plain):
            number = add("answer", *match.span(1), f"return {match[1]}: the opposite")
            if number:
                edits.append((match.start(1), 1, match.end(1), f"(mutant == {number}) != {match[1]}"))
        for match in re.finditer(r"(?<!func )(?<= )(<=|>=|==|!=|&&|\|\||(?<=\S )[<>])(?=\s(?!\s*nil\b))", plain):
            if UNREACHABLE.match(before(match.start())):
                continue
            sign = match[1]
            number = add("operator", *match.span(), f"{sign} becomes {OPPOSITES[sign]}")
            if number:
                edits.append((match.start(), 1, match.end(), self.operator(sign, number)))
        for match in re.finditer(r"(?<![\w.$])(0x[0-9A-Fa-f_]+|\d[\d_]*)(?![\w]|\.\d)", plain):
            if any(pattern.match(before(match.start())) for pattern in (NUMBERLESS, UNREACHABLE)):
                continue
            number = add("number", *match.span(), f"{match[1]} plus 1")
            if number:
                edits.append((match.start(), 1, match.end(), f"altered({match[1]}, {number})"))
        result = []
        last = 0
        for start, _, end, replacement in sorted(edits):
            result += [text[last:start], replacement]
            last = end
        return "".join([*result, text[last:]])

    def operator(self, sign, number):
        """Declares an operator of the same precedence, so that no expression must be taken apart."""
        name = "⊙" + "".join(DIGITS[int(digit)] for digit in str(number))
        if sign in ("&&", "||"):
            kind = "Conjunction" if sign == "&&" else "Disjunction"
            text = CONNECTIVE.format(
                name=name, number=number, sign=sign, other=OPPOSITES[sign],
                precedence=f"Logical{kind}Precedence")
        else:
            text = COMPARISON.format(
                name=name, number=number, sign=sign, other=OPPOSITES[sign],
                bound="Equatable" if sign in ("==", "!=") else "Comparable")
        self.declarations.append(text)
        return name


def write(path, text):
    """Writes a file unless it is the same already, so that the build stays small."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def generate(broken):
    """Writes the tree with all switches."""
    names = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True,
        text=True,
    ).stdout.splitlines()
    mutated = tuple(f"{CORE}{folder}/" for folder in FOLDERS)
    generator = Generator(broken)
    for name in sorted(names):
        source, target = ROOT / name, TREE / name
        if name.startswith(mutated) and name.endswith(".swift"):
            write(target, generator.file(name, source.read_text(encoding="utf-8")))
        elif source.exists() and (not target.exists() or target.read_bytes() != source.read_bytes()):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    write(TREE / SWITCH, SWITCH_HEAD + "".join(generator.declarations))
    return generator.mutants


def environment(mutant):
    """What the tests are told: the library alone, without what takes many seconds, and one mutant."""
    return {
        **os.environ,
        "RECEIPT_PART": "core",
        "RECEIPT_QUICK": "1",
        "RECEIPT_MUTANTS": "500",
        "RECEIPT_MUTANT": str(mutant),
        "SWIFT_BACKTRACE": "enable=no",
    }


def run(arguments):
    """Runs a program in the tree; its exit code and what it printed."""
    result = subprocess.run(
        arguments, cwd=TREE, env=environment(0), check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    return result.returncode, result.stdout


def failure(suites, mutant, seconds):
    """Why the suites fail with a mutant, which ends them; nothing if they pass."""
    tests = subprocess.Popen(
        suites, cwd=TREE, env=environment(mutant), stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    # A mutant that hangs is noticed too.
    watch = threading.Timer(seconds, tests.kill)
    watch.start()
    try:
        for line in tests.stdout:
            if " recorded an issue " in line:
                return line.strip()
        return f"exit code {tests.returncode}" if tests.wait() else None
    finally:
        watch.cancel()
        tests.kill()
        tests.wait()
        tests.stdout.close()


def lost(mutants, log):
    """The mutants that an error of the compiler names: the numbers of a line first, then all of it."""
    result = set()
    for name, line in set(re.findall(r"(Sources/ReceiptCore/[^:\s]+\.swift):(\d+):\d+: error", log)):
        here = [
            mutant
            for mutant in mutants.values()
            if mutant["file"] == name and mutant["lines"][0] <= int(line) <= mutant["lines"][1]
        ]
        numbers = [mutant for mutant in here if mutant["kind"] == "number"]
        result |= {(one["file"], one["kind"], one["start"]) for one in numbers or here}
    return result


# The tests run often.
FAST = ["-Xswiftc", "-O"]


def build():
    """Builds the tree. What does not compile loses its switch."""
    swift = os.environ.get("SWIFT", "swift")
    broken = set()
    while True:
        mutants = generate(broken)
        code, log = run([swift, "build", "--target", "ReceiptCore", *FAST])
        if code == 0:
            break
        more = lost(mutants, log) - broken
        if not more:
            errors = sorted(set(re.findall(r".* error: .*", log)))
            sys.exit("\n".join(errors) or log[-4000:])
        print(f"{len(more)} more places do not compile with a switch", flush=True)
        broken |= more
    code, log = run([swift, "build", "--build-tests", *FAST])
    if code != 0:
        sys.exit(log[-4000:])
    LIST.write_text(json.dumps([mutants, len(broken)]), encoding="utf-8")


def tests(*arguments):
    """The tests' binary, without what swift test does around it."""
    bundle = next((TREE / ".build/debug").glob("*PackageTests.xctest"))
    if bundle.is_dir():
        return [os.environ.get("SWIFT", "swift"), "test", "--skip-build", "--disable-xctest", *arguments]
    return [str(bundle), "--testing-library", "swift-testing", *arguments]


# These take most of the time, and are run last.
SLOW = (
    "CostTests|DamageTests|DifferentialTests|JSONReaderTests|JWSTests|JWSVerificationTests|PlainAttributeTests"
    "|PrintedSyntaxTests|ResponseTests|StructureAnomalyTests|StructureTests"
)
# These read pages, or the source, where the switches are; or they try what writes receipts.
OTHERS = (
    "ChangelogTests|ContractTests|DocumentationTests|LibraryTextTests|LinkTests|PublicSurfaceTests"
    "|AuthorityTests|EncodingTests|PseudonymTests"
)


def survivors():
    """The survivors that have a reason."""
    lines = SURVIVORS.read_text(encoding="utf-8").splitlines() if SURVIVORS.exists() else []
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return {tuple(row[:3]): row[3] for row in rows}


def row(mutant):
    """A mutant without its line number, which changes often: its file, its line of source, the change."""
    text = (ROOT / mutant["file"]).read_text(encoding="utf-8").split("\n")
    return (mutant["file"].removeprefix(CORE), text[mutant["lines"][0] - 1].strip(), mutant["what"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many run at the same time")
    parser.add_argument("--only", help="numbers of mutants, separated by commas")
    parser.add_argument("--skip-build", action="store_true", help="use what was built before")
    parser.add_argument("--list", action="store_true", help="print all mutants, and run none")
    options = parser.parse_args()
    if not options.skip_build:
        build()
    listed, dropped = json.loads(LIST.read_text(encoding="utf-8"))
    mutants = {int(number): mutant for number, mutant in listed.items()}
    if options.list:
        for number, mutant in mutants.items():
            print("\t".join([str(number), *row(mutant)]))
        return
    print(f"{len(mutants)} mutants; {dropped} places do not compile with a switch", flush=True)

    known = survivors()
    stale = known.keys() - {row(mutant) for mutant in mutants.values()}
    for entry in sorted(stale):
        print("\t".join(entry), "is no mutant any more: remove it from", SURVIVORS.name)

    limits = []
    for suites in (
        tests("--filter", "ReceiptCoreTests", "--skip", f"{OTHERS}|{SLOW}"),
        tests("--filter", SLOW),
    ):
        began = time.monotonic()
        why = failure(suites, 0, 3600)
        if why:
            sys.exit("the tests fail without any mutant: " + why)
        limits.append((suites, 60 + 4 * options.jobs * (time.monotonic() - began)))

    def dice(number):
        """A number that depends on the mutant alone, so that a change elsewhere changes no draw."""
        return hashlib.sha256("\t".join([str(options.seed), *row(mutants[number])]).encode()).digest()

    drawn = sorted(mutants, key=dice)[: options.count]
    if options.only:
        drawn = [int(number) for number in options.only.split(",")]

    def survives(number):
        return not any(failure(suites, number, seconds) for suites, seconds in limits)

    reasons = 0
    new = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for count, (number, lives) in enumerate(zip(drawn, pool.map(survives, drawn)), start=1):
            if lives:
                entry = row(mutants[number])
                reasons += entry in known
                new += entry not in known
                print("\t".join([*entry, known.get(entry, "?")]), f"(mutant {number})", flush=True)
            if count % 20 == 0:
                print(f"{count} of {len(drawn)} were tried", flush=True)
    print(f"{len(drawn)} drawn: {len(drawn) - reasons - new} killed, {reasons} live with a reason, {new} without one")
    sys.exit(1 if new or stale else 0)


main()
