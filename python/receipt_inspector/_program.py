"""The program: where it is, its options, and one that is kept running."""

import contextlib
import fcntl
import functools
import json
import os
import pkgutil
import select
import subprocess
import sys
import tempfile
import time
from datetime import date
from typing import IO, Any, Iterable, List, Mapping, NoReturn, Optional, Tuple, Union

Value = Union[None, bool, int, str, date, "os.PathLike[str]"]
Option = Union[Value, Iterable[Value]]
# A line, and what it was made of.
Line = Tuple[bytes, Any]


class ReceiptError(Exception):
    """A receipt, or a file that an option names, could not be read. docs/errors.md has its code."""

    def __init__(self, code: str, message: str, hint: str = "", offset: Optional[int] = None,
                 path: Optional[str] = None) -> None:
        super().__init__(code, message, hint, offset, path)
        self.code, self.message, self.hint, self.offset, self.path = code, message, hint, offset, path

    def __str__(self) -> str:
        return f"{self.message} [{self.code}]" + (self.hint and f"; {self.hint}")


class ProgramError(ReceiptError):
    """The program ended without an answer. `code` is `usage`, for a wrong option, or `ended`."""

    @classmethod
    def ended(cls, status: int, messages: bytes) -> "ProgramError":
        text = messages.decode("utf-8", "replace").strip() or f"receipt ended with {status}"
        return cls("usage" if status == 64 else "ended", text)


def path() -> str:
    """The program's file, which is beside this one."""
    beside = os.path.join(os.path.dirname(__file__), "receipt")
    return beside if os.path.exists(beside) else f"/proc/{os.getpid()}/fd/{_in_memory().fileno()}"


@functools.lru_cache(maxsize=None)
def _in_memory() -> IO[bytes]:
    """The program of a package in a zip. It goes with the process, however that ends."""
    file = os.fdopen(os.memfd_create("receipt"), "wb", buffering=0)
    file.write(pkgutil.get_data(__package__, "receipt") or b"")
    return file


def main() -> None:
    """The command `receipt`."""
    os.execv(path(), ["receipt", *sys.argv[1:]])


def words(options: Mapping[str, Option]) -> List[str]:
    """Options as the command line has them."""
    return [f"--{name.replace('_', '-')}" + ("" if value is True else f"={value}")
            for name, values in options.items()
            for value in (values if isinstance(values, (list, tuple, set)) else [values])
            if value is not None and value is not False]


class Stream:
    """A `receipt table --lines` that is kept running. It answers batches, one after the other."""

    def __init__(self, options: Mapping[str, Option]) -> None:
        others = dict(options)
        # The column with the date of each line, if there is one. Then a line is a JSON object.
        self.dates = [name for name in [others.pop("at_column", None)] if name is not None]
        if self.dates:
            others.update(field="receipt", at_field="at")
        self._messages = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            [path(), "table", "--lines", *words(others), "--format=ndjson", "-"], bufsize=0,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._messages)
        assert self._process.stdin and self._process.stdout
        self._input, self._output = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._input, False)
        self._owner, self._last, self._nap = os.getpid(), 0, 0.0
        # The system may refuse a large pipe. Python before 3.10 has no name for F_SETPIPE_SZ.
        with contextlib.suppress(OSError):
            fcntl.fcntl(self._input, 1031, 1 << 20)
            self._nap = 0.002

    def close(self) -> None:
        # A child that was forked must leave its parent's program alone.
        if self._owner == os.getpid():
            # It may also hold the pipe open. Then the program would wait for more input.
            self._process.kill()
            self._process.communicate()
        self._messages.close()

    def ask(self, lines: List[Line]) -> bytes:
        """The rows of these lines as NDJSON. The first of them is number `first`."""
        if self._owner != os.getpid():
            raise RuntimeError("these rows belong to another process: call table again after a fork")
        rest, rows = memoryview(b"\n".join([*(line for line, _ in lines), b""])), bytearray()
        self.first, self._last = self._last + 1, self._last + len(lines)
        poll = select.poll()
        poll.register(self._output, select.POLLIN)
        poll.register(self._input, select.POLLOUT)
        while rest:
            for file, _ in poll.poll():
                if file == self._output:
                    rows += os.read(file, 1 << 18) or self._fail()
                    continue
                # If the program has ended, so has its output, which says so.
                with contextlib.suppress(BrokenPipeError):
                    rest = rest[os.write(file, rest):]
            if rest:
                # A full pipe is work for longer than this. Without it, every few rows wake both.
                time.sleep(self._nap)
        while not self._is_complete(rows):
            rows += os.read(self._output, 1 << 18) or self._fail()
        return bytes(rows)

    def _is_complete(self, rows: bytearray) -> bool:
        """Whether the last row is that of the last product in the last line."""
        if not rows.endswith(b"\n"):
            return False
        last = json.loads(rows[rows.rfind(b"\n", 0, -1) + 1:])
        place = last["line"], last["product_number"] or 0
        return place == (self._last, last["products"])

    def _fail(self) -> NoReturn:
        status = self._process.wait()
        self._messages.seek(0)
        raise ProgramError.ended(status, self._messages.read())
