#!/usr/bin/env python3
"""Changes the source of a module in small ways, and names the changes that no test notices.

    scripts/mutants.py [--module ReceiptCore] [--count 200] [--folders Trust,Checks] [--seed 1] [--jobs 2]
                       [--resume] [--only 17,204] [--skip-build] [--list]

A copy of the tree is built once, with every change that is drawn behind a switch. RECEIPT_MUTANT turns one of them
on. One run of each suite finds the changes that would alter a value in it. For each change, those suites run, up to the
first failure. A change that survives them must be in scripts/mutants-survivors.tsv with its reason, or the script
fails. `--count 0` draws all. Each result goes to a file at once; `--resume` goes on where a run was cut.
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
SURVIVORS = ROOT / "scripts/mutants-survivors.tsv"


class Module:
    """A module whose source is changed, and the tests that are to notice it."""

    def __init__(self, name, folders, tests, part, others):
        self.name = name
        self.source = f"Sources/{name}/"
        # Those that are changed; all of them if none is named.
        self.folders = tuple(self.source + folder + "/" for folder in folders) or (self.source,)
        self.tests = tests
        # The part of the package that is built.
        self.part = part
        # Suites that read pages, or the source, where the switches are; or that try what writes receipts.
        self.others = others
        work = ROOT / ".build-mutants" / name
        self.tree = work / "tree"
        # What was built, with its numbers.
        self.list = work / "mutants.json"
        # The suites, with their seconds and the mutants that alter a value in them.
        self.suites = work / "suites.json"
        # What became of each mutant, in all runs.
        self.results = work / "results.tsv"
        self.reached = work / "reached"
        # The places that do not compile with a switch, with the digests of their files.
        self.broken = work / "broken.json"
        self.switch = self.source + "MutantSwitch.swift"


MODULES = [
    # What decides whether a receipt is readable and believed, who has what, and whether it meets expectations.
    Module(
        "ReceiptCore",
        [
            "Trust", "Account", "Checks", "Crypto", "Formats/ASN1", "Formats/Base64", "Formats/CMS", "Formats/JSON",
            "Formats/JWS", "Formats/X509", "Decoding/AppReceipt", "Decoding/IOS6", "Decoding/StoreKit2",
        ],
        "ReceiptCoreTests", "core",
        {
            "ChangelogTests", "ContractTests", "DocumentationTests", "LibraryTextTests", "LinkTests",
            "PublicSurfaceTests", "AuthorityTests", "EncodingTests", "PseudonymTests",
        },
    ),
    # The whole command line. The programs that its tests start have the switches too.
    Module("ReceiptCommandLine", [], "ReceiptCommandTests", "", {"ClosedProgramTests"}),
]

OPPOSITES = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&"}

# A digit of a mutant's number in an operator's name.
DIGITS = "∀∂∃∄∅∆∇∈∉∊"

SWITCH_HEAD = """\
#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

let mutant: Int = unsafe getenv("RECEIPT_MUTANT").flatMap { unsafe Int(String(cString: $0)) } ?? 0

/// A file with a byte for each mutant: 1 once it would have changed a value. All mutants are off meanwhile.
nonisolated(unsafe) let reached: UnsafeMutableRawPointer? = {
  guard let name = unsafe getenv("RECEIPT_MUTANTS_REACHED") else { return nil }
  let file = unsafe open(name, O_RDWR)
  // It may be that of a stream that a test closed.
  defer { close(file) }
  return unsafe mmap(nil, 1 << 18, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
}()

@inline(never) func note(_ number: Int) {
  if number > 0 { unsafe reached?.storeBytes(of: 1, toByteOffset: number, as: UInt8.self) }
}

/// Whether a mutant is on.
@inline(__always) func mutantIsOn(_ number: Int) -> Bool {
  if mutant < 0 { note(number) }
  return mutant == number
}

/// A condition that one mutant takes as true, and another as false.
@inline(__always) func mutantAsked(_ value: Bool, always: Int, never: Int) -> Bool {
  if mutant < 0 {
    note(value ? never : always)
    return value
  }
  return mutant == always || (mutant != never && value)
}

/// A number to which one mutant adds one.
@inline(__always) func mutantAltered<Number: FixedWidthInteger>(_ value: Number, _ number: Int) -> Number {
  mutantIsOn(number) ? value &+ 1 : value
}
"""
COMPARISON = """
infix operator {name}: ComparisonPrecedence
@inline(__always) func {name}<Value: {bound}>(_ left: Value, _ right: Value) -> Bool {{
  if mutant < 0, (left {sign} right) != (left {other} right) {{ note({number}) }}
  return mutant == {number} ? left {other} right : left {sign} right
}}
"""
# What stands on the right is not evaluated where the source does not.
CONNECTIVE = """
infix operator {name}: {precedence}
@inline(__always) func {name}(_ left: Bool, _ right: @autoclosure () throws -> Bool) rethrows -> Bool {{
  if mutant < 0 {{
    let value = try left {sign} right()
    if value != {usual} {{ note({number}) }}
    return value
  }}
  return try mutant == {number} ? left {other} right() : left {sign} right()
}}
"""

# Where a comment or a text begins.
BEGINNING = re.compile(r'//|/\*|#*"""|#*"')
# Lines where a number is no value, or changes nothing but speed.
NUMBERLESS = re.compile(r"\s*(case |@|#)|.*reserveCapacity\(")
# Lines that state what no input can reach.
UNREACHABLE = re.compile(r".*precondition\(")


def masked(text):
    """The text without comments, and without texts and all that they interpolate, at the same places."""
    parts = []
    place = 0
    while match := BEGINNING.search(text, place):
        end = end_of_comment(text, match) if match[0].startswith("/") else end_of_text(text, match)
        parts += [text[place : match.start()], re.sub(r"[^\n]", "·", text[match.start() : end])]
        place = end
    return "".join([*parts, text[place:]])


def end_of_comment(text, match):
    last = "\n" if match[0] == "//" else "*/"
    end = text.find(last, match.end())
    return len(text) if end < 0 else end + (len(last) if last == "*/" else 0)


def end_of_text(text, match):
    """Where a literal ends. What it interpolates may have texts of its own."""
    quotes = match[0].lstrip("#")
    hashes = "#" * (len(match[0]) - len(quotes))
    place = match.end()
    while not text.startswith(quotes + hashes, place):
        if text.startswith("\\" + hashes, place):
            place += 1 + len(hashes)
            place = end_of_parentheses(text, place) if text[place] == "(" else place + 1
        else:
            place += 1
    return place + len(quotes + hashes)


def end_of_parentheses(text, place):
    depth = 0
    while True:
        inner = BEGINNING.match(text, place)
        if inner and "\"" in inner[0]:
            place = end_of_text(text, inner)
            continue
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        place += 1
        if depth == 0:
            return place


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

    def __init__(self, broken, drawn=None):
        self.mutants = {}
        self.declarations = []
        self.broken = broken
        # The numbers of those that are built; all of them if none is named.
        self.drawn = drawn
        self.number = 0

    def file(self, name, text):
        """The text of a file with its switches."""
        plain = masked(text)
        edits = []

        def add(kind, start, end, what):
            """The number of a new mutant; 0 for one that is not drawn or does not compile, which no switch has."""
            self.number += 1
            lines = [plain.count("\n", 0, place) + 1 for place in (start, end)]
            if (name, kind, start) in self.broken or self.drawn is not None and self.number not in self.drawn:
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
                    edits.append((start, 0, start, "mutantAsked("))
                    edits.append((end, -1, end, f", always: {always or -1}, never: {never or -1})"))
        for match in re.finditer(r"\breturn (true|false)\b", plain):
            number = add("answer", *match.span(1), f"return {match[1]}: the opposite")
            if number:
                edits.append((match.start(1), 1, match.end(1), f"mutantIsOn({number}) != {match[1]}"))
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
                edits.append((match.start(), 1, match.end(), f"mutantAltered({match[1]}, {number})"))
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
                precedence=f"Logical{kind}Precedence", usual="true" if sign == "&&" else "false")
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


def files():
    """The names of all files of the tree, in order."""
    names = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True,
        text=True,
    ).stdout.splitlines()
    return sorted(name for name in names if (ROOT / name).exists())


def changed(module, name):
    """Whether a file is one of those that are changed."""
    return name.startswith(module.folders) and name.endswith(".swift")


def possible(module):
    """All mutants of a module, whether or not they compile."""
    generator = Generator(set())
    for name in filter(lambda name: changed(module, name), files()):
        generator.file(name, (ROOT / name).read_text(encoding="utf-8"))
    return generator.mutants


def draw(module, options):
    """The numbers of the mutants that are drawn."""
    mutants = possible(module)

    def dice(number):
        """A number that depends on the mutant alone, so that a change elsewhere changes no draw."""
        return hashlib.sha256("\t".join([str(options.seed), *row(mutants[number])]).encode()).digest()

    drawn = sorted(mutants, key=dice)
    if options.folders:
        folders = tuple(f"{module.source}{folder}/" for folder in options.folders.split(","))
        drawn = [number for number in drawn if mutants[number]["file"].startswith(folders)]
    return set(drawn[: options.count or None])


def generate(module, broken, drawn):
    """Writes the tree with the switches."""
    generator = Generator(broken, drawn)
    for name in files():
        source, target = ROOT / name, module.tree / name
        if changed(module, name):
            write(target, generator.file(name, source.read_text(encoding="utf-8")))
        elif not target.exists() or target.read_bytes() != source.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    write(module.tree / module.switch, SWITCH_HEAD + "".join(generator.declarations))
    return generator.mutants


def environment(module, mutant):
    """What the tests are told: the part that is built, without what takes many seconds, and one mutant."""
    return {
        **os.environ,
        "RECEIPT_PART": module.part,
        "RECEIPT_QUICK": "1",
        "RECEIPT_MUTANTS": "500",
        "RECEIPT_MUTANT": str(mutant),
        "RECEIPT_MUTANTS_REACHED": str(module.reached),
        "SWIFT_BACKTRACE": "enable=no",
    }


def run(module, arguments):
    """Runs a program in the tree; its exit code and what it printed."""
    result = subprocess.run(
        arguments, cwd=module.tree, env=environment(module, 0), check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    return result.returncode, result.stdout


def failure(module, suites, mutant, seconds):
    """Why the suites fail with a mutant, which ends them; nothing if they pass."""
    tests = subprocess.Popen(
        binary(module, "--filter", f"{module.tests}\\.({'|'.join(suites)})/"), cwd=module.tree,
        env=environment(module, mutant),
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
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


def lost(module, mutants, log):
    """The mutants that an error of the compiler names: the numbers of a line first, then all of it.

    An error in a closure may be told at its beginning, so the lines behind it count if the line itself has none.
    """
    result = set()
    for name, line in set(re.findall(rf"({module.source}[^:\s]+\.swift):(\d+):\d+: error", log)):
        for first, last in ((int(line), int(line)), (int(line), int(line) + 5)):
            here = [
                mutant
                for mutant in mutants.values()
                if mutant["file"] == name and mutant["lines"][0] <= last and mutant["lines"][1] >= first
            ]
            if here:
                break
        numbers = [mutant for mutant in here if mutant["kind"] == "number"]
        result |= {(one["file"], one["kind"], one["start"]) for one in numbers or here}
    return result


def errors(log):
    """What the compiler complains of."""
    return "\n".join(sorted(set(re.findall(r".* error: .*", log)))) or log[-4000:]


# The tests run often, so they are built with optimization.
FAST = ["-c", "release", "-Xswiftc", "-enable-testing", "-debug-info-format", "none"]


def digest(name):
    """The beginning of the digest of a source file."""
    return hashlib.sha256((ROOT / name).read_bytes()).hexdigest()[:12]


def remembered(module):
    """The places that did not compile in an earlier build, in files that are still the same."""
    places = json.loads(module.broken.read_text(encoding="utf-8")) if module.broken.exists() else []
    return {
        (name, kind, start) for name, kind, start, seen in places if (ROOT / name).exists() and digest(name) == seen
    }


def build(module, drawn):
    """Builds the tree. What does not compile loses its switch."""
    swift = os.environ.get("SWIFT", "swift")
    broken = remembered(module)
    while True:
        mutants = generate(module, broken, drawn)
        code, log = run(module, [swift, "build", "--target", module.name, *FAST])
        if code == 0:
            break
        more = lost(module, mutants, log) - broken
        if not more:
            sys.exit(errors(log))
        print(f"{len(more)} more places do not compile with a switch", flush=True)
        broken |= more
        places = [[*place, digest(place[0])] for place in sorted(broken)]
        module.broken.write_text(json.dumps(places), encoding="utf-8")
    code, log = run(module, [swift, "build", "--build-tests", *FAST])
    if code != 0:
        sys.exit(errors(log))
    module.list.write_text(json.dumps([mutants, len(broken)]), encoding="utf-8")


def binary(module, *arguments):
    """The tests' binary, without what swift test does around it."""
    bundle = next((module.tree / ".build/release").glob("*PackageTests.xctest"))
    if bundle.is_dir():
        return [os.environ.get("SWIFT", "swift"), "test", *FAST, "--skip-build", "--disable-xctest", *arguments]
    return [str(bundle), "--testing-library", "swift-testing", *arguments]


def measure(module):
    """Runs each suite once, without any mutant."""
    names = set()
    for file in sorted((module.tree / "Tests" / module.tests).rglob("*.swift")):
        names |= set(re.findall(r"^@Suite\b[^{]*\bstruct (\w+)", file.read_text(encoding="utf-8"), re.MULTILINE))
    result = {}
    for name in sorted(names - module.others):
        module.reached.write_bytes(bytes(1 << 18))
        began = time.monotonic()
        why = failure(module, [name], -1, 3600)
        if why:
            sys.exit(f"{name} fails without any mutant: {why}")
        numbers = [number for number, byte in enumerate(module.reached.read_bytes()) if byte]
        result[name] = [time.monotonic() - began, numbers]
    module.suites.write_text(json.dumps(result), encoding="utf-8")


# Suites that take longer run by themselves, after the others.
QUICK = 3


def plan(number, suites):
    """The suites that one mutant concerns, in the order in which they run, with a limit of seconds."""
    here = sorted((seconds, name) for name, (seconds, numbers) in suites.items() if number in numbers)
    quick = [name for seconds, name in here if seconds < QUICK]
    runs = [(quick, sum(seconds for seconds, _ in here[: len(quick)]))] if quick else []
    runs += [([name], seconds) for seconds, name in here[len(quick) :]]
    return [(names, 30 + 8 * seconds) for names, seconds in runs]


def survivors():
    """The survivors that have a reason."""
    lines = SURVIVORS.read_text(encoding="utf-8").splitlines() if SURVIVORS.exists() else []
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return {tuple(row[:3]): row[3] for row in rows}


def row(mutant):
    """A mutant without its line number, which changes often: its file, its line of source, the change."""
    text = (ROOT / mutant["file"]).read_text(encoding="utf-8").split("\n")
    return (mutant["file"].removeprefix("Sources/"), text[mutant["lines"][0] - 1].strip(), mutant["what"])


def identity(mutant):
    """What tells a mutant from all others, as long as its file stays as it is."""
    return f"{digest(mutant['file'])}:{mutant['start']}:{mutant['what']}"


def results(module, build):
    """What earlier runs found. Other tests may find a mutant that lived."""
    text = module.results.read_text(encoding="utf-8") if module.results.exists() else ""
    # A failure may hold other separators of lines. A run may be cut in the middle of its row.
    rows = [row for row in (line.split("\t") for line in text.split("\n")) if len(row) > 2]
    return {row[0]: row[2] for row in rows if row[2] == "killed" or row[1] == build}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--module", choices=[module.name for module in MODULES], default=MODULES[0].name)
    parser.add_argument("--count", type=int, default=200, help="how many are drawn; 0 for all")
    parser.add_argument("--folders", help="folders of the module, separated by commas")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many run at the same time")
    parser.add_argument("--resume", action="store_true", help="run no mutant again whose result is known")
    parser.add_argument("--only", help="numbers of mutants, separated by commas")
    parser.add_argument("--skip-build", action="store_true", help="use what was built before")
    parser.add_argument("--list", action="store_true", help="print all mutants, and run none")
    options = parser.parse_args()
    module = next(one for one in MODULES if one.name == options.module)
    if not options.skip_build:
        build(module, draw(module, options))
    listed, dropped = json.loads(module.list.read_text(encoding="utf-8"))
    mutants = {int(number): mutant for number, mutant in listed.items()}
    if options.list:
        for number, mutant in mutants.items():
            print("\t".join([str(number), *row(mutant)]))
        return
    print(f"{len(mutants)} mutants; {dropped} places do not compile with a switch", flush=True)

    known = {row: why for row, why in survivors().items() if f"Sources/{row[0]}".startswith(module.source)}
    stale = known.keys() - {row(mutant) for mutant in possible(module).values()}
    for entry in sorted(stale):
        print("\t".join(entry), "is no mutant any more: remove it from", SURVIVORS.name)

    built = str(module.list.stat().st_mtime_ns)
    if not module.suites.exists() or module.suites.stat().st_mtime_ns < module.list.stat().st_mtime_ns:
        measure(module)
    suites = {
        name: (seconds, set(numbers))
        for name, (seconds, numbers) in json.loads(module.suites.read_text(encoding="utf-8")).items()
    }

    drawn = list(mutants)
    if options.only:
        drawn = [int(number) for number in options.only.split(",")]

    earlier = results(module, built) if options.resume else {}

    def survives(number):
        name = identity(mutants[number])
        found = earlier.get(name)
        if not found:
            began = time.monotonic()
            runs = plan(number, suites)
            why = next(filter(None, (failure(module, names, number, limit) for names, limit in runs)), None)
            found = "killed" if why else "lives"
            took = f"{time.monotonic() - began:.1f}"
            with module.results.open("a", encoding="utf-8") as file:
                file.write("\t".join([name, built, found, str(number), took, why or ""]) + "\n")
        return found == "lives"

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
