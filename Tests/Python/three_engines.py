"""Puts the same receipts into PostgreSQL, DuckDB and Spark, runs `receipt table` in the pipeline of each, and compares
the three tables with each other, and some of their rows with single runs.

    three_engines.py RECEIPT [ROWS]

`make test-engines` runs it. The pipelines are those of examples/warehouse, and the Python package in Spark.
"""

import base64
import contextlib
import datetime
import glob
import itertools
import json
import os
import pathlib
import random
import resource
import shutil
import subprocess
import sys
import tempfile

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.dataset
import pyarrow.parquet as pq

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "examples/spark"))
import receipt_inspector as receipt  # noqa: E402
import test_spark as cluster  # noqa: E402

BINARY, COUNT = cluster.BINARY, int(sys.argv[2]) if len(sys.argv) > 2 else 3_000
WAREHOUSE = HERE.parents[1] / "examples/warehouse"
SINGLE_RUNS = min(COUNT, 500)
BATCH = 1_000
# Each receipt is judged at one of these. The receipts are made for the first.
DATES = [datetime.datetime(2026, 3, 1, 12, tzinfo=datetime.timezone.utc),
         datetime.datetime(2026, 4, 20, 8, 30, tzinfo=datetime.timezone.utc)]
# Some of each form. The large ones are rarer than they were in a table of receipts.
STYLES = {
    "apple": 12, "ios6": 2, "jws-transaction": 4, "jws-app-transaction": 2, "jws-renewal-info": 2,
    "jws-notification": 3, "jws-realtime-request": 1, "verify-receipt": 2, "request": 2, "notification-v1": 1,
    "api-history": 1, "api-statuses": 1, "api-transaction": 1, "xcode": 1,
}
STORIES = ["subscription", "family"]
# Others have no form but this.
OF_APPS = ["consumables", "paid-before-free", "paid-after-free", "subscription-refund"]
# CSV has the control characters in them as escapes (docs/table.md), and no text of PostgreSQL has a NUL.
ESCAPED_IN_CSV = ["nul-in-bundle-id", "jws-nul", "control-characters"]
# What says where in its input a row stood.
PLACE = ["file", "part", "line"]
WORDS = [name for name in receipt.Row.__annotations__ if name not in PLACE]
DATED = {name for name, kind in receipt.Row.__annotations__.items() if "datetime" in str(kind)}
SCHEMA = pa.schema([("user_id", pa.int64())] + [
    (name, pa.timestamp("us", "UTC") if name in DATED
     else pa.int64() if name in ("products", "product_number") else pa.string()) for name in WORDS])


# The input

def made(folder):
    """Texts of receipts: sound ones of each form, those of another test authority, and broken ones."""
    def lines(*options):
        return subprocess.check_output(
            [BINARY, "make", *options, "--created", "2026-03-01", "--quiet"], text=True).splitlines()

    texts = []
    for style, share in STYLES.items():
        for story in STORIES + (OF_APPS if style == "apple" else []):
            texts += lines("--style", style, "--scenario", story, "--count", str(share * 8),
                           "--root", str(folder / "roots.pem"))
        texts += lines("--style", style, "--scenario", "subscription", "--pki", str(folder / "other"))
    subprocess.run([BINARY, "make", "--broken", "all", "-o", folder / "broken", "--quiet"], check=True)
    return texts + [
        base64.b64encode(file.read_bytes()).decode() for file in sorted((folder / "broken").iterdir())
        if file.stem not in ESCAPED_IN_CSV and file.stat().st_size < 100_000]


def damaged(number, text):
    """What arrives beside sound texts."""
    if number % 31 == 7:
        return ["504 Gateway Time-out", "null", "{\"error\": \"none\"}", "bm8gcmVjZWlwdA==", "a,b\t\"c\""][number % 5]
    if number % 37 == 11:
        return text[:len(text) * (number % 89) // 89]
    if number % 43 == 13:
        return "" if number % 2 else None
    if number % 47 == 17 and len(text) > 100:
        # Near the end is the signature.
        at = len(text) - 10 - number % 50
        return text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1:]
    if number % 53 == 19 and text.startswith("MI"):
        return "\n".join(text[start:start + 76] for start in range(0, len(text), 76))
    return text


def rows(folder):
    """The number of each user, when the receipt was seen, and the receipt."""
    texts = made(folder)
    random.Random(1).shuffle(texts)
    for number in range(COUNT):
        yield number, DATES[number % 2], damaged(number, texts[number % len(texts)])


def write(folder):
    """The rows as PostgreSQL reads them, and as Parquet. Gives those to run alone."""
    schema = pa.schema([("user_id", pa.int64()), ("seen_at", SCHEMA.field("judged_at").type), ("receipt", pa.string())])
    drawn, sample = set(random.Random(2).sample(range(COUNT), SINGLE_RUNS)), []
    (folder / "parquet").mkdir()
    given = rows(folder)
    with open(folder / "customers.csv", "w") as file:
        # Spark makes a task of each file.
        for part in range(4):
            size = COUNT * (part + 1) // 4 - COUNT * part // 4
            with pq.ParquetWriter(folder / f"parquet/{part}.parquet", schema) as parquet:
                for start in range(0, size, BATCH):
                    group = list(itertools.islice(given, min(BATCH, size - start)))
                    parquet.write_batch(pa.RecordBatch.from_pylist(
                        [dict(zip(schema.names, row)) for row in group], schema))
                    for number, seen, text in group:
                        quoted = "" if text is None else '"' + text.replace('"', '""') + '"'
                        file.write(f"{number},{seen.isoformat()},{quoted}\n")
                    sample += [row for row in group if row[0] in drawn]
    return sample


# What runs

def cpu():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def write_programs(folder):
    """`receipt` as the recipes call it, which notes the CPU of each run, and `duckdb`."""
    (folder / "bin").mkdir()
    programs = {
        "receipt": f"""#!/bin/sh
            case "$1 $*" in
              table*--at-field*) set -- "$@" --trust-root "{folder}/roots.pem" ;;
              table*) set -- "$@" --trust-root "{folder}/roots.pem" --at-field seen_at ;;
            esac
            "{BINARY}" "$@"
            status=$?
            case "$1" in table) times >"{folder}/times" ;; esac
            exit $status
            """,
        "duckdb": f"""#!{sys.executable}
import sys, duckdb
duckdb.connect(sys.argv[1]).execute(sys.stdin.read())
""",
    }
    for name, text in programs.items():
        (folder / "bin" / name).write_text(text)
        (folder / "bin" / name).chmod(0o755)
    os.environ["PATH"] = f"{folder}/bin:{os.environ['PATH']}"


def receipt_cpu(folder):
    """The CPU seconds of `receipt` in the recipe that has just run."""
    # The second line is about the children of the shell.
    parts = [part[:-1].split("m") for part in (folder / "times").read_text().splitlines()[1].split()]
    return sum(int(minutes) * 60 + float(seconds) for minutes, seconds in parts)


def recipe(folder, name, *arguments):
    with open(folder / f"{name}.log", "w") as log:
        subprocess.run(["sh", WAREHOUSE / f"{name}.sh", *arguments], cwd=folder, stderr=log, check=True)
    return receipt_cpu(folder)


@contextlib.contextmanager
def postgresql(folder):
    """A database of its own, which no superuser may run."""
    programs = sorted(glob.glob("/usr/lib/postgresql/*/bin"))[-1]
    own = tempfile.mkdtemp(prefix="receipt-engines-")
    as_user = []
    if os.getuid() == 0:
        shutil.chown(own, "postgres")
        as_user = ["runuser", "-u", "postgres", "--"]

    def run(*command):
        subprocess.run([*as_user, f"{programs}/{command[0]}", "-D", f"{own}/data", *command[1:]],
                       cwd="/", stdout=subprocess.DEVNULL, check=True)

    run("initdb", "-A", "trust", "-U", "tester", "--no-sync")
    run("pg_ctl", "-w", "-l", f"{own}/log", "-o", f"-k {own} -c listen_addresses= -c fsync=off", "start")
    os.environ |= {"PGHOST": own, "PGUSER": "tester", "PGDATABASE": "postgres", "PGTZ": "UTC"}
    try:
        yield
    finally:
        run("pg_ctl", "-m", "immediate", "stop")
        shutil.rmtree(own)


def psql(*commands, output=None):
    subprocess.run(["psql", "-q", "-v", "ON_ERROR_STOP=1", *(word for text in commands for word in ("-c", text))],
                   stdout=output, check=True)


# The table of each

def in_postgresql(folder):
    with postgresql(folder):
        psql("CREATE TABLE customers (user_id bigint PRIMARY KEY, seen_at timestamptz, receipt text)",
             f"\\copy customers FROM '{folder}/customers.csv' (FORMAT csv)")
        seconds = recipe(folder, "postgresql")
        with open(folder / "postgresql.csv", "wb") as output:
            columns = ", ".join(
                f"to_char({name} AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') AS {name}" if name in DATED else name
                for name in SCHEMA.names)
            psql(f"COPY (SELECT {columns} FROM receipt_rows) TO STDOUT (FORMAT csv, HEADER)", output=output)
    texts = pa.schema([pa.field(field.name, pa.timestamp("us") if field.name in DATED else field.type)
                       for field in SCHEMA])
    read = pa.csv.read_csv(folder / "postgresql.csv", convert_options=pa.csv.ConvertOptions(
        column_types=texts, null_values=[""], strings_can_be_null=True))
    return pa.table([column.cast(pa.timestamp("us")).cast(field.type) if field.name in DATED else column
                     for column, field in zip(read.columns, SCHEMA)], SCHEMA), seconds


def in_duckdb(folder):
    # JSON has no table of its own: an upload without a receipt is an empty text there.
    duckdb.sql("SET TimeZone = 'UTC'")
    duckdb.sql(f"COPY (SELECT user_id, seen_at, coalesce(receipt, '') AS receipt FROM '{folder}/parquet/*.parquet' "
               f"ORDER BY user_id) TO '{folder}/customers.ndjson' (FORMAT json)")
    seconds = recipe(folder, "duckdb", "customers.ndjson")
    with duckdb.connect(str(folder / "receipts.duckdb")) as database:
        database.execute("SET TimeZone = 'UTC'")
        found = database.sql(f"SELECT {', '.join(SCHEMA.names)} FROM receipt_rows").to_arrow_table()
    return found, seconds


def in_spark(folder):
    spark = cluster.session(folder)
    before = cluster.executors_cpu()
    frame = receipt.table(spark.read.parquet(str(folder / "parquet")), jobs=1, trust_root="roots.pem",
                          at_column="seen_at")
    frame.drop("seen_at").write.parquet(str(folder / "spark"))
    seconds = cluster.spent_since(before)["programs"]
    cluster.stop(spark)
    return pyarrow.dataset.dataset(folder / "spark").to_table(columns=SCHEMA.names), seconds


def in_order(table):
    return pa.table([column.cast(field.type) for column, field in zip(table.columns, SCHEMA)], SCHEMA).sort_by(
        [("user_id", "ascending"), ("product_number", "ascending")])


def compare(one, other, names):
    assert one.num_rows == other.num_rows, f"{names}: {one.num_rows} and {other.num_rows} rows"
    for name in SCHEMA.names:
        a, b = one.column(name), other.column(name)
        if a.equals(b):
            continue
        at = next(at for at, (x, y) in enumerate(zip(a, b)) if x.as_py() != y.as_py())
        raise AssertionError(f"{names} differ in {name}: {one.slice(at, 1).to_pylist()}, "
                             f"{other.slice(at, 1).to_pylist()}")


# One receipt, one process

def alone(folder, seen, text):
    """The rows of a receipt that is alone in a file."""
    (folder / "one").write_text(text or "")
    done = subprocess.run([BINARY, "table", "--at", seen.isoformat(), "--trust-root", folder / "roots.pem",
                           folder / "one"], capture_output=True)
    assert done.returncode in (0, 1, 2), done
    return [{name: datetime.datetime.fromisoformat(row[name]) if row[name] and name in DATED else row[name]
             for name in WORDS} for row in map(json.loads, done.stdout.splitlines())]


def compare_alone(folder, table, sample):
    for number, seen, text in sample:
        found = table.filter(pc.equal(table.column("user_id"), number)).drop_columns("user_id").to_pylist()
        expected = alone(folder, seen, text)
        assert found == expected, (number, text, found, expected)


def in_one_process(folder, *commands):
    """The CPU seconds of these commands, one after the other, over all receipts."""
    before = cpu()
    for command in commands:
        subprocess.run(
            [BINARY, command, "--lines", "--field", "receipt", "--keep", "user_id", "--jobs", "1",
             "--trust-root", folder / "roots.pem", "customers.ndjson"], cwd=folder,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return cpu() - before


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="receipt-engines-"))
    try:
        sample = write(folder)
        write_programs(folder)
        engines = {"PostgreSQL": in_postgresql, "DuckDB": in_duckdb, "Spark": in_spark}
        tables, spent = {}, {}
        for name, run in engines.items():
            found, spent[f"receipt in {name}"] = run(folder)
            tables[name] = in_order(found)
            print(f"{name}: {COUNT:,} receipts, {found.num_rows:,} rows", flush=True)
        first = tables.pop("PostgreSQL")
        for name, table in tables.items():
            compare(first, table, f"PostgreSQL and {name}")
        print("the three tables are the same")
        compare_alone(folder, first, sample)
        print(f"{len(sample):,} receipts that were drawn have the rows of single runs")
        counts = first.group_by(["verdict"]).aggregate([([], "count_all")]).to_pylist()
        print("rows by verdict:", ", ".join(f"{row['count_all']:,} {row['verdict']}" for row in counts))
        spent["table"] = in_one_process(folder, "table")
        spent["check, decode and diagnose"] = in_one_process(folder, "check", "decode", "diagnose")
        for name, seconds in spent.items():
            print(f"  {name:28} {seconds / COUNT * 1e6:6.0f} µs of CPU a receipt")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
