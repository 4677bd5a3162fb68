"""How programs use the package, for a type checker: nothing here runs."""

import datetime
import pathlib
from collections.abc import Iterator
from typing import Any

import pandas as pd
import receipt_inspector as receipt

result: receipt.CheckResult = receipt.check("x", bundle_id="a", product=["b", "c"], strict=True, max_age=None)
receipt.check(b"x", at=datetime.date(2026, 1, 1), trust_root=pathlib.Path("roots.pem"))
reasons: list[str] = [check["reason"] for check in result["checks"]]
rows: Iterator[receipt.Row] = receipt.table(["a", b"b", None], jobs=1)
until: list[datetime.datetime] = [row["until"] for row in rows if row["until"]]
kept: Iterator[dict[str, Any]] = receipt.table([{"id": 1, "receipt": "a"}], "receipt")


def keeps_its_type(frame: pd.DataFrame) -> pd.DataFrame:
    return receipt.table(frame, column="r", at="2026-01-01")


# What is wrong is found: a comment that is not needed is an error too.
receipt.check(1)  # type: ignore[arg-type]
receipt.check("x", product=object())  # type: ignore[arg-type]
receipt.table(7)  # type: ignore[call-overload]
[row["no_such_column"] for row in rows]  # type: ignore[typeddict-item]
error = receipt.ReceiptError("a", "b")
number: int = error.code  # type: ignore[assignment]
