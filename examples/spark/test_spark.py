"""Runs the example on a real cluster of Spark's own, with two executors on this machine, and compares it with
one process.

    test_spark.py RECEIPT [ROWS]

`make test-spark` runs it with 300,000 receipts. Nothing that depends on the machine's speed is a failure: those
figures are printed.
"""

import collections
import datetime
import hashlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import pyarrow as pa
import pyarrow.dataset
import pyarrow.parquet as pq

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import job  # noqa: E402
import receipt_inspector as receipt  # noqa: E402
import receipts  # noqa: E402

BINARY = str(pathlib.Path(sys.argv[1]).resolve())
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 300_000
PARTITIONS = 8
# The receipts are made for the first of these days.
DAYS = ["2026-03-01", "2026-03-02"]
# A file of each day. Each job answers them before it is measured: that starts Python and the programs, and lets Java
# compile what it runs, which is no cost of a row.
QUARTER = "day=*/[04].parquet"
CPU_LIMIT = 1.3


# The input

def made(folder):
    """Made receipts with some bad rows among them, in Parquet, and their texts as lines."""
    roots = folder / "roots.pem"
    source = subprocess.Popen(
        [BINARY, "make", "--scenario", "subscription", "--count", str(COUNT), "--seed", "spark",
         "--created", DAYS[0], "--root", str(roots), "--quiet"],
        stdout=subprocess.PIPE, text=True)
    lines = folder / "lines"
    schema = pa.schema(
        [("id", pa.string()), ("app_user_id", pa.int64()), ("receipt", pa.string())])
    size = -(-COUNT // PARTITIONS)
    for day in DAYS:
        (folder / f"input/day={day}").mkdir(parents=True)
        (folder / f"empty/day={day}").mkdir(parents=True)
    with lines.open("w") as file:
        for partition in range(PARTITIONS):
            numbers = range(partition * size, min(COUNT, (partition + 1) * size))
            texts = [damaged(number, source.stdout.readline()[:-1]) for number in numbers]
            file.writelines((text or "").replace("\n", "") + "\n" for text in texts)
            table = pa.table(
                [[f"row-{number}" for number in numbers], [number // 3 for number in numbers], texts], schema=schema)
            # A file is a task.
            day = DAYS[partition * len(DAYS) // PARTITIONS]
            pq.write_table(table, folder / f"input/day={day}/{partition}.parquet", row_group_size=size)
            pq.write_table(table.slice(0, 0), folder / f"empty/day={day}/{partition}.parquet")
    assert source.wait() == 0
    return roots, lines


def damaged(number, text):
    """Bad rows here and there, and receipts that are written over several lines."""
    if number % 101 == 7:
        return "504 Gateway Time-out"
    if number % 211 == 11:
        return text[:1200]
    if number % 307 == 13:
        return None
    if number % 401 == 17:
        return text[:200] + ("A" if text[200] != "A" else "B") + text[201:]
    if number % 503 == 19:
        return "\n".join(text[start:start + 76] for start in range(0, len(text), 76))
    return text


# One process

def alone(lines, roots):
    """Runs the program. Gives the rows of each receipt, the seconds and the CPU seconds."""
    begin, cpu = time.perf_counter(), children_cpu()
    rows = lines.parent / "rows.ndjson"
    with open(lines) as file, open(rows, "w") as output:
        subprocess.run(
            [BINARY, "table", "--lines", "--jobs", "1", "--at", DAYS[1], "--trust-root", roots, "-"],
            stdin=file, stdout=output, stderr=subprocess.DEVNULL)
    seconds, cpu = time.perf_counter() - begin, children_cpu() - cpu
    expected = collections.defaultdict(list)
    with open(rows) as file:
        for row in map(json.loads, file):
            expected[f"row-{row['line'] - 1}"].append(said(row))
    return expected, seconds, cpu


def said(row):
    """A row without the number of its line, which counts from the beginning of each task."""
    return tuple(f"{row[name]:%Y-%m-%dT%H:%M:%SZ}" if isinstance(row[name], datetime.datetime) else row[name]
                 for name in receipt.Row.__annotations__ if name != "line")


def children_cpu():
    times = os.times()
    return times.children_user + times.children_system


# The cluster

def session(folder):
    import pyspark
    from pyspark.sql import SparkSession

    os.environ |= {
        "PYSPARK_PYTHON": sys.executable, "SPARK_HOME": os.path.dirname(pyspark.__file__),
        # A cluster looks for its version of Scala, which a package from PyPI does not say.
        "SPARK_SCALA_VERSION": "2.13",
    }
    settings = {
        "spark.ui.enabled": "false", "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1", "spark.executorEnv.SPARK_SCALA_VERSION": "2.13",
        "spark.sql.sources.partitionOverwriteMode": "dynamic", "spark.sql.session.timeZone": "UTC",
        # A file is a task.
        "spark.sql.files.maxPartitionBytes": "4g", "spark.sql.files.openCostInBytes": "4g",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "500",
        "spark.sql.parquet.columnarReaderBatchSize": "500",
        "spark.log.level": "ERROR", "spark.ui.showConsoleProgress": "false",
    }
    builder = SparkSession.builder.master("local-cluster[2,1,1536]")
    for name, value in settings.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.addPyFile(str(HERE / "receipts.py"))
    # What was added is in the working folder of the executors.
    spark.sparkContext.addFile(str(folder / "roots.pem"))
    return spark


def stop(spark):
    # Executors of local-cluster leave their files there.
    work = pathlib.Path(os.environ["SPARK_HOME"]) / "work" / spark.sparkContext.applicationId
    spark.stop()
    shutil.rmtree(work, ignore_errors=True)


def run(spark, folder, output, way, source="input", files=""):
    base = str(folder / source)
    options = {"at": DAYS[1], "trust_root": "roots.pem"}
    answers = (
        receipts.table_of_files(spark, f"{base}/{files}", base=base, **options) if way == "files"
        else receipt.table(spark.read.option("basePath", base).parquet(f"{base}/{files}"), jobs=1, **options))
    answers.write.mode("overwrite").partitionBy("day").parquet(str(output))


def processes():
    """Each process of this machine: parent, CPU seconds, those of the ended ones that it started, command."""
    found = {}
    tick = os.sysconf("SC_CLK_TCK")
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(") ")[2].split()
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        own, ended = (sum(map(int, fields[at:at + 2])) / tick for at in (11, 13))
        found[int(folder.name)] = (int(fields[1]), own, ended, command)
    return found


def executors(found):
    """The executors that this process started."""
    def is_ours(pid):
        while pid in found and pid != os.getpid():
            pid = found[pid][0]
        return pid == os.getpid()

    return [pid for pid, (_, _, _, command) in found.items()
            if b"CoarseGrainedExecutorBackend" in command and is_ours(pid)]


def executors_cpu():
    """The CPU seconds of the executors, which are Java, and of what they started: Python, and the programs."""
    found = processes()
    roots = set(executors(found))
    seconds = collections.Counter()

    def is_inside(pid):
        while pid in found and pid not in roots:
            pid = found[pid][0]
        return pid in roots

    for pid, (_, own, ended, command) in found.items():
        if is_inside(pid):
            seconds["Java" if pid in roots else "programs" if b"--lines" in command else "Python"] += own
            # Each task starts a program, which has ended after it.
            seconds["programs"] += ended
    return seconds


def spent_since(before):
    """The CPU seconds by kind."""
    seconds = executors_cpu()
    seconds.subtract(before)
    return seconds


# What is compared

def compare(output, expected):
    """Each receipt once, with its own key, and the rows that one process gives."""
    found, count = collections.defaultdict(list), 0
    for batch in pyarrow.dataset.dataset(output).to_batches(batch_size=1000):
        for row in batch.to_pylist():
            assert row["app_user_id"] == int(row["id"][4:]) // 3, row
            found[row["id"]].append(said(row))
            count += 1
    assert count == sum(map(len, expected.values())), f"{count} rows"
    for key, rows in expected.items():
        assert found[key] == rows, (key, found[key], rows)


def contents(folder):
    """A sum over all rows, whatever their order and files."""
    total = 0
    for batch in pyarrow.dataset.dataset(folder).to_batches(batch_size=1000):
        for row in batch.to_pylist():
            text = json.dumps(row, default=str, sort_keys=True).encode()
            total += int.from_bytes(hashlib.sha256(text).digest(), "big")
    return total


def files(folder):
    return sorted((file.name, file.stat().st_mtime_ns) for file in folder.iterdir())


def size(folder):
    return sum(file.stat().st_size for file in folder.rglob("*.parquet"))


def kill_one(spark, done, killed):
    """Kills an executor as soon as some of the tasks are done."""
    tracker = spark.sparkContext.statusTracker()
    while not done.is_set():
        for stage in map(tracker.getStageInfo, tracker.getActiveStageIds()):
            if stage and stage.numCompletedTasks > 1 and stage.numActiveTasks:
                os.kill(executors(processes())[0], signal.SIGKILL)
                killed.append(f"{stage.numCompletedTasks} of {stage.numTasks} tasks were done")
                return
        time.sleep(0.02)


def measured(spark, folder, name, way, lines, roots):
    """Answers all rows on the cluster and in one process, prints both, and gives what one process said."""
    before = executors_cpu()
    for _ in range(2):
        run(spark, folder, folder / "warm", way, files=QUARTER)
    warm, before = spent_since(before).total(), executors_cpu()
    run(spark, folder, folder / "nothing", way, source="empty")
    empty = spent_since(before)
    begin, before = time.perf_counter(), executors_cpu()
    run(spark, folder, folder / name, way)
    seconds, parts = time.perf_counter() - begin, spent_since(before)
    parts.subtract(empty)
    expected, alone_seconds, alone_cpu = alone(lines, roots)
    cpu = parts.total()
    ratio = cpu / alone_cpu
    print(f"table, {way}:")
    print(f"  one process  {COUNT / alone_seconds:8,.0f} receipts/s  {alone_cpu / COUNT * 1e6:6.0f} µs of CPU each")
    print(f"  the cluster  {COUNT / seconds:8,.0f} receipts/s  {cpu / COUNT * 1e6:6.0f} µs of CPU each: "
          + ", ".join(f"{name} {part / COUNT * 1e6:.0f}" for name, part in sorted(parts.items())))
    print(f"  before that  {warm:8,.1f} s of CPU for two runs with a quarter of the receipts; "
          f"{empty.total():.1f} s for one without any")
    print(f"  Parquet      {size(folder / 'input') / COUNT:8,.0f} bytes read for each, "
          f"{size(folder / name) / COUNT:,.0f} written")
    print(f"  ratio of CPU {ratio:.2f}, limit {CPU_LIMIT} ({'ok' if ratio <= CPU_LIMIT else 'over'})", flush=True)
    compare(folder / name, expected)
    return expected


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="receipt-spark-"))
    try:
        roots, lines = made(folder)
        spark = session(folder)
        print(f"{COUNT:,} receipts in {PARTITIONS} partitions, 2 executors")
        expected = measured(spark, folder, "files", "files", lines, roots)
        measured(spark, folder, "frame", "frame", lines, roots)

        place = list(receipt.Row.__annotations__).index("verdict") - 1
        counts = collections.Counter(rows[0][place] for rows in expected.values())
        print("verdicts:", ", ".join(f"{count:,} {verdict}" for verdict, count in sorted(counts.items())))

        done, killed = threading.Event(), []
        killer = threading.Thread(target=kill_one, args=(spark, done, killed))
        killer.start()
        run(spark, folder, folder / "killed", "files")
        done.set()
        killer.join()
        assert killed, "no executor was killed"
        compare(folder / "killed", expected)
        print(f"an executor was killed when {killed[0]}: no row is missing, none is there twice")

        def answer(day):
            job.answer_day(spark, str(folder / "input"), str(folder / "days"), day, trust_root="roots.pem")

        for day in DAYS:
            answer(day)
        other, repeated = (folder / f"days/day={day}" for day in DAYS)
        before, untouched = contents(repeated), files(other)
        answer(DAYS[1])
        assert contents(repeated) == before, "a repeated run gives other rows"
        assert files(other) == untouched, "a repeated run touches another day"
        print("a repeated run of one day gives the same rows, and leaves the other day alone")
        stop(spark)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
