"""The program: where it is, its options, and one that is kept running."""

from __future__ import annotations

import functools
import json
import os
import pkgutil
import select
import subprocess
import sys
import tempfile
from datetime import date, datetime, timezone
from typing import IO, Any, Iterable, List, Mapping, NoReturn, Optional, Union

Value = Union[None, bool, int, str, date, "os.PathLike[str]"]
Option = Union[Value, Iterable[Value]]


class ReceiptError(Exception):
    """A receipt, or a file that an option names, could not be read. `code` is one of docs/errors.md."""

    def __init__(
        self, code: str, message: str, hint: str = "", offset: Optional[int] = None, path: Optional[str] = None
    ) -> None:
        super().__init__(code, message, hint, offset, path)
        self.code, self.message, self.hint, self.offset, self.path = code, message, hint, offset, path

    def __str__(self) -> str:
        return f"{self.message} [{self.code}]" + (self.hint and f"; {self.hint}")


class ProgramError(ReceiptError):
    """The program ended without an answer. `code` is `usage`, for a wrong option, or `ended`."""

    @classmethod
    def ended(cls, status: int, messages: bytes) -> ProgramError:
        text = messages.decode("utf-8", "replace").strip() or f"receipt ended with {status}"
        return cls("usage" if status == 64 else "ended", text)


def path() -> str:
    """The program's file, which is beside this one."""
    beside = os.path.join(os.path.dirname(__file__), "receipt")
    return beside if os.path.exists(beside) else f"/proc/{os.getpid()}/fd/{_in_memory().fileno()}"


@functools.lru_cache(maxsize=None)
def _in_memory() -> IO[bytes]:
    """The program as a file in memory, if this package is in a zip. It goes with the process, however that ends."""
    file = os.fdopen(os.memfd_create("receipt"), "wb", buffering=0)
    file.write(pkgutil.get_data(__package__, "receipt") or b"")
    return file


def main() -> None:
    """The command `receipt`."""
    os.execv(path(), ["receipt", *sys.argv[1:]])


def words(options: Mapping[str, Option]) -> List[str]:
    """Options as the command line has them."""
    found = []
    for name, values in options.items():
        for value in values if isinstance(values, (list, tuple, set)) else [values]:
            if value is not None and value is not False:
                option = "--" + name.replace("_", "-")
                found.append(option if value is True else f"{option}={as_text(value)}")
    return found


def as_text(value: Any) -> str:
    if isinstance(value, datetime) and value.tzinfo:
        return value.astimezone(timezone.utc).isoformat(timespec="milliseconds")
    return value.isoformat() if isinstance(value, date) else str(value)


class Stream:
    """A `receipt table --lines` that is kept running. It answers one batch of lines after the other."""

    def __init__(self, options: Mapping[str, Option]) -> None:
        self._messages = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            [path(), "table", "--lines", *words(options), "--format=ndjson", "-"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._messages, bufsize=0)
        assert self._process.stdin and self._process.stdout
        self._input, self._output = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._input, False)
        self._owner = os.getpid()
        self.sent = 0

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        # A child that was forked must leave its parent's program alone.
        if self._owner == os.getpid():
            # It may also hold the pipe open. Then the program would wait for more input.
            self._process.kill()
            self._process.communicate()
        self._messages.close()

    def ask(self, lines: List[bytes]) -> bytes:
        """The rows of these lines as NDJSON. It writes and reads at once: the program answers while it reads."""
        if self._owner != os.getpid():
            raise RuntimeError("these rows belong to another process: call table again after a fork")
        rest, rows = memoryview(b"\n".join([*lines, b""])), bytearray()
        self.sent += len(lines)
        poll = select.poll()
        poll.register(self._output, select.POLLIN)
        poll.register(self._input, select.POLLOUT)
        while rest or not self._is_complete(rows):
            for file, _ in poll.poll():
                if file == self._output:
                    rows += os.read(file, 1 << 16) or self._fail()
                    continue
                try:
                    rest = rest[os.write(file, rest):]
                except BrokenPipeError:
                    rest = rest[:0]  # The program ended. The end of its output says so.
                if not rest:
                    poll.unregister(file)
        return bytes(rows)

    def _is_complete(self, rows: bytearray) -> bool:
        """Whether the last row is that of the last product in the last line."""
        if not rows.endswith(b"\n"):
            return False
        last = json.loads(rows[rows.rfind(b"\n", 0, -1) + 1:])
        return bool(last["line"] == self.sent and (last["product_number"] or 0) == last["products"])

    def _fail(self) -> NoReturn:
        status = self._process.wait()
        self._messages.seek(0)
        raise ProgramError.ended(status, self._messages.read())
