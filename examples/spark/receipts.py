"""Adds to each row of a DataFrame what `receipt` says about the receipt in it.

`with_answers` works through mapInArrow, which every cluster has. Each Python worker keeps its programs running
from one batch to the next, so a row costs no start of a process. Rows keep all their other columns. A receipt
that cannot be read is no failure: its row has an error.
"""

import atexit
import base64
import json
import os
import shlex
import subprocess
import threading

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.json

TEXT, NUMBER, FLAG, DATE = pa.string(), pa.int64(), pa.bool_(), pa.timestamp("us", "UTC")


def struct(**fields):
    return pa.struct(list(fields.items()))


# The columns that are added. Their fields have the names of docs/output.md.
COLUMNS = {
    "verdict": TEXT,
    "reasons": pa.list_(TEXT),
    "card": struct(
        genuine=struct(
            code=TEXT, text=TEXT, bundle_id=TEXT, signed_at=DATE, reason=TEXT, part=TEXT),
        owned=pa.list_(
            struct(product_id=TEXT, code=TEXT, certainty=TEXT, until=DATE, as_of=DATE)),
        action=struct(code=TEXT, text=TEXT, product_ids=pa.list_(TEXT), date=DATE),
    ),
    "purchases": pa.list_(struct(
        product_id=TEXT, product_type=TEXT, quantity=NUMBER,
        transaction_id=TEXT, original_transaction_id=TEXT, web_order_line_item_id=TEXT,
        purchase_date=DATE, original_purchase_date=DATE, expires_date=DATE,
        cancellation_date=DATE, cancellation_reason=NUMBER,
        is_trial_period=FLAG, is_in_intro_offer_period=FLAG, promotional_offer_id=TEXT,
        product_item_id=TEXT, app_account_token=TEXT, app_transaction_id=TEXT,
        currency=TEXT, price=NUMBER, in_app_ownership_type=TEXT, is_upgraded=FLAG,
        offer_code_ref_name=TEXT, offer_discount_type=TEXT, offer_period=TEXT, offer_type=NUMBER,
        revocation_percentage=NUMBER, revocation_type=TEXT,
        storefront=TEXT, storefront_id=TEXT, subscription_group_identifier=TEXT,
        transaction_reason=TEXT,
    )),
    "error": struct(code=TEXT, message=TEXT, hint=TEXT, offset=NUMBER, path=TEXT),
}

# Which command says what. The error is the same for all of them.
COMMANDS = {
    "check": ["verdict", "reasons", "error"],
    "diagnose": ["card", "error"],
    "decode": ["purchases", "error"],
}

# How many rows are with the programs at a time. A receipt has 10 KB, so this is a few megabytes.
ROWS = 500


def with_answers(frame, receipt="receipt", commands=("check", "diagnose", "decode"), options=()):
    """Replaces the column `receipt` by what the commands say of it.

    Each command verifies the receipt, so a job that needs only verdicts should ask for `check` alone. The
    options are passed to all commands; `{files}` in them is the folder of files that were added with --files.
    Pass `--at` if a repeated run is to give the same rows.
    """
    from pyspark.sql.pandas.types import from_arrow_schema
    from pyspark.sql.types import StructType

    kept = [field for field in frame.schema.fields if field.name != receipt]
    names = added(commands)
    clashes = sorted({field.name for field in kept} & set(names))
    if clashes:
        raise ValueError(f"rename these columns first: {', '.join(clashes)}")
    answers = from_arrow_schema(pa.schema([(name, COLUMNS[name]) for name in names]))

    def answer(batches):
        from pyspark import SparkFiles

        files = SparkFiles.getRootDirectory()
        programs = [
            program(command, tuple(option.replace("{files}", files) for option in options), files)
            for command in commands
        ]
        try:
            for batch in batches:
                for start in range(0, batch.num_rows, ROWS):
                    yield answered(batch.slice(start, ROWS), receipt, programs)
        except BaseException:
            # They may still hold answers to rows of this task.
            stop_all()
            raise

    return frame.mapInArrow(answer, StructType(kept + answers.fields))


def added(commands):
    """The columns that commands add, in the order of `COLUMNS`."""
    return [name for name in COLUMNS if any(name in COMMANDS[command] for command in commands)]


def answered(batch, receipt, programs):
    """A batch with answers in place of the receipts."""
    lines = one_line_each(batch.column(receipt))
    for one in programs:
        one.send(lines)
    found = {}
    for one in programs:
        for name, column in one.receive(batch.num_rows).items():
            found.setdefault(name, column)
    names = added([one.command for one in programs])
    kept = [index for index, name in enumerate(batch.schema.names) if name != receipt]
    return pa.RecordBatch.from_arrays(
        [batch.column(index) for index in kept] + [found[name] for name in names],
        names=[batch.schema.names[index] for index in kept] + names,
    )


def one_line_each(column):
    """The receipts as lines. Those with line breaks are passed as JSON, bytes are passed as base64."""
    texts = column.to_pylist() if is_text(column.type) else [
        base64.b64encode(receipt or b"") for receipt in column.to_pylist()]
    if is_text(column.type):
        texts = [text.encode() if text else b"" for text in texts]
    lines = b"\n".join(texts) + b"\n"
    if lines.count(b"\n") > len(texts) or b"\r" in lines:
        lines = b"".join(
            (json.dumps({"receipt-data": text.decode()}).encode() if b"\n" in text or b"\r" in text else text)
            + b"\n" for text in texts)
    return lines


def is_text(kind):
    return pa.types.is_string(kind) or pa.types.is_large_string(kind)


class Program:
    """A `receipt COMMAND --lines` that is kept running: one line in, one line out, in order."""

    def __init__(self, path, command, options):
        self.command = command
        self.process = subprocess.Popen(
            # The cluster gives each worker one core.
            [path, command, "--lines", "--jobs", "1", "--format", "ndjson", "--quiet", *options, "-"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
        )
        self.sent = 0
        self.writer = None

    def send(self, lines):
        """Begins to write. Another thread does it, because the program writes answers meanwhile."""
        def write():
            rest = memoryview(lines)
            try:
                while rest:
                    rest = rest[self.process.stdin.write(rest):]
            except OSError:
                pass  # The program ended. `receive` says so.

        self.writer = threading.Thread(target=write, daemon=True)
        self.writer.start()

    def receive(self, count):
        """The answers to the lines that were sent, as columns."""
        chunks, missing = [], count
        while missing:
            chunk = os.read(self.process.stdout.fileno(), 1 << 20)
            if not chunk:
                raise RuntimeError(
                    f"receipt {self.command} ended with {self.process.wait()}, {missing} rows unanswered")
            missing -= chunk.count(b"\n")
            chunks.append(chunk)
        self.writer.join()
        columns = parsed(b"".join(chunks), self.command)
        # Lines are numbered, so an answer can never be given to another row.
        numbers = pc.struct_field(columns.pop("source"), "line").to_pylist()
        if numbers != list(range(self.sent + 1, self.sent + count + 1)):
            raise RuntimeError(f"receipt {self.command} answered other rows than those that were sent")
        self.sent += count
        return columns


# The members of each command's JSON that are read.
CHECKS = pa.list_(struct(status=TEXT, reason=TEXT))
MEMBERS = {
    "check": {"verdict": TEXT, "checks": CHECKS},
    "diagnose": {"summary": COLUMNS["card"]},
    "decode": {"receipt": struct(in_app=COLUMNS["purchases"])},
}
OF_ALL = {"error": COLUMNS["error"], "source": struct(line=NUMBER)}


def parsed(text, command):
    """The columns of a command's answers. Arrow reads the JSON, without a Python object for each row."""
    wanted = MEMBERS[command] | OF_ALL
    table = pyarrow.json.read_json(
        pa.BufferReader(text),
        read_options=pyarrow.json.ReadOptions(use_threads=False, block_size=len(text) + 1),
        parse_options=pyarrow.json.ParseOptions(
            explicit_schema=pa.schema(list(wanted.items())), unexpected_field_behavior="ignore"),
    )
    columns = {name: table.column(name).combine_chunks() for name in wanted}
    if command == "check":
        columns["reasons"] = reasons(columns.pop("checks"))
    elif command == "diagnose":
        columns["card"] = columns.pop("summary")
    else:
        columns["purchases"] = pc.struct_field(columns.pop("receipt"), "in_app")
    return columns


def reasons(checks):
    """The reasons of the checks that did not pass, in their order."""
    flat = checks.flatten()
    counts = pc.is_in(flat.field("status"), pa.array(["fail", "undetermined"]))
    parents = pc.list_parent_indices(checks).filter(counts).to_pylist()
    lengths = [0] * len(checks)
    for parent in parents:
        lengths[parent] += 1
    offsets = [0]
    for length in lengths:
        offsets.append(offsets[-1] + length)
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), flat.field("reason").filter(counts))


# The programs of this Python worker, which Spark uses for one task after the other.
_programs = {}


def program(command, options, files):
    key = (command, options)
    one = _programs.get(key)
    if one is None:
        one = _programs[key] = Program(tool(files), command, options)
    return one


def tool(files):
    """The program beside the job (--files receipt), or the one that RECEIPT names, or that of the PATH."""
    beside = os.path.join(files, "receipt")
    return beside if os.path.exists(beside) else os.environ.get("RECEIPT", "receipt")


@atexit.register
def stop_all():
    while _programs:
        _, one = _programs.popitem()
        one.process.kill()
        one.process.wait()


def piped(pairs, command="check", options=(), tool="receipt"):
    """The same for an RDD of keys and receipts, on clusters that have the RDD API: keys and answers.

    The key goes through the program in the row, and comes back with the answer. It is a text or a number.
    """
    words = [tool, command, "--lines", "--field", "receipt", "--format", "ndjson", "--quiet", *options, "-"]
    # Up to 2 its exit code only says what the answers say too. If it is killed, the task fails.
    script = f"{shlex.join(words)}; test $? -le 2"
    rows = pairs.map(lambda pair: json.dumps({"key": pair[0], "receipt": pair[1] or ""}))
    return rows.pipe(shlex.join(["sh", "-c", script]), checkCode=True).map(keyed)


def keyed(line):
    answer = json.loads(line)
    return answer["source"]["row"]["key"], answer
