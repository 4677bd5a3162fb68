#!/usr/bin/env python3
"""Shows that a hostile input notices each guard against a cost that grows faster than the input.

    scripts/cost_guards.py [--skip-build] [--only NUMBER] [--list]

A copy of the tree is built once, with each guard behind a switch: RECEIPT_UNGUARDED takes one of them out. Then the
hostile input that the guard is for must take half as long again, or the script fails. Most take ten times as long.
"""

import argparse
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile

import cost
import cost_shapes

ROOT = pathlib.Path(__file__).resolve().parent.parent
TREE = ROOT / ".build-cost/tree"

SIZE = 1 << 20
LONGEST = 60
LEAST_FACTOR = 1.5

SWITCH = "Sources/ReceiptCore/Diagnostics/CostSwitch.swift"
SWITCH_TEXT = """\
#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

package let unguarded: Int = unsafe getenv("RECEIPT_UNGUARDED").flatMap { unsafe Int(String(cString: $0)) } ?? 0
"""

CORE = "Sources/ReceiptCore/"
INSIGHT = "Sources/ReceiptInsight/"
MAKING = "Sources/ReceiptMaking/"
TOOL = "Sources/ReceiptCommandLine/"


def limit(text):
    """A constant that has no end without the guard."""
    name, value = text.split(" = ")
    return text, f"{name}: Int = OFF ? .max >> 1 : {value}"


# The limits of 1,000 products and of 50 grace periods are not here. Each bounds what the other lets grow, so that the
# law holds without either of them. Nor is it here that `redact` goes on from the last name with a pseudonym: that saves
# half of the time for 7 MB of all names of three signs, and nothing for a smaller input.
#
# What the guard does, its file, its text there, the text without it, and the pair that notices. OFF is true without
# the guard.
GUARDS = [
    (
        "what was searched for a mask is not searched for each word",
        CORE + "Decoding/Input/ShortenedText.swift",
        ("guard text.startIndex >= unmasked", "guard OFF || text.startIndex >= unmasked"),
        ("beginnings of receipts after a word", "decode"),
    ),
    (
        "columns of a document are counted on from the last place",
        TOOL + "Documents/JSONDocument.swift",
        ("if place < offset {", "if OFF || place < offset {"),
        ("response: many chains", "make"),
    ),
    (
        "the subscriptions of a product are a set",
        INSIGHT + "Lint/Rules/MixedOriginalRule.swift",
        (
            "originals[product, default: []].insert(original)",
            "if OFF, originals[product]?.contains(where: { $0 == original }) == true { continue }\n"
            "      originals[product, default: []].insert(original)",
        ),
        ("many chains, one product", "diagnose"),
    ),
    (
        "one pass finds the products of all transactions that occur twice",
        INSIGHT + "Lint/Rules/DuplicateTransactionRule.swift",
        (
            "String(counts[id] ?? 0)",
            "String(OFF ? subject.receipt.inApp.count { $0.transactionID == id } : counts[id] ?? 0)",
        ),
        ("each purchase twice", "diagnose"),
    ),
    (
        "a chain keeps the next record of another product",
        CORE + "Account/PurchaseHistory.swift",
        (
            "index = chain.nextOther[index]",
            "repeat { index += OFF ? 1 : chain.nextOther[index] - index } while OFF && index < chain.places.count\n"
            "        && records[chain.places[index]].productID == record.productID",
        ),
        ("response: upgrades", "timeline"),
    ),
    (
        "of the neighbours of a cancellation 64 are looked at",
        INSIGHT + "Comparison/PurchaseEvents.swift",
        limit("maximumNeighbours = 64"),
        ("response: bought at once", "diff", "response: cancelled at once"),
    ),
    (
        "a timeline has 50 tracks",
        INSIGHT + "Timeline/Timeline.swift",
        limit("maximumTracks = 50"),
        ("many running products", "timeline --format html"),
    ),
    (
        "16 parts of an identifier are replaced one by one",
        MAKING + "Redaction/Pseudonyms.swift",
        limit("maximumParts = 16"),
        ("an identifier of dots", "redact"),
    ),
    (
        "128 bytes of a number become decimal",
        TOOL + "Text/DecimalText.swift",
        limit("maximumDecimalLength = 128"),
        ("a long number", "decode --all"),
    ),
    (
        "96 levels of elements are taken apart",
        INSIGHT + "Structure/ElementWalker.swift",
        limit("maximumDepth = 96"),
        ("nested elements", "dump"),
    ),
    (
        "the names of an object are in a hash table",
        CORE + "Formats/JSON/NameTable.swift",
        limit("few = 32"),
        ("many keys", "decode"),
    ),
    (
        "an end that is missing is searched for once",
        CORE + "Decoding/Input/LogScan.swift",
        (
            "if range == nil { missingEnds.insert(close) }",
            "if !OFF, range == nil { missingEnds.insert(close) }",
        ),
        ("tags", "decode"),
    ),
    (
        "of many brackets only the last begin a value",
        CORE + "Decoding/Input/LogScan.swift",
        ("guard run.count > TextCursor.maximumLists else", "guard !OFF, run.count > TextCursor.maximumLists else"),
        ("brackets after a word", "decode"),
    ),
    (
        "a search in a text has a budget",
        CORE + "Decoding/Input/LogScan.swift",
        ("budget = 2 * text.count + (64 << 10)", "budget = OFF ? .max >> 1 : 2 * text.count + (64 << 10)"),
        ("braces after a word", "decode"),
    ),
    (
        "empty lines are one line of a dump",
        INSIGHT + "Structure/LineWalker.swift",
        ("if end == start, bytes[position...]", "if !OFF, end == start, bytes[position...]"),
        ("newlines", "dump"),
    ),
]


def build():
    if TREE.exists():
        shutil.rmtree(TREE / "Sources", ignore_errors=True)
    TREE.mkdir(parents=True, exist_ok=True)
    for name in ("Package.swift", "Package.resolved", "Sources", "Benchmarks", "Tests"):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, TREE / name, dirs_exist_ok=True)
        elif (ROOT / name).exists():
            shutil.copy(ROOT / name, TREE / name)
    (TREE / SWITCH).write_text(SWITCH_TEXT)
    for number, (what, file, (before, after), _) in enumerate(GUARDS, 1):
        text = (TREE / file).read_text()
        if text.count(before) != 1:
            sys.exit(f"{file} has \"{before}\" {text.count(before)} times, where the guard is: {what}")
        (TREE / file).write_text(text.replace(before, after.replace("OFF", f"(unguarded == {number})")))
    subprocess.run(
        [os.environ.get("SWIFT", "swift"), "build", "-c", "release", "--product", "receipt", "--package-path", TREE],
        check=True,
    )


def seconds(shape, command, second, guard):
    """Of a processor, for one hostile input; LONGEST if it takes longer."""
    with tempfile.TemporaryDirectory() as folder:
        places = {"OUTPUT": f"{folder}/output"}
        for name, kind in (("INPUT", shape), ("SECOND", second or shape)):
            places[name] = f"{folder}/{name}"
            pathlib.Path(places[name]).write_bytes(cost_shapes.SHAPES[kind](SIZE))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        try:
            subprocess.run(
                [TREE / ".build/release/receipt", *(places.get(word, word) for word in cost.COMMANDS[command])],
                env={**os.environ, "RECEIPT_UNGUARDED": str(guard)},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=LONGEST,
            )
        except subprocess.TimeoutExpired:
            return float(LONGEST)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--skip-build", action="store_true")
    parser.add_argument("--only", type=int, metavar="NUMBER")
    parser.add_argument("--list", action="store_true", help="print the guards as a table of Markdown")
    options = parser.parse_args()
    if options.list:
        print("| guard | where | input | command |\n|---|---|---|---|")
        for what, file, _, (shape, command, *_) in GUARDS:
            print(f"| {what} | `{pathlib.Path(file).stem}` | {shape} | `{command}` |")
        return
    if not options.skip_build:
        build()
    failed = 0
    for number, (what, _, _, (shape, command, *second)) in enumerate(GUARDS, 1):
        if options.only not in (None, number):
            continue
        guarded, unguarded = (seconds(shape, command, second[0] if second else None, switch) for switch in (0, number))
        is_needed = unguarded >= LEAST_FACTOR * guarded
        failed += not is_needed
        state = "NOTICED" if is_needed else "not noticed"
        print(
            f"{number:2} {state}: {what}: {command}: {shape}: {guarded:.3f} s, without it {unguarded:.3f} s", flush=True
        )
    print(f"{failed} guards are not shown to be needed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
