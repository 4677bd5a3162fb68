"""What the program prints, for type checkers. A test compares it with the program's own schemas."""

from datetime import datetime
from typing import Any, Dict, List, Optional, TypedDict, get_args


class Check(TypedDict, total=False):
    """One check. `id`, `status` and `message` are always there."""

    id: str
    status: str
    message: str
    reason: str
    hint: str
    details: List[str]
    evidence: Dict[str, str]
    expectation: Dict[str, Any]
    expected: bool
    offset: int


class CheckResult(TypedDict, total=False):
    """What `receipt check --format json` prints. All but `nested` are always there."""

    schema: int
    verdict: str
    checks: List[Check]
    signature: Dict[str, str]
    source: Dict[str, Any]
    judged_at: str
    nested: List[Dict[str, Any]]


class Row(TypedDict):
    """A row of `receipt table`: a receipt and one of its products."""

    file: str
    part: Optional[str]
    line: int
    products: int
    product_number: Optional[int]
    form: Optional[str]
    environment: Optional[str]
    bundle_id: Optional[str]
    app_transaction_id: Optional[str]
    product_id: Optional[str]
    transaction_id: Optional[str]
    original_transaction_id: Optional[str]
    account_token: Optional[str]
    access: Optional[str]
    until: Optional[datetime]
    payer: Optional[str]
    withdrawal: Optional[str]
    withdrawn_at: Optional[datetime]
    certainty: Optional[str]
    verdict: str
    failed_check: Optional[str]
    reason: Optional[str]
    signed_at: Optional[datetime]
    judged_at: datetime
    notes: Optional[str]
    tool_version: str


# The columns of a row, and the kind of each: str, int or datetime.
COLUMNS = {name: (get_args(kind) or [kind])[0] for name, kind in Row.__annotations__.items()}
