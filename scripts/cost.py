#!/usr/bin/env python3
"""Holds the cost of every command on hostile inputs to a law.

The law allows so many instructions and so much memory for each byte, and a cost that grows no faster than the input.

    scripts/cost.py [--sizes 1,4] [--sample] [--only WORDS] [--jobs 2] [--table FILE] [RECEIPT]

Instructions are counted by valgrind, because they do not depend on what else the machine does. A pair that takes less
than a quarter of its limit without valgrind is not counted: that would take hours. No pair fails because of a time.
A pair of a command and a shape that may cost more is in Benchmarks/cost.tsv, with its limits and the reason. How the
limits were chosen is in docs/performance.md.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading

import cost_shapes

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXCEPTIONS = ROOT / "Benchmarks/cost.tsv"
MEBIBYTE = 1 << 20

# The law, in nanoseconds a byte. Dumps and copies write a lot.
NANOSECONDS = {"dump": 120, "redact": 120}
USUAL_NANOSECONDS = 60
# What the machine of docs/performance.md does in a nanosecond on these commands, between 5 and 11. More would allow
# more instructions.
INSTRUCTIONS_PER_NANOSECOND = 7
# Peak of memory beyond the start of the program, in bytes for each byte of input.
MEMORY = 12
# The same for what programs and mails make of a receipt.
PASTED_MEMORY = 10
# What four times the input may cost more. An index by binary search or a sorted list adds a little.
GROWTH = 4.6
# A run that takes less than this part of its limit in time is not counted.
CHEAP = 0.25
# Below so many instructions a byte growth is not judged: the start of the program is not always the same.
NEGLIGIBLE = 10

TIME = ["--at", "2026-01-01"]
# In the arguments: the input, and for a comparison a second one of nearly the same size. In the name of a command,
# what begins with a small letter is the subcommand.
COMMANDS = {
    "decode": ["decode", *TIME, "INPUT"],
    "decode --all": ["decode", "--all", *TIME, "INPUT"],
    "decode --ids": ["decode", "--ids", *TIME, "INPUT"],
    "decode --format json": ["decode", "--format", "json", *TIME, "INPUT"],
    "decode --format csv": ["decode", "--format", "csv", *TIME, "INPUT"],
    "decode --format verify-receipt": ["decode", "--format", "verify-receipt", *TIME, "INPUT"],
    "decode --redact": ["decode", "--redact", *TIME, "INPUT"],
    "decode --lines": ["decode", "--lines", "--jobs", "1", "--format", "csv", *TIME, "INPUT"],
    "check": ["check", *TIME, "INPUT"],
    "check --details": ["check", "--details", *TIME, "INPUT"],
    "check --product": [
        "check", "--product", "p7", "--active-product", "p9", "--unique-transactions", "--unsigned", "accept", *TIME,
        "INPUT",
    ],
    "check --format junit": ["check", "--format", "junit", *TIME, "INPUT"],
    "check --format sarif": ["check", "--format", "sarif", *TIME, "INPUT"],
    "check --record": ["check", "--record", "OUTPUT", *TIME, "INPUT"],
    "check --expect": ["check", "--expect", "INPUT", *TIME, "RECEIPT"],
    "check --lines": ["check", "--lines", "--jobs", "1", *TIME, "INPUT"],
    "check --summary": ["check", "--lines", "--summary", "--jobs", "1", *TIME, "INPUT"],
    "table": ["table", *TIME, "INPUT"],
    "table --lines": ["table", "--lines", "--jobs", "1", "--format", "csv", *TIME, "INPUT"],
    "diagnose": ["diagnose", "--settings", "none", *TIME, "INPUT"],
    "diagnose --details": ["diagnose", "--settings", "none", "--details", *TIME, "INPUT"],
    "diagnose --reply": [
        "diagnose", "--settings", "none", "--reply", "en", "--complaint", "refund", *TIME, "INPUT",
    ],
    "diagnose --format json": ["diagnose", "--settings", "none", "--format", "json", *TIME, "INPUT"],
    "diagnose --format csv": ["diagnose", "--settings", "none", "--format", "csv", *TIME, "INPUT"],
    "diagnose --format html": ["diagnose", "--settings", "none", "--format", "html", *TIME, "INPUT"],
    "timeline": ["timeline", "--settings", "none", *TIME, "INPUT"],
    "timeline --format json": ["timeline", "--settings", "none", "--format", "json", *TIME, "INPUT"],
    "timeline --format html": ["timeline", "--settings", "none", "--format", "html", *TIME, "INPUT"],
    "dump": ["dump", "INPUT"],
    "dump --hex": ["dump", "--hex", "INPUT"],
    "dump --all": ["dump", "--all", "INPUT"],
    "dump --format json": ["dump", "--format", "json", "INPUT"],
    "diff": ["diff", *TIME, "INPUT", "SECOND"],
    "diff --format json": ["diff", "--format", "json", *TIME, "INPUT", "SECOND"],
    "redact": ["redact", "-o", "OUTPUT", "INPUT"],
    "redact --map": ["redact", "-o", "OUTPUT", "--map", "MAP", "--force", "INPUT"],
    "redact --lines": ["redact", "--lines", "--jobs", "1", "-o", "OUTPUT", "INPUT"],
    "make": ["make", "-o", "OUTPUT", "INPUT"],
    "init": ["init", "-o", "OUTPUT", "--force", "INPUT"],
}

# The commands that are tried with what programs and mails make of a receipt.
READING = ["check", "decode"]

# What .ci/run tries: a pair for each guard against a cost that grows faster than the input, and the dearest pairs.
SAMPLE = [
    ("one chain", "decode --format csv"),
    ("one chain", "redact"),
    ("one chain", "dump"),
    ("one chain, many products", "diff"),
    ("many chains, one product", "diagnose"),
    ("each purchase twice", "diagnose"),
    ("one transaction, many products", "diagnose"),
    ("many running products", "timeline"),
    ("response: many chains", "make"),
    ("response: many chains and renewals", "diagnose"),
    ("history: many transactions", "redact"),
    ("keys of signs", "redact"),
    ("property list", "decode"),
    ("a long name of many objects", "decode"),
    ("history: a long name of many lists", "decode"),
    ("log lines with JSON", "decode"),
    ("newlines", "dump"),
]

# One processor's code in OpenSSL and in the C library, and the same hashes each time, as in instructions.sh.
ENVIRONMENT = {
    "LC_ALL": "C",
    "TZ": "UTC",
    "SWIFT_DETERMINISTIC_HASHING": "1",
    "OPENSSL_ia32cap": "0x178bfbff:0",
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-AVX,-BMI1,-BMI2,-LZCNT,-MOVBE,-ERMS,-FSRM,-SSE4_1,-SSE4_2,-SSSE3",
    # For cost_guards.py.
    "RECEIPT_UNGUARDED": os.environ.get("RECEIPT_UNGUARDED", "0"),
}


class Tool:
    """The program, with a folder for its inputs."""

    def __init__(self, path, folder):
        # valgrind reads the debug information of an unstripped binary at each start.
        self.path = str(folder / "receipt")
        shutil.copy(path, self.path)
        if shutil.which("objcopy"):
            subprocess.run(["objcopy", "--strip-debug", self.path], check=False, stderr=subprocess.DEVNULL)
        self.folder = folder
        # Two pairs of one shape need the same file.
        self.writing = threading.Lock()
        self.start = {}

    def write(self, name, size):
        """The file of a shape. Another process makes it: the memory of this one would count as that of its children."""
        path = self.folder / f"{re.sub('[^a-zA-Z0-9]+', '-', name)}.{size}"
        with self.writing:
            if not path.exists():
                with open(path, "wb") as file:
                    subprocess.run(
                        [sys.executable, cost_shapes.__file__, name, str(size)], stdout=file, check=True
                    )
        return path

    def arguments(self, command, first, second):
        folder = tempfile.mkdtemp(dir=self.folder)
        places = {
            "INPUT": first,
            "SECOND": second,
            "OUTPUT": f"{folder}/output",
            "MAP": f"{folder}/map",
            "RECEIPT": ROOT / "Fixtures/sandbox-subscription.b64",
        }
        return [str(places.get(word, word)) for word in COMMANDS[command]], folder

    def instructions(self, command, first, second):
        arguments, folder = self.arguments(command, first, second)
        result = subprocess.run(
            ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", self.path]
            + arguments,
            env=ENVIRONMENT | {"PATH": os.environ["PATH"]},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        shutil.rmtree(folder)
        found = re.findall(rb"I +refs: +([\d,]+)", result.stderr)
        if not found:
            sys.exit(f"valgrind did not count: {command}: {result.stderr[-500:].decode(errors='replace')}")
        return int(found[-1].replace(b",", b""))

    def run(self, command, first, second):
        """The largest resident memory of a run in bytes, its processor time in nanoseconds, and its exit code."""
        arguments, folder = self.arguments(command, first, second)
        null = os.open("/dev/null", os.O_RDWR)
        process = os.posix_spawn(
            self.path,
            [self.path] + arguments,
            ENVIRONMENT,
            file_actions=[(os.POSIX_SPAWN_DUP2, null, number) for number in (0, 1, 2)],
        )
        os.close(null)
        _, status, usage = os.wait4(process, 0)
        shutil.rmtree(folder)
        peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        return peak, usage.ru_utime * 1e9, os.waitstatus_to_exitcode(status)

    def startup(self, command):
        """What the command costs on a small receipt."""
        if command not in self.start:
            small = self.folder / "small"
            if not small.exists():
                shutil.copy(ROOT / "Fixtures/sandbox-subscription.b64", small)
            self.start[command] = (self.instructions(command, small, small), self.run(command, small, small)[0])
        return self.start[command]


class Measured:
    """What one command costs on one shape."""

    def __init__(self, tool, shape, command, sizes, counts_all):
        self.shape, self.command = shape, command
        start, start_peak = tool.startup(command)
        inputs = [(tool.write(shape, size), tool.write(shape, size * 9 // 10)) for size in sizes]
        compares = "SECOND" in COMMANDS[command]
        self.bytes = [a.stat().st_size + (b.stat().st_size if compares else 0) for a, b in inputs]
        # The peak of the largest only: that of a small one is hidden in what the start took.
        peak, time, self.status = tool.run(command, *inputs[-1])
        self.memory = max(0, peak - start_peak) / self.bytes[-1]
        self.counts = []
        cheap = CHEAP * usual_limits(command)[0] / INSTRUCTIONS_PER_NANOSECOND
        if counts_all or time / self.bytes[-1] > cheap:
            self.counts = [max(0, tool.instructions(command, *pair) - start) for pair in inputs]

    @property
    def each_byte(self):
        return self.counts[-1] / self.bytes[-1] if self.counts else 0

    @property
    def growth(self):
        """How much the cost grows where the input grows four times; at least as steeply between any two sizes."""
        if self.each_byte < NEGLIGIBLE:
            return 0
        steps = zip(self.counts, self.counts[1:], self.bytes, self.bytes[1:])
        return max((big / max(small, 1)) * 4 / (b / a) for small, big, a, b in steps)

    def faults(self, limits):
        instructions, memory = limits
        if self.each_byte > instructions:
            yield f"{self.each_byte:.0f} instructions a byte, over {instructions:.0f}"
        if self.memory > memory:
            yield f"{self.memory:.1f} bytes of memory a byte, over {memory:g}"
        if self.growth > GROWTH:
            yield f"four times the input costs {self.growth:.1f} times as much"


def usual_limits(command):
    nanoseconds = USUAL_NANOSECONDS
    for word, own in NANOSECONDS.items():
        if word in re.split("[ -]+", command):
            nanoseconds = own
    return nanoseconds * INSTRUCTIONS_PER_NANOSECOND, MEMORY


def read_exceptions():
    """By shape and command the limits that are wider, with their reasons. `*` stands for every shape or command."""
    rows = []
    for line in EXCEPTIONS.read_text().splitlines():
        if line and not line.startswith("#"):
            shape, command, instructions, memory, reason = line.split("\t")
            rows.append((shape, command, float(instructions or 0), float(memory or 0), reason))
    return rows


def limits(exceptions, shape, command):
    instructions, memory = usual_limits(command)
    if shape in cost_shapes.PASTES:
        memory = PASTED_MEMORY
    for own_shape, own_command, own_instructions, own_memory, _ in exceptions:
        if own_shape in ("*", shape) and own_command in ("*", command):
            instructions = max(instructions, own_instructions)
            memory = max(memory, own_memory)
    return instructions, memory


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("receipt", nargs="?", default=str(ROOT / ".build/release/receipt"))
    parser.add_argument("--sizes", help="in MiB, ascending; 1,4 by default, and 1/16,1/4 for a sample")
    parser.add_argument("--sample", action="store_true", help="only the pairs that .ci/run tries")
    parser.add_argument("--only", metavar="WORDS", help="shapes or commands with this in their names; shape/command")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--table", help="write every figure to this file")
    options = parser.parse_args()
    sizes = [
        int(int(size.split("/")[0]) * MEBIBYTE / int((size + "/1").split("/")[1]))
        for size in (options.sizes or ("1/16,1/4" if options.sample else "1,4")).split(",")
    ]
    pairs = SAMPLE if options.sample else [
        (shape, command)
        for shape in cost_shapes.SHAPES
        for command in (READING if shape in cost_shapes.PASTES else COMMANDS)
    ]
    if options.only:
        words = options.only.split("/")
        pairs = [
            (shape, command)
            for shape, command in pairs
            if (words[0] in (shape, command) if len(words) == 1 else (shape, command) == tuple(words))
        ]
    if not pairs:
        sys.exit("no pair has that name; scripts/cost_shapes.py --list names the shapes")
    exceptions = read_exceptions()
    failed = 0
    table = open(options.table, "w") if options.table else None
    with tempfile.TemporaryDirectory() as folder:
        tool = Tool(options.receipt, pathlib.Path(folder))
        for command in dict.fromkeys(command for _, command in pairs):
            tool.startup(command)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            counts_all = options.sample or bool(options.only)
            for one in pool.map(lambda pair: Measured(tool, *pair, sizes, counts_all), pairs):
                faults = list(one.faults(limits(exceptions, one.shape, one.command)))
                cost = f"{one.each_byte:8.0f} instructions a byte" if one.counts else "   cheap, not counted      "
                figures = (
                    f"{cost}  {one.memory:6.1f} x memory  growth {one.growth:4.1f}"
                    f"  exit {one.status:2}  {one.command}: {one.shape}"
                )
                if table:
                    print(figures, file=table, flush=True)
                if options.sample or options.only:
                    print(figures)
                if faults:
                    failed += 1
                    print(f"OVER  {one.command}: {one.shape}: {'; '.join(faults)}", flush=True)
    print(f"{len(pairs)} pairs of a command and a hostile input, {failed} over the law")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
