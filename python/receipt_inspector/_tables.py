"""Receipts of several kinds through one program: as lines, and back as rows of the same kind."""

import base64
import functools
import json
from contextlib import closing
from datetime import datetime
from typing import Any, Iterable, Iterator, List, Mapping

from ._program import Line, Option, Stream
from ._results import COLUMNS

Options = Mapping[str, Option]

# How much is with the program at a time. What comes back grows with it. 500 usual receipts fit.
ROWS, BYTES = 500, 6 << 20


def of_iterable(receipts: Iterable[Any], column: Any, options: Options) -> Iterator[Any]:
    dates = [name for name, kind in COLUMNS.items() if kind is datetime]
    with closing(Stream(options)) as stream:
        texts = ((_text(one if column is None else one[column]), one) for one in receipts)
        lines = ((_line(text, *(one[name] for name in stream.dates)), one) for text, one in texts)
        for group in _groups(lines):
            for row in map(json.loads, stream.ask(group).splitlines()):
                for name in dates:
                    # Python before 3.11 does not read the Z.
                    row[name] = row[name] and datetime.fromisoformat(row[name][:-1] + "+00:00")
                if column is not None:
                    source = group[row["line"] - stream.first][1]
                    row = {**{name: source[name] for name in _kept(source, column)}, **row}
                yield row


def of_batches(batches: Any, column: str = "receipt", **options: Option) -> Iterator[Any]:
    """Record batches of Arrow, with rows in place of the receipts, as `mapInArrow` takes them."""
    import pyarrow as pa
    import pyarrow.compute as pc
    from pyarrow.json import ParseOptions, ReadOptions, read_json

    parse = ParseOptions(explicit_schema=pa.schema(_fields()))
    parts = (batch.slice(at, ROWS) for batch in batches for at in range(0, batch.num_rows, ROWS))
    with closing(Stream(options)) as stream:
        for part in parts:
            kept = part.select(_kept(part.schema.names, column))
            dates = [part.column(name).to_pylist() for name in stream.dates]
            lines = map(_line, _texts(part.column(column)), *dates)
            for group in _groups(zip(lines, range(ROWS))):
                text = stream.ask(group)
                read = ReadOptions(use_threads=False, block_size=len(text) + 1)
                found = read_json(pa.BufferReader(text), read, parse)
                answers = found.combine_chunks().to_batches()[0]
                beside = kept.slice(group[0][1], len(group))
                # A receipt with several products has several rows.
                if answers.num_rows > len(group):
                    beside = beside.take(pc.subtract(answers.column("line"), stream.first))
                schema = pa.schema([*kept.schema, *answers.schema])
                yield pa.RecordBatch.from_arrays(beside.columns + answers.columns, schema=schema)


def of_arrow(table: Any, column: str, options: Options) -> Any:
    import pyarrow as pa

    kept = [table.schema.field(name) for name in _kept(table.column_names, column)]
    batches = of_batches(table.to_batches(), column, **options)
    return pa.Table.from_batches(batches, pa.schema(kept + _fields()))


def of_pandas(frame: Any, column: str, options: Options) -> Any:
    import pandas as pd

    kept = frame[_kept(frame.columns, column)]
    # pandas has several values for what is missing.
    names = [column] if options.get("at_column") is None else [column, options["at_column"]]
    given = frame[names].astype(object)
    rows = of_iterable(given.where(given.notna(), None).to_dict("records"), column, options)
    values = [[row[name] for name in COLUMNS] for row in rows]
    answers = pd.DataFrame(values, columns=list(COLUMNS), dtype=object)
    kinds = {str: "string", int: "Int64", datetime: "datetime64[us, UTC]"}
    kept = kept.iloc[[line - 1 for line in answers["line"]]]
    arrays = {name: pd.array(answers[name], kinds[kind]) for name, kind in COLUMNS.items()}
    return kept.assign(**arrays)


def of_spark(frame: Any, column: str, options: Options) -> Any:
    import pyarrow as pa
    from pyspark.sql.pandas.types import from_arrow_schema
    from pyspark.sql.types import StructType

    kept = [frame.schema[name] for name in _kept(frame.columns, column)]
    answer = functools.partial(of_batches, column=column, **{"jobs": 1, **options})
    answers = from_arrow_schema(pa.schema(_fields())).fields
    return frame.mapInArrow(answer, StructType(kept + answers))


def _kept(names: Iterable[Any], column: Any) -> List[Any]:
    """What stands beside the receipt."""
    kept = [name for name in names if name != column]
    same = sorted(COLUMNS.keys() & set(kept))
    if same:
        raise ValueError(f"the rows have columns of these names: rename {', '.join(same)}")
    return kept


def _fields() -> List[Any]:
    """The columns for Arrow. Spark reads dates in microseconds alone."""
    import pyarrow as pa

    kinds = {str: pa.string(), int: pa.int64(), datetime: pa.timestamp("us", "UTC")}
    return [pa.field(name, kinds[kind]) for name, kind in COLUMNS.items()]


def _groups(lines: Iterable[Line]) -> Iterator[List[Line]]:
    group: List[Line] = []
    size = 0
    for one in lines:
        group.append(one)
        size += len(one[0])
        if len(group) == ROWS or size >= BYTES:
            yield group
            group, size = [], 0
    if group:
        yield group


def _texts(column: Any) -> List[bytes]:
    """The receipts of an Arrow column. Its texts are UTF-8, as the program reads them."""
    if str(column.type) in ("string", "large_string"):
        return [text or b"" for text in column.cast("large_binary").to_pylist()]
    return [_text(value) for value in column.to_pylist()]


def _text(receipt: Any) -> bytes:
    """A receipt as the program reads it. A missing one is empty."""
    if isinstance(receipt, (bytes, bytearray, memoryview)):
        return base64.b64encode(receipt)
    if receipt is None or isinstance(receipt, str):
        return (receipt or "").encode("utf-8", "replace")
    raise TypeError(f"a receipt is a text or bytes, not {type(receipt).__name__}")


def _line(text: bytes, *dates: Any) -> bytes:
    """A receipt as one line, with the date at which it is judged, if there is one."""
    if not dates and b"\n" not in text:
        return text
    # JSON has no line breaks.
    names = ["receipt", "at"] if dates else ["receipt-data"]
    values = [text.decode("utf-8", "replace"), *map(str, dates)]
    return json.dumps(dict(zip(names, values))).encode()
