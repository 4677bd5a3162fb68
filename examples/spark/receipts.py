"""Adds to each row of a DataFrame what `receipt` says about the receipt in it.

`with_answers` takes any DataFrame. `answers_of_files` takes Parquet files, and costs less: Arrow reads them in the
Python workers, so that no receipt goes through Java. Both work through mapInArrow, which every cluster has. Each
Python worker keeps its programs running from one batch to the next, so a row costs no start of a process. Rows keep
all their other columns. A receipt that cannot be read is no failure: its row has an error.
"""

import atexit
import base64
import contextlib
import json
import os
import shlex
import subprocess
import threading
import urllib.parse

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.fs
import pyarrow.json
import pyarrow.parquet as pq

TEXT, NUMBER, FLAG, DATE = pa.string(), pa.int64(), pa.bool_(), pa.timestamp("us", "UTC")


def struct(**fields):
    return pa.struct(list(fields.items()))


ERROR = struct(code=TEXT, message=TEXT, hint=TEXT, offset=NUMBER, path=TEXT)
# Which text of an input each value comes from.
ORIGIN = struct(path=TEXT, certainty=TEXT)
SOURCES = struct(
    product_id=ORIGIN, original_transaction_id=ORIGIN, purchase_date=ORIGIN, expires_date=ORIGIN,
    cancellation_date=ORIGIN, cancellation_reason=ORIGIN, revocation_type=ORIGIN,
    revocation_percentage=ORIGIN, is_upgraded=ORIGIN, in_app_ownership_type=ORIGIN,
)
CARD = struct(
    genuine=struct(code=TEXT, text=TEXT, bundle_id=TEXT, signed_at=DATE, reason=TEXT, part=TEXT),
    owned=pa.list_(struct(
        product_id=TEXT, code=TEXT, certainty=TEXT, until=DATE, as_of=DATE, sources=SOURCES,
    )),
    action=struct(code=TEXT, text=TEXT, product_ids=pa.list_(TEXT), date=DATE),
)
SHORT_CARD = struct(
    genuine=TEXT, action=TEXT, owned=TEXT, product_id=TEXT, products=NUMBER, until=DATE)
PURCHASES = pa.list_(struct(
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
))

# The columns that each command adds. Their fields have the names of docs/output.md and, with --compact, those of
# docs/pipelines.md. The error is the same for all commands.
COMMANDS = {
    "check": {"verdict": TEXT, "reasons": pa.list_(TEXT), "error": ERROR},
    "diagnose": {"card": CARD, "error": ERROR},
    "decode": {"purchases": PURCHASES, "error": ERROR},
    "check --compact": {"verdict": TEXT, "reasons": pa.list_(TEXT), "more_reasons": NUMBER},
    "diagnose --compact": {"state": TEXT, "card": SHORT_CARD},
}

# How many rows are with the programs at a time. A receipt has 10 KB, so this is a few megabytes.
ROWS = 500


def with_answers(frame, receipt="receipt", commands=("check", "diagnose", "decode"), options=()):
    """Replaces the column `receipt` by what the commands say of it.

    Each command verifies the receipt, so a job should ask only for what it needs. The options are passed to all
    commands; `{files}` in them is the folder of files that were added with --files. Pass `--at` if a repeated
    run is to give the same rows.
    """
    schema = answer_schema(frame, receipt, commands)

    def answer(batches):
        with running(commands, options) as programs:
            for batch in batches:
                for start in range(0, batch.num_rows, ROWS):
                    yield answered(batch.slice(start, ROWS), receipt, programs)

    return frame.mapInArrow(answer, schema)


def answers_of_files(
        spark, path, base=None, receipt="receipt", commands=("check", "diagnose", "decode"), options=()):
    """The same for all rows of the Parquet files in a folder. Each file is a task.

    Folders such as `day=2026-03-01` below `base` become columns, as Spark reads them.
    """
    from pyspark.sql.pandas.types import to_arrow_schema

    frame = spark.read.option("basePath", base or path).parquet(path)
    schema = answer_schema(frame, receipt, commands)
    columns = to_arrow_schema(frame.schema)
    files = sorted(frame.inputFiles())

    def answer(batches):
        # Other pools return memory to the system, and getting it back costs more than reading the file.
        pa.set_memory_pool(pa.system_memory_pool())
        with running(commands, options) as programs:
            for batch in batches:
                for number in batch.column(0).to_pylist():
                    for rows in rows_of(files[number], columns):
                        yield answered(rows, receipt, programs)

    return spark.range(0, len(files), 1, max(1, len(files))).mapInArrow(answer, schema)


def answer_schema(frame, receipt, commands):
    """The columns that stay, and those of the commands."""
    from pyspark.sql.pandas.types import from_arrow_schema
    from pyspark.sql.types import StructType

    kept = [field for field in frame.schema.fields if field.name != receipt]
    answers = added(commands)
    clashes = sorted({field.name for field in kept} & set(answers))
    if clashes:
        raise ValueError(f"rename these columns first: {', '.join(clashes)}")
    return StructType(kept + from_arrow_schema(pa.schema(list(answers.items()))).fields)


def added(commands):
    """The columns that commands add, each once."""
    columns = {}
    for command in commands:
        for name, kind in COMMANDS[command].items():
            columns.setdefault(name, kind)
    return columns


def rows_of(address, columns):
    """The rows of a Parquet file in batches, with the columns that its folders name."""
    system, path = pyarrow.fs.FileSystem.from_uri(address)
    folders = dict(part.split("=", 1) for part in path.split("/")[:-1] if "=" in part)
    with system.open_input_file(path) as stream:
        file = pq.ParquetFile(stream)
        own = [name for name in columns.names if name in file.schema_arrow.names]
        for batch in file.iter_batches(batch_size=ROWS, columns=own, use_threads=False):
            yield pa.RecordBatch.from_arrays(
                [batch.column(field.name).cast(field.type) if field.name in own
                 else constant(folders.get(field.name), field.type, batch.num_rows) for field in columns],
                schema=columns)


def constant(text, kind, count):
    """A column with the value of a folder's name; empty if that has none."""
    if text is None or text == "__HIVE_DEFAULT_PARTITION__":
        return pa.nulls(count, kind)
    return pa.repeat(pa.scalar(urllib.parse.unquote(text)).cast(kind), count)


def answered(batch, receipt, programs):
    """A batch with answers in place of the receipts."""
    lines = one_line_each(batch.column(receipt))
    for one in programs:
        one.send(lines)
    found = {}
    for one in programs:
        for name, column in one.receive(batch.num_rows).items():
            found.setdefault(name, column)
    names = list(added([one.command for one in programs]))
    kept = [index for index, name in enumerate(batch.schema.names) if name != receipt]
    return pa.RecordBatch.from_arrays(
        [batch.column(index) for index in kept] + [found[name] for name in names],
        names=[batch.schema.names[index] for index in kept] + names,
    )


def one_line_each(column):
    """The receipts as lines. Those with line breaks are passed as JSON, bytes are passed as base64."""
    is_text = pa.types.is_string(column.type) or pa.types.is_large_string(column.type)
    # Texts are UTF-8 already, so nothing is encoded.
    receipts = [receipt or b"" for receipt in (column.cast(pa.binary()) if is_text else column).to_pylist()]
    if not is_text:
        receipts = [base64.b64encode(receipt) for receipt in receipts]
    lines = b"\n".join([*receipts, b""])
    if lines.count(b"\n") > len(receipts) or b"\r" in lines:
        lines = b"".join(
            (json.dumps({"receipt-data": text.decode()}).encode() if b"\n" in text or b"\r" in text else text)
            + b"\n" for text in receipts)
    return lines


class Program:
    """A `receipt COMMAND --lines` that is kept running: one line in, one line out, in order."""

    def __init__(self, path, command, options):
        self.command = command
        self.process = subprocess.Popen(
            # The cluster gives each worker one core.
            [path, *command.split(), "--lines", "--jobs", "1", "--format", "ndjson", "--quiet", *options, "-"],
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
    "check": {"verdict": TEXT, "checks": CHECKS, "error": ERROR},
    "diagnose": {"summary": CARD, "error": ERROR},
    "decode": {"receipt": struct(in_app=PURCHASES), "error": ERROR},
    "check --compact": COMMANDS["check --compact"],
    "diagnose --compact": {"state": TEXT, "summary": SHORT_CARD},
}
OF_ALL = {"source": struct(line=NUMBER)}


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
    if "checks" in columns:
        columns["reasons"] = reasons(columns.pop("checks"))
    if "summary" in columns:
        columns["card"] = columns.pop("summary")
    if "receipt" in columns:
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


@contextlib.contextmanager
def running(commands, options):
    """The programs of a task, in the order of the commands."""
    from pyspark import SparkFiles

    files = SparkFiles.getRootDirectory()
    options = tuple(option.replace("{files}", files) for option in options)
    try:
        yield [program(command, options, files) for command in commands]
    except BaseException:
        # They may still hold answers to rows of this task.
        stop_all()
        raise


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
