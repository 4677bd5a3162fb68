"""Runs the example on a real cluster of Spark's own, with two executors on this machine, and compares it with
one process.

    test_spark.py RECEIPT [ROWS]

`make test-spark` runs it with 200,000 receipts. Nothing that depends on the machine's speed is a failure: those
figures are printed.
"""

import collections
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
import receipts  # noqa: E402

BINARY = str(pathlib.Path(sys.argv[1]).resolve())
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 200_000
PARTITIONS = 8
# The receipts are made for the first of these days.
DAYS = ["2026-03-01", "2026-03-02"]
# A file of each day. Each job answers them before it is measured: that starts Python and the programs, and lets Java
# compile what it runs, which is no cost of a row.
QUARTER = "day=*/[04].parquet"
CPU_LIMIT = 1.3


# The columns

def check_columns():
    """Compares the columns with the JSON Schema of each command."""
    for command, members in receipts.MEMBERS.items():
        if "--compact" in command:
            continue  # Described by docs/pipelines.md; a test of the tool compares them.
        schema = json.loads(subprocess.check_output([BINARY, "schema", command]))
        check_kind(pa.struct(list((members | receipts.OF_ALL).items())), [schema], schema, command)


def check_kind(kind, nodes, schema, path):
    nodes = [node for one in nodes for node in alternatives(one, schema)]
    if pa.types.is_struct(kind):
        # The document is an object for one receipt, and a list of them for several.
        objects = [node for node in nodes if "properties" in node]
        for field in kind:
            found = [node["properties"][field.name] for node in objects if field.name in node["properties"]]
            assert found, f"{path}.{field.name} is in no JSON"
            check_kind(field.type, found, schema, f"{path}.{field.name}")
    elif pa.types.is_list(kind):
        check_kind(kind.value_type, [node["items"] for node in nodes if "items" in node], schema, f"{path}[]")
    else:
        name = {receipts.NUMBER: "integer", receipts.FLAG: "boolean"}.get(kind, "string")
        assert any(node.get("type") == name or "enum" in node or "const" in node for node in nodes), (
            f"{path} is no {name}")


def alternatives(node, schema):
    if "$ref" in node:
        target = schema
        for name in node["$ref"].removeprefix("#/").split("/"):
            target = target[name]
        yield from alternatives(target, schema)
    elif "anyOf" in node:
        for one in node["anyOf"]:
            yield from alternatives(one, schema)
    else:
        yield node


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

def alone(lines, commands, options):
    """Runs the programs one after the other. Gives what check said, the seconds and the CPU seconds."""
    begin, cpu = time.perf_counter(), children_cpu()
    for command in commands:
        answers = lines.parent / "check.ndjson" if command.startswith("check") else os.devnull
        with open(lines) as file, open(answers, "w") as output:
            subprocess.run(
                [BINARY, *command.split(), "--lines", "--jobs", "1", "--format", "ndjson", "--quiet", *options, "-"],
                stdin=file, stdout=output)
    seconds, cpu = time.perf_counter() - begin, children_cpu() - cpu
    with open(lines.parent / "check.ndjson") as file:
        expected = {f"row-{number}": said(json.loads(line)) for number, line in enumerate(file)}
    return expected, seconds, cpu


def said(answer):
    """The verdict and the reasons in an answer of check, or of check --compact."""
    return answer["verdict"], tuple(answer.get("reasons", (
        check.get("reason") for check in answer.get("checks", []) if check["status"] in ("fail", "undetermined"))))


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
    for file in (folder / "roots.pem", BINARY):
        spark.sparkContext.addFile(str(file))
    return spark


def run(spark, folder, output, way, commands, source="input", files=""):
    wanted = {"commands": commands, "options": ("--at", DAYS[1], "--trust-root", "{files}/roots.pem")}
    base = str(folder / source)
    answers = (
        receipts.answers_of_files(spark, f"{base}/{files}", base=base, **wanted) if way == "files"
        else receipts.with_answers(spark.read.option("basePath", base).parquet(f"{base}/{files}"), **wanted))
    answers.write.mode("overwrite").partitionBy("day").parquet(str(output))


def processes():
    """Each process of this machine: its parent, its own CPU seconds, its command."""
    found = {}
    tick = os.sysconf("SC_CLK_TCK")
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(") ")[2].split()
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        found[int(folder.name)] = (int(fields[1]), sum(map(int, fields[11:13])) / tick, command)
    return found


def executors(found):
    """The executors that this process started."""
    def is_ours(pid):
        while pid in found and pid != os.getpid():
            pid = found[pid][0]
        return pid == os.getpid()

    return [pid for pid, (_, _, command) in found.items()
            if b"CoarseGrainedExecutorBackend" in command and is_ours(pid)]


def executors_cpu():
    """The CPU seconds of each executor, which is Java, and of each process that they started: Python, a program."""
    found = processes()
    roots = set(executors(found))

    def is_inside(pid):
        while pid in found and pid not in roots:
            pid = found[pid][0]
        return pid in roots

    return {
        pid: ("Java" if pid in roots else "programs" if b"--lines" in command else "Python", cpu)
        for pid, (_, cpu, command) in found.items() if is_inside(pid)}


def spent_since(before):
    """The CPU seconds by kind. Spark ends Python workers that had nothing to do, and starts others."""
    seconds = collections.Counter()
    for pid, (kind, cpu) in executors_cpu().items():
        seconds[kind] += cpu - before.get(pid, (kind, 0))[1]
    return seconds


# What is compared

def compare(output, expected):
    """Each row once, with its own key, and the verdict and reasons that one process gives."""
    rows = pq.read_table(output).select(["id", "app_user_id", "verdict", "reasons"]).to_pylist()
    assert len(rows) == len(expected), f"{len(rows)} rows instead of {len(expected)}"
    seen = set()
    for row in rows:
        assert row["id"] not in seen, f"{row['id']} twice"
        seen.add(row["id"])
        assert row["app_user_id"] == int(row["id"][4:]) // 3, row
        assert (row["verdict"], tuple(row["reasons"])) == expected[row["id"]], (row, expected[row["id"]])


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


def kill_one(spark, stop, killed):
    """Kills an executor as soon as some of the tasks are done."""
    tracker = spark.sparkContext.statusTracker()
    while not stop.is_set():
        for stage in map(tracker.getStageInfo, tracker.getActiveStageIds()):
            if stage and stage.numCompletedTasks > 1 and stage.numActiveTasks:
                os.kill(executors(processes())[0], signal.SIGKILL)
                killed.append(f"{stage.numCompletedTasks} of {stage.numTasks} tasks were done")
                return
        time.sleep(0.02)


def measured(spark, folder, name, way, commands, lines, options):
    """Runs the commands on the cluster and in one process, prints both, and gives what one process said."""
    before = executors_cpu()
    for _ in range(2):
        run(spark, folder, folder / "warm", way, commands, files=QUARTER)
    warm, before = spent_since(before).total(), executors_cpu()
    run(spark, folder, folder / "nothing", way, commands, source="empty")
    empty = spent_since(before)
    begin, before = time.perf_counter(), executors_cpu()
    run(spark, folder, folder / name, way, commands)
    seconds, parts = time.perf_counter() - begin, spent_since(before)
    parts.subtract(empty)
    expected, alone_seconds, alone_cpu = alone(lines, commands, options)
    cpu = parts.total()
    ratio = cpu / alone_cpu
    print(f"{' and '.join(commands)}, {way}:")
    print(f"  one process  {COUNT / alone_seconds:8,.0f} rows/s  {alone_cpu / COUNT * 1e6:6.0f} µs of CPU a row")
    print(f"  the cluster  {COUNT / seconds:8,.0f} rows/s  {cpu / COUNT * 1e6:6.0f} µs of CPU a row: "
          + ", ".join(f"{name} {part / COUNT * 1e6:.0f}" for name, part in sorted(parts.items())))
    print(f"  before that  {warm:8,.1f} s of CPU for two runs with a quarter of the rows; "
          f"{empty.total():.1f} s for one without rows")
    print(f"  Parquet      {size(folder / 'input') / COUNT:8,.0f} bytes a row read, "
          f"{size(folder / name) / COUNT:,.0f} written")
    print(f"  ratio of CPU {ratio:.2f}, limit {CPU_LIMIT} ({'ok' if ratio <= CPU_LIMIT else 'over'})", flush=True)
    compare(folder / name, expected)
    return expected


def main():
    check_columns()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="receipt-spark-"))
    try:
        roots, lines = made(folder)
        spark = session(folder)
        options = ["--at", DAYS[1], "--trust-root", str(roots)]
        verdicts, cards = ["check --compact"], ["check --compact", "diagnose --compact"]
        every = ["check", "diagnose", "decode"]
        print(f"{COUNT:,} rows in {PARTITIONS} partitions, 2 executors")
        short = measured(spark, folder, "verdicts", "files", verdicts, lines, options)
        measured(spark, folder, "cards", "files", cards, lines, options)
        expected = measured(spark, folder, "output", "files", every, lines, options)
        measured(spark, folder, "frame", "frame", verdicts, lines, options)

        counts = collections.Counter(verdict for verdict, _ in expected.values())
        print("verdicts:", ", ".join(f"{count:,} {verdict}" for verdict, count in sorted(counts.items())))
        sample = pq.read_table(folder / "output", columns=["card", "purchases", "verdict", "error"]).to_pylist()
        assert any(row["purchases"] for row in sample) and all(row["card"]["genuine"] for row in sample)
        assert all((row["error"] is not None) == (row["verdict"] == "error") for row in sample)

        stop, killed = threading.Event(), []
        killer = threading.Thread(target=kill_one, args=(spark, stop, killed))
        killer.start()
        run(spark, folder, folder / "killed", "files", verdicts)
        stop.set()
        killer.join()
        assert killed, "no executor was killed"
        compare(folder / "killed", short)
        print(f"an executor was killed when {killed[0]}: no row is missing, none is there twice")

        def answer(day):
            job.answer_day(
                spark, str(folder / "input"), str(folder / "days"), day, cards, ["--trust-root", "{files}/roots.pem"])

        for day in DAYS:
            answer(day)
        compare(folder / "days", short)
        other, repeated = (folder / f"days/day={day}" for day in DAYS)
        before, untouched = contents(repeated), files(other)
        answer(DAYS[1])
        assert contents(repeated) == before, "a repeated run gives other rows"
        assert files(other) == untouched, "a repeated run touches another day"
        print("a repeated run of one day gives the same rows, and leaves the other day alone")

        some = spark.read.parquet(str(folder / f"input/day={DAYS[0]}/0.parquet"))
        pairs = some.rdd.map(lambda row: (row["id"], row["receipt"]))
        answers = dict(receipts.piped(pairs, options=options, tool=BINARY).mapValues(said).collect())
        assert len(answers) == some.count() and all(expected[key] == answer for key, answer in answers.items())
        print(f"RDD.pipe gives the same verdicts and reasons, in {len(answers):,} rows")
        # Executors of local-cluster leave their files there.
        work = pathlib.Path(os.environ["SPARK_HOME"]) / "work" / spark.sparkContext.applicationId
        spark.stop()
        shutil.rmtree(work, ignore_errors=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
