"""Tests of what examples/spark does without Spark. `make test-spark` runs it on a cluster."""

import datetime
import pathlib
import sys
import tempfile
import unittest

import pyarrow as pa
import pyarrow.parquet as pq

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "examples/spark"))
import receipts  # noqa: E402


class FileTests(unittest.TestCase):
    def test_rows_of_a_file(self):
        """Files with other columns, with many groups of rows, and with a column that their folder names."""
        with tempfile.TemporaryDirectory() as folder:
            day = pathlib.Path(folder) / "day=2026-03-01/place=a%2Fb/team=__HIVE_DEFAULT_PARTITION__"
            day.mkdir(parents=True)
            count = receipts.ROWS * 2 + 1
            written = pa.table({"other": [1] * count, "receipt": ["x"] * count, "key": range(count)})
            pq.write_table(written, day / "0.parquet", row_group_size=30)
            declared = pa.schema([
                ("key", pa.int64()), ("receipt", pa.large_string()), ("later", pa.string()), ("day", pa.date32()),
                ("place", pa.string()), ("team", pa.string())])
            batches = list(receipts.rows_of((day / "0.parquet").as_uri(), declared))
        self.assertTrue(all(batch.schema == declared and batch.num_rows <= receipts.ROWS for batch in batches))
        rows = pa.Table.from_batches(batches).to_pylist()
        self.assertEqual(
            rows, [{"key": key, "receipt": "x", "later": None, "day": datetime.date(2026, 3, 1), "place": "a/b",
                    "team": None} for key in range(count)])
