"""Compares the columns that examples/spark declares with what receipt prints, and tries them without Spark.

    spark_columns.py RECEIPT FOLDER

FOLDER has receipts of all kinds, under the root FOLDER/roots.pem.
"""

import datetime
import json
import os
import pathlib
import re
import subprocess
import sys

import pyarrow as pa
import pyarrow.parquet as pq

root = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(root / "examples/spark"))
import receipts  # noqa: E402

binary, folder = sys.argv[1:]
os.environ["RECEIPT"] = binary
options = ("--trust-root", f"{folder}/roots.pem", "--at", "2026-03-05")
DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
seen = set()


def compare(value, kind, path):
    """A value must fit the declared type, and nothing may be left out of it."""
    seen.add(path)
    if isinstance(value, dict):
        assert pa.types.is_struct(kind), f"{path} is an object"
        declared = {kind.field(index).name: kind.field(index).type for index in range(kind.num_fields)}
        for name, member in value.items():
            assert name in declared, f"{path}.{name} is not declared"
            compare(member, declared[name], f"{path}.{name}")
    elif isinstance(value, list):
        assert pa.types.is_list(kind), f"{path} is an array"
        for element in value:
            compare(element, kind.value_type, path)
    elif isinstance(value, bool):
        assert kind == receipts.FLAG, f"{path} is a boolean"
    elif isinstance(value, int):
        assert kind == receipts.NUMBER, f"{path} is a number"
    elif DATE.fullmatch(value):
        assert kind == receipts.DATE, f"{path} is a date"
    else:
        assert kind == receipts.TEXT, f"{path} is a text"


def paths(kind, path):
    yield path
    if pa.types.is_list(kind):
        yield from paths(kind.value_type, path)
    if pa.types.is_struct(kind):
        for index in range(kind.num_fields):
            yield from paths(kind.field(index).type, f"{path}.{kind.field(index).name}")


def answers(command):
    return printed([command, folder])


def printed(words):
    result = subprocess.run([binary, *words, "--format", "ndjson", "--quiet", *options], stdout=subprocess.PIPE)
    assert result.returncode in (0, 1, 2), result
    return [json.loads(line) for line in result.stdout.splitlines()]


# The columns against what is printed.
count = 0
for answer in answers("decode"):
    for purchase in answer.get("receipt", {}).get("in_app", []):
        compare(purchase, receipts.PURCHASES.value_type, "purchases")
        count += 1
    if "error" in answer:
        compare(answer["error"], receipts.ERROR, "error")
for answer in answers("diagnose"):
    compare(answer["summary"], receipts.CARD, "card")
assert count > 100, count

# What no receipt here has must at least be a field of the documentation.
documented = set(re.findall(r"`([a-z_]+)`", (root / "docs/output.md").read_text()))
for name, kind in (("purchases", receipts.PURCHASES), ("card", receipts.CARD), ("error", receipts.ERROR)):
    for path in paths(kind, name):
        assert path in seen or path.rpartition(".")[2] in documented, f"{path} is never printed"

# A batch, with rows that are bad in every way, and with several batches for one program.
lines = subprocess.run(
    [binary, "make", "--scenario", "subscription", "--count", "40", "--created", "2026-03-01", "--quiet"],
    stdout=subprocess.PIPE, text=True, check=True).stdout.split()
texts = []
for number, line in enumerate(lines):
    texts += [line, ["garbage", None, "", line[:900], line + "\r", "\n".join([line[:60], line[60:]])][number % 6]]
batch = pa.RecordBatch.from_arrays(
    [pa.array([f"key {number}" for number in range(len(texts))]), pa.array(texts)], names=["key", "receipt"])
programs = [receipts.program(command, options, "/nowhere") for command in ("check", "diagnose", "decode")]
columns = receipts.added([one.command for one in programs])
rows = []
for start in range(0, len(texts), 7):
    answer = receipts.answered(batch.slice(start, 7), "receipt", programs)
    assert answer.schema.names == ["key", *columns], answer.schema.names
    for name, kind in columns.items():
        assert answer.schema.field(name).type == kind, name
    rows += answer.to_pylist()
assert [row["key"] for row in rows] == batch.column("key").to_pylist()
for number, row in enumerate(rows):
    good = number % 2 == 0 or number // 2 % 6 > 3
    assert (row["verdict"] == "pass") == good, (number, row["verdict"], row["error"])
    assert bool(row["purchases"]) >= good and row["card"]["genuine"]["code"] == "other-root" or not good, row
    assert good or row["error"] or row["reasons"], row

# Short answers say the same, and the declared columns hold all of them.
short = [receipts.program(command, options, "/nowhere") for command in ("check --compact", "diagnose --compact")]
answer = receipts.answered(batch, "receipt", short)
assert answer.schema.names == ["key", "verdict", "reasons", "more_reasons", "state", "card"], answer.schema.names
for row, brief in zip(rows, answer.to_pylist(), strict=True):
    assert brief["verdict"] == row["verdict"] and bool(brief["reasons"]) == (row["verdict"] != "pass"), brief
    assert brief["card"] is None or brief["card"]["genuine"] == row["card"]["genuine"]["code"], brief
with open(f"{folder}/../rows", "w", encoding="utf-8") as file:
    file.writelines((text or "").replace("\n", "").replace("\r", "") + "\n" for text in texts)
for command, row in (("check", dict(receipts.COMMANDS["check --compact"])),
                     ("diagnose", receipts.MEMBERS["diagnose --compact"] | {"reasons": pa.list_(receipts.TEXT)})):
    others = {"schema", "source"} | ({"summary"} if command == "check" else set())
    for short_answer in printed([command, "--lines", "--compact", f"{folder}/../rows"]):
        for name in others:
            short_answer.pop(name, None)
        compare(short_answer, receipts.struct(**row), command)

# Files with other columns, and with one that their folder names.
day = pathlib.Path(folder).parent / "table/day=2026-03-01"
day.mkdir(parents=True)
pq.write_table(pa.Table.from_batches([batch]), day / "0.parquet", row_group_size=30)
declared = pa.schema([("key", pa.string()), ("receipt", pa.string()), ("day", pa.date32())])
read = list(receipts.rows_of((day / "0.parquet").as_uri(), declared))
assert all(one.schema == declared for one in read), read
table = pa.Table.from_batches(read)
assert table.select(["key", "receipt"]).to_pylist() == batch.to_pylist()
assert set(table.column("day").to_pylist()) == {datetime.date(2026, 3, 1)}

# Bytes are receipts too.
raw = subprocess.run(
    [binary, "make", "--scenario", "family", "--created", "2026-03-01", "--quiet", "-o", "/dev/stdout"],
    stdout=subprocess.PIPE, check=True).stdout
answer = receipts.answered(
    pa.RecordBatch.from_arrays([pa.array([raw, None], pa.binary())], names=["receipt"]), "receipt", programs)
assert answer.column("verdict").to_pylist() == ["pass", "error"], answer.column("error")

# A program that ends is an error, and never a row without an answer.
programs[0].process.kill()
try:
    receipts.answered(batch, "receipt", programs[:1])
    sys.exit("the end of a program went unnoticed")
except RuntimeError as error:
    assert "rows unanswered" in str(error), error
print(f"{count} purchases, {len(rows)} rows")
