"""Checks App Store receipts offline, with the program `receipt` that is in this package.

    import receipt_inspector as receipt

    receipt.check(text, bundle_id="com.example.tea")["verdict"]
    for row in receipt.table(texts): ...
    frame = receipt.table(frame, column="receipt")

Options of the program are keywords: `trust_root="roots.pem"` is `--trust-root roots.pem`. A list gives an option
several times, and `True` stands for one without a value.
"""

import json
import subprocess
from typing import Any, Dict, Iterable, Iterator, Mapping, Protocol, TypeVar, Union, cast, overload

from ._program import Option, ProgramError, ReceiptError, path, words
from ._results import Check, CheckResult, Row
from ._tables import of_arrow, of_batches as batches, of_iterable, of_pandas, of_spark

__all__ = ["Check", "CheckResult", "Option", "ProgramError", "ReceiptError", "Row", "batches", "check", "table"]


class _Table(Protocol):
    @property
    def columns(self) -> Any: ...


Table = TypeVar("Table", bound=_Table)


def check(receipt: Union[str, bytes], **expectations: Option) -> CheckResult:
    """What `receipt check` says of one receipt.

    A receipt that does not pass is a result. One that cannot be read is a `ReceiptError`.
    """
    done = subprocess.run(
        [path(), "check", *words(expectations), "--format=json", "-"], capture_output=True,
        input=receipt.encode("utf-8", "replace") if isinstance(receipt, str) else receipt)
    if done.returncode not in (0, 1, 2) or not done.stdout:
        raise ProgramError.ended(done.returncode, done.stderr)
    result = json.loads(done.stdout)
    if "error" in result:
        raise ReceiptError(**result["error"])
    return cast(CheckResult, result)


@overload
def table(receipts: Table, column: str = ..., **options: Option) -> Table: ...
@overload
def table(receipts: Iterable[Union[str, bytes, None]], **options: Option) -> Iterator[Row]: ...
@overload
def table(receipts: Iterable[Mapping[str, Any]], column: str, **options: Option) -> Iterator[Dict[str, Any]]: ...
def table(receipts: Any, column: Any = None, **options: Option) -> Any:
    """The rows of `receipt table`: one for each receipt and product. What comes back is of the kind that was given:

    - for texts or bytes, an iterator of `Row`s. `line` says which receipt a row is about, counted from 1
    - for mappings with a receipt in `column`, an iterator of dictionaries
    - for a table of Arrow or a DataFrame of pandas or Spark, the same

    Mappings and tables keep what stands beside the receipt. `at_column` names what has the date at which each receipt
    is judged. A receipt that cannot be read is a row too: its `verdict` is `error`. One program answers all of them.
    It is given up to 500 at a time, so an iterator is read as far ahead.
    """
    if isinstance(receipts, (str, bytes)):
        raise TypeError("give one receipt as a list, or call check")
    for mark, rows_of in ("mapInArrow", of_spark), ("to_batches", of_arrow), ("iloc", of_pandas):
        if hasattr(receipts, mark):
            return rows_of(receipts, column or "receipt", options)
    return of_iterable(receipts, column, options)
