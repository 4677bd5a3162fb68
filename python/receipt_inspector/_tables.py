"""Receipts of several kinds through one program: as lines, and back as rows of the same kind."""

from __future__ import annotations

import base64
import functools
import json
import subprocess
from datetime import datetime
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple

from ._program import Option, Stream, as_text, path

Options = Mapping[str, Option]

# How much is with the program at a time. What comes back grows with it.
ROWS, BYTES = 500, 4 << 20


@functools.lru_cache(maxsize=None)
def columns() -> Dict[str, str]:
    """The columns of a row, as the program names them, and the kind of each."""
    schema = json.loads(subprocess.check_output([path(), "schema", "table", "--format=arrow"]))
    return {field["name"]: field["type"]["name"] for field in schema["fields"]}


def of_iterable(receipts: Iterable[Any], column: Optional[str], options: Options) -> Iterator[Any]:
    dates = [name for name, kind in columns().items() if kind == "timestamp"]
    names = _read(column, options)
    lines = ((_line(*(one[name] for name in names)) if names else _line(one), one) for one in receipts)
    with _stream(options) as stream:
        for group in _groups(lines):
            first = stream.sent + 1
            for text in stream.ask([line for line, _ in group]).splitlines():
                row = json.loads(text)
                for name in dates:
                    # Python before 3.11 does not read the Z.
                    row[name] = row[name] and datetime.fromisoformat(row[name].replace("Z", "+00:00"))
                if column is None:
                    yield row
                else:
                    source = group[row["line"] - first][1]
                    yield {**{name: source[name] for name in _kept(source, column)}, **row}


def of_batches(batches: Any, column: str = "receipt", **options: Option) -> Iterator[Any]:
    """The rows of record batches of Arrow, as batches that keep what stands beside the receipt: for `mapInArrow`."""
    with _stream(options) as stream:
        for batch in batches:
            for start in range(0, batch.num_rows, ROWS):
                rows, at = batch.slice(start, ROWS), 0
                lines = map(_line, *(rows.column(name).to_pylist() for name in _read(column, options)))
                for group in _groups((line, None) for line in lines):
                    yield _answered(rows.slice(at, len(group)), column, stream, [line for line, _ in group])
                    at += len(group)


def of_arrow(table: Any, column: str, options: Options) -> Any:
    import pyarrow as pa

    schema = _beside(table.schema, column)
    return pa.Table.from_batches(of_batches(table.to_batches(), column, **options), schema)


def of_pandas(frame: Any, column: str, options: Options) -> Any:
    import pandas as pd

    kept = frame[_kept(frame.columns, column)]
    values: Dict[str, List[Any]] = {name: [] for name in columns()}
    # pandas has several values for what is missing.
    given = frame[_read(column, options)].astype(object)
    for row in of_iterable(given.where(given.notna(), None).to_dict("records"), column, options):
        for name, found in values.items():
            found.append(row[name])
    kinds = {"utf8": "string", "int": "Int64", "timestamp": "datetime64[us, UTC]"}
    kept = kept.iloc[[line - 1 for line in values["line"]]]
    return kept.assign(**{name: pd.array(values[name], dtype=kinds[kind]) for name, kind in columns().items()})


def of_spark(frame: Any, column: str, options: Options) -> Any:
    from pyspark.sql.pandas.types import from_arrow_schema
    from pyspark.sql.types import StructType

    kept = [frame.schema[name] for name in _kept(frame.columns, column)]
    answer = functools.partial(of_batches, column=column, **{"jobs": 1, **options})
    return frame.mapInArrow(answer, StructType(kept + from_arrow_schema(_schema()).fields))


def _read(column: Optional[str], options: Options) -> List[Any]:
    """The columns that the program reads."""
    return [name for name in (column, options.get("at_column")) if name is not None]


def _stream(options: Options) -> Stream:
    """The program for lines as `_line` makes them."""
    if options.get("at_column") is None:
        return Stream(options)
    others = {name: value for name, value in options.items() if name != "at_column"}
    return Stream({**others, "field": "receipt", "at_field": "at"})


def _kept(names: Iterable[Any], column: str) -> List[Any]:
    """What stands beside the receipt."""
    kept = [name for name in names if name != column]
    same = sorted(columns().keys() & set(kept))
    if same:
        raise ValueError(f"the rows have columns of these names: rename {', '.join(same)}")
    return kept


def _groups(lines: Iterable[Tuple[bytes, Any]]) -> Iterator[List[Tuple[bytes, Any]]]:
    group: List[Tuple[bytes, Any]] = []
    size = 0
    for one in lines:
        group.append(one)
        size += len(one[0])
        if len(group) == ROWS or size >= BYTES:
            yield group
            group, size = [], 0
    if group:
        yield group


def _line(receipt: Any, *dates: Any) -> bytes:
    """A receipt as one line, with the date at which it is judged, if there is one. A missing receipt is empty."""
    if receipt is None:
        line = b""
    elif isinstance(receipt, (bytes, bytearray, memoryview)):
        line = base64.b64encode(receipt)
    elif isinstance(receipt, str):
        line = receipt.encode("utf-8", "replace")
    else:
        raise TypeError(f"a receipt is a text or bytes, not {type(receipt).__name__}")
    if dates:
        return json.dumps({"receipt": line.decode(), "at": as_text(dates[0])}).encode()
    # JSON has no line breaks.
    return json.dumps({"receipt-data": line.decode()}).encode() if b"\n" in line else line


def _answered(batch: Any, column: str, stream: Stream, lines: List[bytes]) -> Any:
    """A batch with answers in place of the receipts."""
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.json

    first = stream.sent + 1
    text = stream.ask(lines)
    answers = pyarrow.json.read_json(
        pa.BufferReader(text),
        read_options=pyarrow.json.ReadOptions(use_threads=False, block_size=len(text) + 1),
        parse_options=pyarrow.json.ParseOptions(explicit_schema=_schema()))
    kept = batch.select(_kept(batch.schema.names, column))
    # A receipt with several products has several rows.
    if answers.num_rows > len(lines):
        kept = kept.take(pc.subtract(answers.column("line"), first).combine_chunks())
    found = [answers.column(name).combine_chunks() for name in columns()]
    return pa.RecordBatch.from_arrays(kept.columns + found, schema=_beside(batch.schema, column))


@functools.lru_cache(maxsize=None)
def _schema() -> Any:
    """The columns for Arrow. Spark reads dates in microseconds alone."""
    import pyarrow as pa

    kinds = {"utf8": pa.string(), "int": pa.int64(), "timestamp": pa.timestamp("us", "UTC")}
    return pa.schema([(name, kinds[kind]) for name, kind in columns().items()])


def _beside(schema: Any, column: str) -> Any:
    import pyarrow as pa

    return pa.schema([schema.field(name) for name in _kept(schema.names, column)] + list(_schema()))
