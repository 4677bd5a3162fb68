"""The rows of Parquet files with what `receipt table` says of their receipts.

`receipt_inspector.table` does it for any DataFrame. This costs less: Arrow reads the files in the Python workers, so
no receipt goes through Java.
"""

import urllib.parse

import pyarrow as pa
import pyarrow.fs
import pyarrow.parquet as pq
import receipt_inspector as receipt

# How many rows are read at a time. A receipt has 10 KB, so this is a few megabytes.
ROWS = 500


def table_of_files(spark, path, base=None, column="receipt", **options):
    """What `receipt_inspector.table` gives for the Parquet files in a folder. Each file is a task.

    Folders such as `day=2026-03-01` below `base` become columns, as Spark reads them. Pass `at` if a repeated run is
    to give the same rows.
    """
    from pyspark.sql.pandas.types import to_arrow_schema

    frame = spark.read.option("basePath", base or path).parquet(path)
    columns = to_arrow_schema(frame.schema)
    files = sorted(frame.inputFiles())

    def answer(batches):
        # Other pools return memory to the system, and getting it back costs more than reading the file.
        pa.set_memory_pool(pa.system_memory_pool())
        numbers = (number for batch in batches for number in batch.column(0).to_pylist())
        rows = (rows for number in numbers for rows in rows_of(files[number], columns))
        yield from receipt.batches(rows, column, jobs=1, **options)

    schema = receipt.table(frame, column, **options).schema
    return spark.range(0, len(files), 1, max(1, len(files))).mapInArrow(answer, schema)


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
