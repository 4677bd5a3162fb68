"""Tests of the module with the program that is beside it. They need no package; with pyarrow and pandas they try more.

    PYTHONPATH=FOLDER python -m unittest test_receipt_inspector

FOLDER has the installed package.
"""

import datetime
import importlib.util
import json
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import time
import typing
import unittest
import unittest.mock
import zipfile

import receipt_inspector as receipt
from receipt_inspector import _program, _results, _tables

AT = datetime.datetime(2026, 3, 2, tzinfo=datetime.timezone.utc)
NEEDS_ARROW = unittest.skipUnless(importlib.util.find_spec("pyarrow"), "pyarrow is missing")
NEEDS_PANDAS = unittest.skipUnless(importlib.util.find_spec("pandas"), "pandas is missing")


def setUpModule():
    global folder, lines, options
    folder = tempfile.TemporaryDirectory()
    roots = pathlib.Path(folder.name) / "roots.pem"
    made = subprocess.check_output(
        [_program.path(), "make", "--scenario", "subscription", "--count", "40", "--seed", "python",
         "--created", "2026-03-01", "--root", roots, "--quiet"], text=True)
    lines = made.split()
    options = {"trust_root": roots, "at": AT}


def tearDownModule():
    folder.cleanup()


def table(receipts, column=None, **others):
    return receipt.table(receipts, **({"column": column} if column else {}), **options, **others)


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def process(rows):
    return rows.gi_frame.f_locals["stream"]._process


class CheckTests(unittest.TestCase):
    def test_result(self):
        result = receipt.check(lines[0], **options)
        self.assertEqual(result["verdict"], "pass")
        self.assertEqual(result["judged_at"], "2026-03-02T00:00:00Z")
        self.assertEqual(receipt.check(lines[0].encode(), **options), result)

    def test_expectations(self):
        result = receipt.check(
            lines[0], bundle_id="com.example.other", active_product=["a", "b"], app_version=None, strict=False,
            **options)
        failed = {check["id"]: check["reason"] for check in result["checks"] if check["status"] == "fail"}
        self.assertEqual(failed["bundle-id"], "mismatch")
        self.assertEqual([check["id"] for check in result["checks"]].count("subscription"), 2)
        self.assertNotIn("app-version", failed)

    def test_incomplete(self):
        self.assertEqual(receipt.check(lines[0][:900])["verdict"], "fail")

    def test_value_is_no_option(self):
        with self.assertRaises(receipt.ReceiptError) as caught:
            receipt.check("x", bundle_id="--help")
        self.assertEqual(caught.exception.code, "not-a-receipt")

    def test_unreadable(self):
        codes = {"garbage": "not-a-receipt", "": "empty", "<!DOCTYPE html>": "html-page", "\ud800": "not-a-receipt"}
        for text, code in codes.items():
            with self.subTest(text=text), self.assertRaises(receipt.ReceiptError) as caught:
                receipt.check(text)
            error = caught.exception
            self.assertEqual(error.code, code)
            self.assertIn(f"[{error.code}]", str(error))
            self.assertEqual(vars(pickle.loads(pickle.dumps(error))), vars(error))

    def test_wrong_option(self):
        with self.assertRaises(receipt.ProgramError) as caught:
            receipt.check("x", bundle_di="y")
        self.assertEqual(caught.exception.code, "usage")
        self.assertIn("--bundle-di", str(caught.exception))
        self.assertIs(type(pickle.loads(pickle.dumps(caught.exception))), receipt.ProgramError)


class TableTests(unittest.TestCase):
    def test_rows_follow_receipts(self):
        # More than a batch, and more than pipes hold.
        rows = list(table(line for line in lines * 30))
        firsts = [row["line"] for row in rows if row["product_number"] in (None, 1)]
        self.assertEqual(firsts, list(range(1, 1201)))
        self.assertGreater(len(rows), 1200, "no receipt has several products")
        self.assertEqual({row["verdict"] for row in rows}, {"pass"})
        self.assertEqual(rows[0]["judged_at"], AT)
        self.assertTrue(any(isinstance(row["until"], datetime.datetime) for row in rows))
        self.assertTrue(any(row["withdrawn_at"] is None for row in rows))

    def test_any_row_is_one_line(self):
        ugly = ["", None, b"", "a\nb", "a\r\nb", "\n", "\ud800\n", "\0", "\x0b\x0c\x85\u2028\u2029", '{"receipt-data":',
                "x" * 300_000, b"\xff\n", bytearray(b"1"), memoryview(b"2")]
        broken = [lines[1][:60] + end + lines[1][60:] + end for end in ("\n", "\r", "\r\n")]
        given = [one for bad in ugly for one in (bad, lines[0], *broken)]
        verdicts = {}
        for row in table(given):
            verdicts[row["line"]] = row["verdict"]
        self.assertEqual(list(verdicts.values()), ["error", "pass", "pass", "pass", "pass"] * len(ugly))

    def test_bytes_of_a_receipt(self):
        import base64
        self.assertEqual([row["verdict"] for row in table([base64.b64decode(lines[0])])][0], "pass")

    def test_nothing(self):
        self.assertEqual(list(table([])), [])

    def test_mappings_keep_what_stands_beside(self):
        user = object()
        rows = list(table([{"user": user, "receipt": lines[0], 3: 4}, {"receipt": "x"}], "receipt"))
        self.assertIs(rows[0]["user"], user)
        self.assertEqual(rows[0][3], 4)
        self.assertNotIn("receipt", rows[0])
        self.assertEqual(list(rows[-1]), list(_results.COLUMNS))

    def test_each_at_its_date(self):
        zone = datetime.timezone(datetime.timedelta(hours=2))
        dates = [datetime.date(2026, 3, 5), datetime.datetime(2026, 3, 5, 2, tzinfo=zone), "2026-03-05", None,
                 "someday", datetime.datetime(2026, 3, 5)]
        ugly = lines[0][:60] + "\n" + lines[0][60:]
        roots = options["trust_root"]
        rows = receipt.table(
            [{"r": ugly, "when": date} for date in dates], "r", at_column="when", trust_root=roots)
        firsts = [row for row in rows if row["product_number"] in (None, 1)]
        at = datetime.datetime(2026, 3, 5, tzinfo=datetime.timezone.utc)
        self.assertEqual([row["judged_at"] for row in firsts[:3]], [at] * 3)
        self.assertEqual([row["reason"] for row in firsts], [None] * 3 + ["invalid-row"] * 3)
        self.assertEqual([row["when"] for row in firsts], dates)

    def test_same_names_are_refused(self):
        with self.assertRaisesRegex(ValueError, "rename line, verdict"):
            list(table([{"receipt": "x", "line": 1, "verdict": 2}], "receipt"))

    def test_no_receipts(self):
        for wrong in (lines[0], lines[0].encode()):
            with self.assertRaises(TypeError):
                receipt.table(wrong)
        with self.assertRaisesRegex(TypeError, "not int"):
            next(receipt.table([1]))
        with self.assertRaises(KeyError):
            next(receipt.table([{}], "receipt"))

    def test_batch_ends_with_its_size(self):
        given = []
        rows = table(given.append(1) or "x" * (1 << 20) for _ in range(12))
        next(rows)
        self.assertEqual(len(given), _tables.BYTES >> 20)
        for _ in given[:]:
            next(rows)
        self.assertEqual(len(given), _tables.BYTES >> 19)
        rows.close()
        given = []
        rows = table(given.append(1) or "x" for _ in range(1200))
        next(rows)
        self.assertEqual(len(given), _tables.ROWS)
        rows.close()

    def test_wrong_option(self):
        with self.assertRaises(receipt.ProgramError) as caught:
            next(receipt.table(["x"] * 3000, no_such=1))
        self.assertEqual(caught.exception.code, "usage")
        with self.assertRaisesRegex(receipt.ProgramError, "not-found"):
            next(receipt.table(["x"] * 3000, trust_root="/no/such/file"))


class ProcessTests(unittest.TestCase):
    def test_closed_early(self):
        rows = table(lines * 100)
        next(rows)
        program = process(rows)
        self.assertTrue(is_running(program.pid))
        rows.close()
        self.assertFalse(is_running(program.pid))

    def test_ended_with_its_rows(self):
        rows = table(lines)
        next(rows)
        program = process(rows)
        list(rows)
        self.assertEqual(program.returncode, -signal.SIGKILL)

    def test_killed(self):
        rows = table(lines * 100)
        next(rows)
        process(rows).kill()
        with self.assertRaises(receipt.ProgramError) as caught:
            list(rows)
        self.assertEqual(caught.exception.code, "ended")
        self.assertIn("-9", str(caught.exception))

    def test_reader_fails(self):
        def failing():
            yield from lines * 13
            raise OSError("the source is gone")

        rows = table(failing())
        next(rows)
        program = process(rows)
        with self.assertRaisesRegex(OSError, "the source is gone"):
            list(rows)
        self.assertFalse(is_running(program.pid))

    def program(self, script):
        """Another program in place of the package's."""
        file = pathlib.Path(folder.name) / self.id()
        file.write_text(f"#!{sys.executable}\nimport json, os, sys, time\n{script}")
        file.chmod(0o755)
        patch = unittest.mock.patch.object(_program, "path", lambda: str(file))
        patch.start()
        self.addCleanup(patch.stop)

    def test_rows_come_in_pieces(self):
        self.program("""
row = dict.fromkeys(json.loads(sys.argv[3].partition("=")[2]))
for line, _ in enumerate(sys.stdin, 1):
    for number in range(1, 3):
        text = json.dumps({**row, "line": line, "products": 2, "product_number": number}) + "\\n"
        for part in (text[:9], text[9:]):
            sys.stdout.write(part)
            sys.stdout.flush()
            time.sleep(0.02)
""")
        rows = receipt.table(["x"] * 3, names=json.dumps(list(_results.COLUMNS)))
        self.assertEqual([(row["line"], row["product_number"]) for row in rows],
                         [(line, number) for line in (1, 2, 3) for number in (1, 2)])

    def test_program_that_stops_to_read(self):
        self.program("os.close(0)\ntime.sleep(0.3)\nsys.exit(7)\n")
        with self.assertRaisesRegex(receipt.ProgramError, "ended with 7"):
            next(receipt.table(["x" * 300_000] * 2))

    def test_check_that_is_cut_off(self):
        self.program("print('{}', flush=True)\nos.kill(os.getpid(), 9)\n")
        with unittest.mock.patch.object(receipt, "path", _program.path):
            with self.assertRaisesRegex(receipt.ProgramError, "ended with -9"):
                receipt.check("x")

    def test_fork(self):
        rows = table(lines * 100)
        next(rows)
        program = process(rows)
        child = os.fork()
        if child == 0:
            status = 1
            try:
                own = list(table(lines[:3]))
                # What was read before the fork is there. What is to be read belongs to the parent.
                for _ in rows:
                    pass
            except RuntimeError as error:
                status = 0 if own and "another process" in str(error) else 2
            finally:
                os._exit(status)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertTrue(is_running(program.pid))
        self.assertGreaterEqual(len(list(rows)), 3999)

    def test_a_child_that_holds_the_pipe(self):
        rows = table(lines)
        next(rows)
        child = os.fork()
        if child == 0:
            time.sleep(60)
            os._exit(0)
        try:
            begin = time.monotonic()
            rows.close()
            self.assertLess(time.monotonic() - begin, 30)
        finally:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)

    def test_the_program_ends_with_python(self):
        script = ("import receipt_inspector as r, sys, time\n"
                  "rows = r.table(['x'] * 1000); next(rows)\n"
                  "print(rows.gi_frame.f_locals['stream']._process.pid, flush=True); time.sleep(60)")
        with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as python:
            pid = int(python.stdout.readline())
            python.kill()
        for _ in range(300):
            # It may stay as a zombie where no process takes it over.
            stat = pathlib.Path(f"/proc/{pid}/stat")
            if not stat.exists() or ") Z" in stat.read_text():
                break
            time.sleep(0.1)
        else:
            self.fail("the program outlives Python")

    def test_threads(self):
        found = {}

        def read(number):
            found[number] = [row["line"] for row in table(lines[number:] * 20)]

        threads = [threading.Thread(target=read, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for number in range(4):
            self.assertEqual(sorted(set(found[number])), list(range(1, len(lines[number:]) * 20 + 1)))

    def test_in_a_zip(self):
        package = pathlib.Path(receipt.__file__).parent
        place = pathlib.Path(folder.name) / "package.zip"
        with zipfile.ZipFile(place, "w") as archive:
            for file in [*package.glob("*.py"), package / "receipt"]:
                archive.write(file, f"receipt_inspector/{file.name}")
        temporary = pathlib.Path(folder.name) / "temporary"
        temporary.mkdir()
        script = ("import os, receipt_inspector as r, sys\n"
                  "assert '.zip' in r.__file__\n"
                  "rows = [row['verdict'] for row in r.table(['x'] * 600)]\n"
                  "if os.fork() == 0: rows += [row['verdict'] for row in r.table(['x'])]; os._exit(len(rows) - 601)\n"
                  "assert os.wait()[1] == 0\n"
                  "print(len(rows), r.check(sys.stdin.read(), trust_root=sys.argv[1], at='2026-03-02')['verdict'])")
        done = subprocess.run(
            [sys.executable, "-c", script, options["trust_root"]], input=lines[0], text=True, stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(place), "TMPDIR": str(temporary)}, cwd=folder.name, check=True)
        self.assertEqual(done.stdout, "600 pass\n")
        self.assertEqual(list(temporary.iterdir()), [])


class TypeTests(unittest.TestCase):
    KINDS = {"utf8": str, "int": int, "timestamp": datetime.datetime}

    def schema(self, *words):
        return json.loads(subprocess.check_output([_program.path(), "schema", *words]))

    def test_rows(self):
        declared = typing.get_type_hints(receipt.Row)
        fields = self.schema("table", "--format=arrow")["fields"]
        self.assertEqual(list(declared), [field["name"] for field in fields])
        for field in fields:
            kind = self.KINDS[field["type"]["name"]]
            # Every row has the line of its receipt, because the program reads lines.
            wanted = typing.Optional[kind] if field["nullable"] and field["name"] != "line" else kind
            self.assertEqual(declared[field["name"]], wanted, field["name"])

    def test_check(self):
        definitions = self.schema("check")["$defs"]
        for kind, name in ((receipt.CheckResult, "checked"), (receipt.Check, "check")):
            self.assertEqual(set(typing.get_type_hints(kind)), set(definitions[name]["properties"]))
            always = kind.__doc__ if name == "check" else " ".join(definitions[name]["required"])
            for member in definitions[name]["required"]:
                self.assertIn(member, always)


@NEEDS_ARROW
class ArrowTests(unittest.TestCase):
    def setUp(self):
        import pyarrow
        self.pa = pyarrow

    def given(self, kind=None):
        receipts = [*lines, None, "x", "a\nb"]
        return self.pa.table({
            "id": self.pa.array(range(len(receipts)), self.pa.int8()),
            "receipt": self.pa.array(receipts, kind),
            "day": self.pa.array(["monday"] * len(receipts)).dictionary_encode()})

    def test_table(self):
        given = self.given()
        answers = table(given)
        self.assertEqual(answers.column_names, ["id", "day", *_results.COLUMNS])
        self.assertEqual(answers.schema.field("day").type, given.schema.field("day").type)
        rows = list(table(given.column("receipt").to_pylist()))
        self.assertEqual(answers.select(list(_results.COLUMNS)).to_pylist(), rows)
        self.assertEqual(answers.column("id").to_pylist(), [row["line"] - 1 for row in rows])
        self.assertEqual(answers.schema.field("until").type, self.pa.timestamp("us", "UTC"))

    def test_kinds_of_columns(self):
        expected = table(self.given())
        for kind in (self.pa.large_string(), self.pa.binary(), self.pa.large_binary()):
            with self.subTest(kind=kind):
                self.assertEqual(table(self.given(kind)), expected)
        self.assertEqual(table(self.given().combine_chunks().set_column(
            1, "receipt", self.given().column("receipt").dictionary_encode())), expected)

    def test_batches(self):
        many = self.pa.concat_tables([self.given()] * 30)
        answers = list(receipt.batches(iter(many.to_batches(max_chunksize=7)), **options))
        again = self.pa.Table.from_batches(answers)
        self.assertEqual(again, table(many.combine_chunks()))
        self.assertEqual(again.column("line").to_pylist()[-1], many.num_rows)

    def test_each_at_its_date(self):
        when = self.pa.array([AT] * self.given().num_rows, self.pa.timestamp("us", "UTC"))
        given = self.given().append_column("when", when)
        answers = receipt.table(given, at_column="when", trust_root=options["trust_root"])
        self.assertEqual(answers.drop_columns(["when"]), table(self.given()))
        self.assertEqual(answers.schema.field("when").type, when.type)

    def test_nothing(self):
        empty = table(self.given().slice(0, 0))
        self.assertEqual((empty.num_rows, empty.schema), (0, table(self.given()).schema))

    def test_column(self):
        renamed = self.given().rename_columns(["id", "r", "day"])
        self.assertEqual(table(renamed, "r"), table(self.given()))
        with self.assertRaises(KeyError):
            table(renamed)
        with self.assertRaisesRegex(ValueError, "rename line"):
            table(self.given().rename_columns(["line", "receipt", "day"]))


@NEEDS_PANDAS
class PandasTests(unittest.TestCase):
    def setUp(self):
        import pandas
        self.pd = pandas

    def test_frame(self):
        receipts = [*lines, None, float("nan"), self.pd.NA, "x"]
        given = self.pd.DataFrame(
            {"id": range(len(receipts)), "receipt": receipts, "when": self.pd.Timestamp("2026-01-01")},
            index=[f"row {number // 2}" for number in range(len(receipts))])
        answers = table(given)
        self.assertEqual(list(answers.columns), ["id", "when", *_results.COLUMNS])
        rows = list(table([*lines, None, None, None, "x"]))
        self.assertEqual(answers["line"].tolist(), [row["line"] for row in rows])
        self.assertEqual(answers["id"].tolist(), [row["line"] - 1 for row in rows])
        self.assertEqual(answers.index.tolist(), [f"row {(row['line'] - 1) // 2}" for row in rows])
        self.assertEqual(answers["when"].dtype, given["when"].dtype)
        for name, kind in _results.COLUMNS.items():
            dtype = {str: "string", int: "Int64", datetime.datetime: "datetime64[us, UTC]"}[kind]
            self.assertEqual(str(answers[name].dtype).partition("[python]")[0], dtype)
            found = [None if self.pd.isna(value) else value for value in answers[name]]
            self.assertEqual(found, [row[name] for row in rows], name)
        self.assertIn("receipt", given.columns)

    def test_each_at_its_date(self):
        given = self.pd.DataFrame({"receipt": lines[:2] * 2, "when": [AT, self.pd.NaT] * 2}, index=[3, 3, 1, 2])
        answers = receipt.table(given, at_column="when", trust_root=options["trust_root"])
        firsts = answers[answers["product_number"].fillna(1) == 1]
        self.assertEqual(firsts["verdict"].tolist(), ["pass", "error"] * 2)
        self.assertEqual(firsts["judged_at"].iloc[0], AT)
        self.assertEqual(firsts.index.tolist(), [3, 3, 1, 2])
        self.assertEqual(str(firsts["when"].dtype), str(given["when"].dtype))

    def test_nothing(self):
        empty = table(self.pd.DataFrame({"receipt": [], "id": []}))
        self.assertEqual((len(empty), list(empty.columns)), (0, ["id", *_results.COLUMNS]))
        with self.assertRaisesRegex(ValueError, "rename line"):
            table(self.pd.DataFrame({"receipt": [], "line": []}))


if __name__ == "__main__":
    unittest.main()
