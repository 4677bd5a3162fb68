"""Asks a running receipt-online what its users ask, and what attackers do.

    test_online.py RECEIPT_ONLINE RECEIPT

The server is started anew for each class. Only the loopback is used.
"""

import base64
import http.client
import itertools
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

ONLINE, RECEIPT = (os.path.abspath(path) for path in sys.argv[1:3])
FIXTURES = os.path.join(os.path.dirname(__file__), "..", "..", "Fixtures")
APPLE = os.path.join(FIXTURES, "sandbox-subscription.b64")
ROOTS = os.path.join(FIXTURES, "roots.pem")


def contents(path):
    with open(path, "rb") as file:
        return file.read()


class Server:
    """A server at a free port."""

    def __init__(self, *options):
        # A pipe that nobody reads would be full after a thousand requests, and the server would wait.
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [ONLINE, "serve", "--listen", "127.0.0.1:0", *options],
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.address = self.process.stdout.readline().strip()
        self.port = int(re.fullmatch(r"http://127\.0\.0\.1:(\d+)/", self.address).group(1))

    def ask(self, method, path, body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, names)
        answer = connection.getresponse()
        answer.content = answer.read()
        connection.close()
        return answer

    def raw(self, data, timeout=30):
        """What comes back for these bytes, until the server closes the connection."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=timeout) as one:
            one.sendall(data)
            return received(one)

    def mebibytes(self):
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1]) / 1024

    def stop(self, kind=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(kind)
        status = self.process.wait(timeout=30)
        self.process.stdout.close()
        self.log.close()
        return status


def received(one):
    data = b""
    try:
        while part := one.recv(65536):
            data += part
    except ConnectionResetError:
        pass
    return data


def form(*fields, boundary="boundary"):
    """A form as a browser sends it: pairs of a name and a text, or of a name and (file name, bytes)."""
    body = b""
    for name, value in fields:
        extra, content = "", value
        if isinstance(value, tuple):
            extra, content = f'; filename="{value[0]}"', value[1]
        content = content if isinstance(content, bytes) else content.encode()
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"{extra}\r\n\r\n'
        body += head.encode() + content + b"\r\n"
    return body + f"--{boundary}--\r\n".encode(), {"Content_Type": f"multipart/form-data; boundary={boundary}"}


def command(name, *options, data):
    return subprocess.run([RECEIPT, name, *options, "-"], input=data, capture_output=True)


class Case(unittest.TestCase):
    options = []

    @classmethod
    def setUpClass(cls):
        cls.server = Server(*cls.options)

    @classmethod
    def tearDownClass(cls):
        if cls.server.process.poll() is not None:
            cls.server.log.seek(0)
            raise AssertionError(f"the server ended: {cls.server.log.read()}")
        status = cls.server.stop()
        if status != 0:
            raise AssertionError(f"the server ended with {status}")

    def ask(self, *arguments, **headers):
        return self.server.ask(*arguments, **headers)

    def problem(self, answer, status, code):
        self.assertEqual(answer.status, status, answer.content)
        self.assertEqual(answer.headers["Content-Type"], "application/problem+json")
        found = json.loads(answer.content)
        self.assertEqual((found["status"], found["code"]), (status, code), found)
        return found


class APITests(Case):
    options = ["--trust-root", ROOTS]

    def each(self):
        for name in sorted(os.listdir(FIXTURES)):
            if name.endswith((".receipt", ".jws", ".b64", ".json", ".plist")):
                yield name, contents(os.path.join(FIXTURES, name))

    def test_answers_are_those_of_the_command_line(self):
        options = {
            "decode": [], "check": ["--at=2024-02-29"], "diagnose": ["--at=2024-02-29", "--settings=none"],
            "timeline": ["--at=2024-02-29", "--settings=none"]}
        for name, data in self.each():
            for kind, arguments in options.items():
                query = "?at=2024-02-29" if kind != "decode" else ""
                answer = self.ask("POST", f"/api/v1/{kind}{query}", data)
                expected = command(kind, "--format=json", "--trust-root", ROOTS, *arguments, data=data)
                with self.subTest(name, kind=kind):
                    self.assertEqual(answer.status, 200, answer.content)
                    self.assertEqual(answer.content, expected.stdout)

    def test_table(self):
        for name, data in self.each():
            answer = self.ask("POST", "/api/v1/table?at=2024-02-29", data)
            expected = command("table", "--trust-root", ROOTS, "--at=2024-02-29", data=data)
            self.assertEqual(answer.content, expected.stdout, name)
            self.assertEqual(answer.headers["Content-Type"], "application/x-ndjson")

    def test_what_takes_no_rows(self):
        answer = self.ask("POST", "/api/v1/timeline", contents(APPLE), Content_Type="application/x-ndjson")
        self.assertEqual(answer.status, 400)
        self.assertIn(b"timeline takes no rows", answer.content)

    def test_redact(self):
        data = contents(APPLE)
        answer = self.ask("POST", "/api/v1/redact", data)
        self.assertEqual(answer.status, 200, answer.content)
        receipts = [json.loads(self.ask("POST", "/api/v1/decode", one).content)["receipt"] for one in (data, answer.content)]
        ids = [[purchase["transaction_id"] for purchase in receipt["in_app"]] for receipt in receipts]
        self.assertEqual(len(ids[0]), len(ids[1]))
        self.assertFalse(set(ids[0]) & set(ids[1]))

    def test_a_receipt_in_json_and_in_a_form(self):
        data = contents(APPLE)
        plain = self.ask("POST", "/api/v1/check?bundle_id=com.example.other&at=2024-02-29", data).content
        self.assertEqual(json.loads(plain)["verdict"], "fail")
        body = json.dumps({"receipt": data.decode(), "options": {
            "bundle_id": "com.example.other", "at": "2024-02-29"}})
        self.assertEqual(
            self.ask("POST", "/api/v1/check", body, Content_Type="application/json").content, plain)
        body, headers = form(
            ("receipt", ("a.bin", data)), ("bundle_id", "com.example.other"), ("at", "2024-02-29"))
        self.assertEqual(self.ask("POST", "/api/v1/check", body, **headers).content, plain)

    def test_what_is_expected_in_the_wrong_place_is_a_problem(self):
        receipt = contents(APPLE).decode()
        for other in [{"expectations": {"bundle_id": "com.example.other"}}, {"bundle_id": "com.example.other"}]:
            answer = self.ask("POST", "/api/v1/check", json.dumps({"receipt": receipt, **other}),
                              Content_Type="application/json")
            self.problem(answer, 400, "malformed-request")
            self.assertIn(next(iter(other)), json.loads(answer.content)["detail"])
        row = self.ask("POST", "/api/v1/check", json.dumps({"receipt": receipt, "user": 1}), Content_Type="text/plain")
        self.assertEqual(row.status, 200)

    def test_a_folder_without_settings(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([ONLINE, "serve", "--listen", "127.0.0.1:0", "--settings", folder],
                                  capture_output=True, text=True, timeout=30)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("this folder has no settings file", done.stderr)

    def test_json_of_apple_is_a_receipt(self):
        data = contents(os.path.join(FIXTURES, "answer.json"))
        answer = self.ask("POST", "/api/v1/decode", data, Content_Type="application/json")
        self.assertEqual(answer.content, command("decode", "--format=json", "--trust-root", ROOTS, data=data).stdout)

    def test_what_is_said_to_be_json_is_json(self):
        for body in [b"junk!", b"{", b"\0", contents(APPLE)]:
            self.problem(self.ask("POST", "/api/v1/table", body, Content_Type="application/json"), 400, "malformed-request")
        for body in [b"[]", b"1", b'{"receipt": 1}']:
            row = self.ask("POST", "/api/v1/table", body, Content_Type="application/json").content
            self.assertEqual(json.loads(row)["verdict"], "error")

    def test_what_cannot_be_read_is_a_problem_with_the_code(self):
        for kind in ["decode", "check", "diagnose", "timeline"]:
            found = self.problem(self.ask("POST", f"/api/v1/{kind}", b"junk!"), 422, "not-a-receipt")
            self.assertEqual(found["error"]["offset"], 4)
        told = self.problem(self.ask("POST", "/api/v1/redact", b"junk!"), 422, "not-a-receipt")
        self.assertTrue(told["detail"].startswith("this is neither DER nor base64"), told)
        self.assertNotIn("[", told["detail"])
        row = json.loads(self.ask("POST", "/api/v1/table", b"junk!").content)
        self.assertEqual((row["verdict"], row["reason"]), ("error", "not-a-receipt"))

    def test_a_damaged_receipt_is_shown_as_far_as_it_reads(self):
        data = contents(os.path.join(FIXTURES, "mac.receipt"))[:3000]
        answer = self.ask("POST", "/api/v1/decode", data)
        self.assertEqual(answer.status, 200)
        self.assertEqual(json.loads(answer.content)["error"]["code"], "truncated")

    def test_wrong_requests(self):
        data = contents(APPLE)
        self.problem(self.ask("POST", "/api/v1/check?bundle=x", data), 400, "malformed-request")
        told = self.problem(self.ask("POST", "/api/v1/check?at=never", data), 400, "usage")
        # A request has no option that begins with hyphens.
        self.assertTrue(told["detail"].startswith('at "never"'), told)
        self.assertNotIn("--", json.dumps(told))
        self.problem(self.ask("POST", "/api/v1/check", data, Content_Encoding="gzip"), 415, "malformed-request")
        self.assertEqual(self.ask("POST", "/api/v1/check", data, Content_Encoding="identity").status, 200)
        self.problem(self.ask("POST", "/api/v1/check?at=%zz", data), 400, "malformed-request")
        self.problem(self.ask("POST", "/api/v1/check?device_id=@/etc/passwd", data), 400, "malformed-request")
        self.problem(self.ask("POST", "/api/v1/check?trust_root=/etc/passwd", data), 400, "malformed-request")
        self.problem(self.ask("POST", "/api/v1/check", b""), 400, "malformed-request")
        self.problem(self.ask("POST", "/api/v1/nothing", data), 404, "no-such-path")
        self.problem(self.ask("GET", "/nothing"), 404, "no-such-path")
        answer = self.ask("GET", "/api/v1/check")
        self.problem(answer, 405, "wrong-method")
        self.assertEqual(answer.headers["Allow"], "POST")
        self.problem(self.ask("POST", "/api/v1/check?at=2024-01-01&at=2024-01-01", data), 400, "malformed-request")
        self.problem(self.ask("POST", "/api/v1/check?bundle_id=", data), 400, "malformed-request")
        self.problem(self.ask("POST", "/api/v1/check?redact=yes", data), 400, "malformed-request")
        self.problem(self.ask("POST", "/api/v1/check?compact", data), 400, "malformed-request")
        self.problem(self.ask("POST", "/api/v1/check?details=true", data), 400, "malformed-request")
        for query in ["a=%", "at=%4", "at=%ff", "at=%00", "at=1&" * 201]:
            self.problem(self.ask("POST", f"/api/v1/check?{query}", data), 400, "malformed-request")

    def test_no_option_names_a_file(self):
        """What somebody sends must not make this machine read its own files, or write them."""
        document = json.loads(self.ask("GET", "/api/v1/openapi.json").content)
        for path, item in document["paths"].items():
            for parameter in item["post"]["parameters"]:
                self.assertNotRegex(parameter["description"], r"(?i)\bfile\b|folder|path", parameter["name"])
            for name in ["trust_root", "output", "settings", "expect", "redact_key", "record", "map", "max_size", "jobs"]:
                answer = self.ask("POST", f"{path}?{name}=/etc/passwd", b"x")
                self.problem(answer, 400, "malformed-request")

    def test_forms_that_are_cut(self):
        """However much of a form arrives, it is refused, or it is whole but for its last line."""
        body, headers = form(("receipt", ("a.bin", b"junk!")), ("at", "2024-02-29"))
        for count in range(len(body)):
            answer = self.ask("POST", "/api/v1/check", body[:count], **headers)
            self.assertIn(answer.status, [400, 422], count)
            self.assertEqual(answer.status == 422, count >= len(body) - 2, count)

    def test_every_form_of_five_pieces(self):
        pieces = ["--boundary", "\r\n", "--", 'Content-Disposition: form-data; name="receipt"', "x"]
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        headers = {"Content-Type": "multipart/form-data; boundary=boundary"}
        for count in range(6):
            for form in itertools.product(pieces, repeat=count):
                connection.request("POST", "/api/v1/decode", "".join(form), headers)
                answer = connection.getresponse()
                answer.read()
                self.assertIn(answer.status, [400, 422], form)
        connection.close()

    def test_forms_without_a_field(self):
        headers = {"Content_Type": "multipart/form-data; boundary=boundary"}
        for body in ["--boundary--\r\n", "--boundary\r\n--boundary--\r\n", "--boundary\r\n--boundary\r\n--boundary--"]:
            answer = self.ask("POST", "/api/v1/decode", body, **headers)
            self.assertIn("receipt", self.problem(answer, 400, "malformed-request")["detail"], body)

    def test_forms_of_many_fields_or_none(self):
        for fields, status in [([("at", "2024-02-29")] * 2001, 400), ([], 400), ([("receipt", "")], 400),
                               ([("receipt", "junk!")] * 2, 400), ([("receipt", "junk!")], 422)]:
            body, headers = form(*fields)
            self.assertEqual(self.ask("POST", "/api/v1/check", body, **headers).status, status)
        for header in ["Content-Disposition: form-data", "Content-Type: text/plain", "x", ""]:
            body = f"--boundary\r\n{header}\r\n\r\nx\r\n--boundary--\r\n".encode()
            self.assertEqual(self.ask("POST", "/api/v1/check", body, **headers).status, 400, header)
        for boundary in ["", "b" * 71]:
            headers = {"Content_Type": f"multipart/form-data; boundary={boundary}"}
            self.assertEqual(self.ask("POST", "/api/v1/check", b"--", **headers).status, 400)
        # A text before the first part, and a boundary in quotation marks.
        body, _ = form(("receipt", "junk!"))
        headers = {"Content_Type": 'multipart/form-data; boundary="boundary"'}
        self.assertEqual(self.ask("POST", "/api/v1/check", b"preamble\r\n" + body, **headers).status, 422)

    def test_sizes(self):
        limit = 17 << 20
        self.problem(self.ask("POST", "/api/v1/check", b"a" * (limit + 1)), 413, "too-large")
        # The command's own limit is lower, and says what to do.
        self.problem(self.ask("POST", "/api/v1/decode", b"a" * limit), 422, "too-large")

    def test_who_sends_first_sees_the_refusal(self):
        """A connection that is closed while it sends would tell a client of a broken pipe."""
        for close in [{}, {"Connection": "close"}]:
            answer = self.ask("POST", "/api/v1/check", b"a" * (40 << 20), **close)
            self.problem(answer, 413, "too-large")
            answer = self.ask("POST", "/api/v1/nothing", b"a" * (16 << 20), **close)
            self.problem(answer, 404, "no-such-path")

    def test_rows(self):
        lines = b"".join(data.replace(b"\n", b"") + b"\n" for name, data in self.each()
                         if name.endswith((".b64", ".jws"))) * 50
        for kind in ["decode", "check", "table"]:
            answer = self.ask("POST", f"/api/v1/{kind}?at=2024-02-29" if kind != "decode" else f"/api/v1/{kind}",
                              lines, Content_Type="application/x-ndjson")
            expected = command(kind, "--lines", "--format=ndjson", "--trust-root", ROOTS,
                               *(["--at=2024-02-29"] if kind != "decode" else []), data=lines)
            self.assertEqual(answer.content, expected.stdout, kind)

    def test_a_row_is_answered_before_the_next_is_sent(self):
        line = contents(APPLE).replace(b"\n", b"") + b"\n"
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=30) as one:
            one.sendall(f"POST /api/v1/check?compact HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\n"
                        "Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n".encode())
            found = b""
            for count in range(1, 4):
                one.sendall(b"%x\r\n%s\r\n" % (len(line), line))
                while found.count(b'"verdict"') < count:
                    part = one.recv(65536)
                    self.assertTrue(part)
                    found += part
            one.sendall(b"0\r\n\r\n")
            while not found.endswith(b"0\r\n\r\n"):
                part = one.recv(65536)
                self.assertTrue(part)
                found += part

    def test_a_client_that_leaves_in_the_middle(self):
        line = contents(APPLE).replace(b"\n", b"") + b"\n"
        for _ in range(20):
            with socket.create_connection(("127.0.0.1", self.server.port), timeout=30) as one:
                one.sendall(f"POST /api/v1/check HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\n"
                            "Content-Type: application/x-ndjson\r\nContent-Length: 100000000\r\n\r\n".encode())
                one.sendall(line * 5)
        self.assertEqual(self.ask("POST", "/api/v1/decode", line).status, 200)

    def test_openapi_names_every_path(self):
        document = json.loads(self.ask("GET", "/api/v1/openapi.json").content)
        self.assertEqual(document["openapi"], "3.1.0")
        self.assertNotIn("--lines", json.dumps(document["paths"]))
        self.assertEqual(sorted(document["paths"]), sorted(
            f"/api/v1/{name}" for name in ["decode", "check", "diagnose", "timeline", "table", "redact"]))

    def test_status(self):
        for path in ["/healthz", "/readyz"]:
            answer = self.ask("GET", path, Host="anything.example")
            self.assertEqual((answer.status, answer.content), (200, b"ok\n"))
        self.ask("POST", "/api/v1/check", contents(APPLE))
        text = self.ask("GET", "/metrics").content.decode()
        self.assertRegex(text, r'receipt_requests_total\{kind="check",form="app-receipt",verdict="pass",status="200"\} \d')
        self.assertNotIn("com.", text)


class DeskTests(Case):
    options = ["--trust-root", ROOTS]

    def post(self, *fields, path="/"):
        body, headers = form(*fields)
        return self.ask("POST", path, body, **headers)

    def test_the_page(self):
        answer = self.ask("GET", "/")
        self.assertEqual(answer.status, 200)
        page = answer.content.decode()
        self.assertIn('<textarea id="text" name="text"', page)
        self.assertNotIn("<style", page)
        self.assertNotRegex(page, r"\son\w+=|style=")
        policy = answer.headers["Content-Security-Policy"]
        self.assertNotIn("unsafe", policy)
        self.assertEqual(answer.headers["Cache-Control"], "no-store")
        self.assertEqual(self.ask("GET", "/desk.css").headers["Content-Type"], "text/css; charset=utf-8")
        self.assertEqual(self.ask("GET", "/desk.js").headers["Content-Type"], "text/javascript; charset=utf-8")
        self.assertEqual(self.ask("HEAD", "/").content, b"")

    def test_a_pasted_receipt(self):
        answer = self.post(("text", contents(APPLE)), ("at", "2024-02-29"), ("reply", "de"))
        self.assertEqual(answer.status, 200)
        page = answer.content.decode()
        self.assertIn("Genuine", page)
        self.assertIn("the pasted text", page)
        self.assertIn('lang="de"', page)
        # What is shown is what the command line shows.
        expected = command("diagnose", "--format=html", "--settings=none", "--reply=de", "--at=2024-02-29",
                           data=contents(APPLE)).stdout.decode()
        card = expected[expected.index("<main>\n") + 7:expected.index("<footer>")]
        self.assertIn(card.replace("standard input", "the pasted text"), page)

    def test_a_choice_brings_the_receipt_back(self):
        page = self.post(("file", ("tea.receipt", contents(os.path.join(FIXTURES, "refunded.receipt"))))).content.decode()
        carried = re.findall(r'name="(name|again)" value="([^"]*)"', page)
        self.assertEqual([name for name, _ in carried], ["name", "again"])
        again = self.post(*carried, ("complaint", "refund"), ("reply", "ja")).content.decode()
        self.assertIn("tea.receipt", again)
        self.assertIn('aria-pressed="true">I want a refund', again)
        self.assertIn('lang="ja"', again)
        # The next choice keeps it, and another button takes its place.
        self.assertIn('<input type="hidden" name="complaint" value="refund">', again)
        other = self.post(("complaint", "refund"), ("complaint", "locked"), *carried).content.decode()
        self.assertIn('aria-pressed="true">It is locked', other)
        # The button that is pressed takes the complaint back.
        none = self.post(("complaint", "refund"), ("complaint", ""), *carried).content.decode()
        self.assertNotIn('aria-pressed="true"', none)

    def test_a_folder_of_files(self):
        files = [("file", (f"shop/{name}", contents(os.path.join(FIXTURES, name))))
                 for name in ["mac.receipt", "refunded.receipt", "transaction.jws", "roots.pem"]]
        page = self.post(("text", ""), *files).content.decode()
        self.assertIn("4 receipts", page)
        for _, (name, _) in files:
            self.assertIn(name.split("/")[1].split(".")[0], page)

    def test_files_of_one_name(self):
        files = [("file", ("shop.receipt", contents(APPLE)))] * 3 + [("file", ("\0", contents(APPLE)))]
        page = self.post(*files).content.decode()
        for name in ["shop.receipt", "shop.receipt (2)", "shop.receipt (3)", "the pasted text"]:
            self.assertIn(name, page)
        self.assertEqual(self.post(*[("file", ("é" * 1900, b"x"))] * 1000).status, 200)
        self.assertEqual(self.post(*[("file", ("é", b"x"))] * 1001).status, 400)

    def test_a_long_choice(self):
        for size, words in [(4096, "after 1970|not a date|is no date|date"), (4097, "more than 4096 bytes")]:
            page = self.post(("text", contents(APPLE)), ("at", "e" * size))
            self.assertRegex(page.content.decode(), words)
            self.assertLess(len(page.content), 40_000)

    def test_names_of_files_read_no_file(self):
        with tempfile.NamedTemporaryFile(suffix=".receipt") as secret:
            secret.write(contents(APPLE))
            secret.flush()
            for name in [secret.name, "--settings=" + secret.name, "-", "@" + secret.name, "../" * 9 + secret.name]:
                page = self.post(("file", (name, b"junk!"))).content.decode()
                self.assertIn("neither DER nor base64", page, name)
                self.assertNotIn("<b>Genuine</b>", page)

    def test_hostile_text_stays_text(self):
        for text in ["<script>alert(1)</script>", "</textarea><img src=x onerror=alert(1)>", '"><b>', "</main><footer>"]:
            for fields in [[("text", text)], [("file", (text.replace('"', "%22"), b"MIIT"))],
                           [("text", "MIIT"), ("at", text)], [("text", "MIIT"), ("complaint", text)]]:
                page = self.post(*fields).content.decode()
                self.assertNotIn("<script>alert", page)
                self.assertNotIn("<img src=x", page)
                self.assertEqual(page.count("<footer>"), 1)

    def test_mistakes_are_told_on_the_page(self):
        answer = self.post(("text", ""))
        self.assertEqual(answer.status, 400)
        self.assertIn(b"There is no receipt yet.", answer.content)
        # A receipt stays, whatever is wrong beside it.
        for date in ["20226-05-31", "yesterday"]:
            answer = self.post(("text", contents(APPLE)), ("at", date))
            self.assertEqual(answer.status, 200)
            self.assertIn(f"{date} is no date, so it was left out".encode(), answer.content)
            self.assertIn(b"Genuine", answer.content)
            self.assertNotIn(f'value="{date}"'.encode(), answer.content)

    def test_an_empty_file_is_told(self):
        page = self.post(("file", ("a.receipt", b"")), ("file", ("b.receipt", contents(APPLE))), ("text", ""))
        self.assertIn(b"2 receipts", page.content)
        self.assertIn(b"a.receipt", page.content)
        # A field in which no file was chosen is not one.
        page = self.post(("file", ("", b"")), ("text", contents(APPLE)))
        self.assertNotIn(b"2 receipts", page.content)

    def test_fields_without_quotation_marks(self):
        for line in ["form-data; name=text", "FORM-DATA; NAME=text", 'form-data ; name = "text"',
                     'form-data; filename="a;name=b"; name=text', "form-data;name=text; filename=a.txt"]:
            head = f"--b \r\nContent-Disposition: {line}\r\n\r\n".encode()
            answer = self.ask("POST", "/", head + contents(APPLE) + b"\r\n--b--\r\n",
                              Content_Type="multipart/form-data; boundary=b")
            self.assertEqual(answer.status, 200, line)
            self.assertIn(b"Genuine", answer.content)

    def test_a_large_receipt_comes_back(self):
        log = b"2026-01-01 line of a log\n" * 600_000
        page = self.post(("file", ("log.txt", log + contents(APPLE)))).content.decode()
        carried = re.findall(r'name="(name|again)" value="([^"]*)"', page)
        self.assertEqual(self.post(*carried, ("complaint", "locked")).status, 200)
        answer = self.post(("text", b"a" * (24 << 20)))
        self.assertEqual(answer.status, 413)
        self.assertIn(b'role="alert"', answer.content)
        large = contents(APPLE) + b"\n" * (10 << 20)
        self.assertEqual(self.post(("file", ("a", large)), ("file", ("b", large))).status, 413)

    def test_a_redacted_copy(self):
        data = base64.b64encode(contents(os.path.join(FIXTURES, "mac.receipt"))).decode()
        answer = self.post(("name", "mac.receipt"), ("again", data), path="/redacted")
        self.assertEqual(answer.status, 200)
        self.assertIn("attachment", answer.headers["Content-Disposition"])
        self.assertNotIn(data.encode()[:400], answer.content)
        # Of several, one is chosen on the page.
        page = self.post(("name", "a"), ("again", base64.b64encode(contents(APPLE)).decode()),
                         ("name", "mac"), ("again", data)).content.decode()
        self.assertIn('<select id="copy" name="copy" form="choices">', page)
        chosen = self.post(("name", "a"), ("again", base64.b64encode(contents(APPLE)).decode()),
                           ("name", "mac"), ("again", data), ("copy", "1"), path="/redacted")
        self.assertEqual((chosen.status, len(chosen.content)), (200, len(answer.content)))
        for copy in ["2", "-1", "x"]:
            answer = self.post(("name", "mac"), ("again", data), ("copy", copy), path="/redacted")
            self.assertEqual(answer.status, 400, copy)
        # No receipt is left out without a word.
        two = self.post(("file", ("a", contents(APPLE))), ("file", ("b", contents(APPLE))), path="/redacted")
        self.assertEqual(two.status, 400)
        self.assertIn(b"copy is made of one receipt", two.content)

    def test_no_copy_of_what_cannot_be_read(self):
        self.assertNotIn(b"without personal data", self.post(("text", "no receipt at all")).content)
        answer = self.post(("text", "no receipt at all"), path="/redacted")
        self.assertIn(b"The pasted text: ", answer.content)
        self.assertIn("text/html", answer.headers["Content-Type"])
        self.assertIn(b'role="alert"', answer.content)

    def test_only_this_server_says_what_apple_answered(self):
        unsigned = '{"status": 0, "receipt": {"bundle_id": "a", "in_app": [{"product_id": "lifetime", "transaction_id": "7"}]}}'
        for mark in ["yes", "0" * 64]:
            page = self.post(("text", unsigned), ("together", mark)).content
            self.assertNotIn(b"accepted as you asked", page)
            self.assertNotIn(b'name="together"', page)


class SettingsTests(Case):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        apps = os.path.join(cls.folder.name, "apps")
        os.mkdir(apps)
        for name in ["tea.yml", "coffee.yml", "notes.txt"]:
            app = name.split(".")[0]
            with open(os.path.join(apps, name), "w") as file:
                file.write(f"bundle-id: com.example.{app}\nproducts: {{com.example.{app}.pro: The {app}}}\n")
        cls.spec = os.path.join(cls.folder.name, "spec.yaml")
        cls.options = ["--trust-root", ROOTS, "--settings", apps]
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.folder.cleanup()

    def receipt(self, app):
        spec = f"receipt: {{bundle_id: com.example.{app}, in_app: [{{product_id: com.example.{app}.pro}}]}}"
        return subprocess.run([RECEIPT, "make", "-"], input=spec.encode(), capture_output=True, check=True).stdout

    def test_the_app_of_the_receipt_is_chosen(self):
        for app in ["tea", "coffee"]:
            body, headers = form(("text", self.receipt(app)))
            page = self.ask("POST", "/", body, **headers).content.decode()
            self.assertIn(f"The {app}", page)
            self.assertNotIn("for none of the apps", page)

    def test_receipts_of_two_apps(self):
        for apps in [["tea", "coffee"], ["coffee", "tea"]]:
            body, headers = form(*[("file", (f"{app}.receipt", self.receipt(app))) for app in apps])
            page = self.ask("POST", "/", body, **headers).content.decode()
            self.assertIn("of several apps", page)
            self.assertNotIn("nother app", page)
        body, headers = form(*[("file", (f"{number}.receipt", self.receipt("tea"))) for number in range(2)])
        self.assertNotIn("of several apps", self.ask("POST", "/", body, **headers).content.decode())
        # What has no app is of no other one.
        body, headers = form(("file", ("a.txt", "hello world nothing")), ("file", ("b.receipt", self.receipt("tea"))))
        page = self.ask("POST", "/", body, **headers).content.decode()
        self.assertIn("The tea", page)
        self.assertNotIn("of several apps", page)

    def test_a_receipt_that_fits_none(self):
        body, headers = form(("text", self.receipt("milk")))
        page = self.ask("POST", "/", body, **headers).content.decode()
        self.assertIn("for none of the apps", page)
        self.assertIn("com.example.coffee", page)

    def test_an_app_that_is_not_there(self):
        for app in ["no-such.yml", "../../etc/passwd", "/etc/passwd"]:
            body, headers = form(("text", self.receipt("tea")), ("app", app))
            page = self.ask("POST", "/", body, **headers).content.decode()
            self.assertIn("not known here, so it was left out", page, app)
            self.assertNotIn("root:", page)


class GateTests(Case):
    def test_other_hosts_and_origins(self):
        self.assertNotIn("--", json.dumps(self.problem(self.ask("GET", "/", Host="evil.example"), 421, "wrong-host")))
        for host in ["evil.example", "127.0.0.1", "127.0.0.1:1", f"127.0.0.1:{self.server.port}.evil.example"]:
            self.problem(self.ask("GET", "/", Host=host), 421, "wrong-host")
        for host in ["localhost", "LOCALHOST", "[::1]", "127.0.0.1"]:
            self.assertEqual(self.ask("GET", "/", Host=f"{host}:{self.server.port}").status, 200, host)
        own = f"http://127.0.0.1:{self.server.port}"
        self.assertEqual(self.ask("POST", "/api/v1/check", contents(APPLE), Origin=own).status, 200)
        self.problem(self.ask("POST", "/api/v1/decode", b"x", Origin="http://evil.example"), 403, "wrong-origin")
        self.problem(self.ask("POST", "/api/v1/decode", b"x", Origin="null"), 403, "wrong-origin")

    def test_it_refuses_to_be_open_to_all(self):
        for address in ["0.0.0.0:0", "[::]:0", "10.1.2.3:0", "127.0.0.1.example.com:0", "127.example:0"]:
            done = subprocess.run([ONLINE, "serve", "--listen", address], capture_output=True, text=True, timeout=30)
            self.assertEqual(done.returncode, 64, done.stderr)
            self.assertIn("--token-file", done.stderr)

    def test_addresses_that_are_none(self):
        for address in ["", "8080", ":8080", "::1:80", "localhost", "localhost:65536", "localhost:-1", "a:b"]:
            done = subprocess.run([ONLINE, "serve", "--listen", address], capture_output=True, timeout=30)
            self.assertEqual(done.returncode, 64, address)

    def test_a_port_that_is_taken(self):
        done = subprocess.run([ONLINE, "serve", "--listen", f"127.0.0.1:{self.server.port}"],
                              capture_output=True, text=True, timeout=30)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("another program listens there", done.stderr)


class ProxyTests(Case):
    options = ["--behind-proxy", "--host", "desk.example", "--host", "[fd00::1]", "--host", "desk_1"]

    def test_the_names_that_the_proxy_has(self):
        own = f"127.0.0.1:{self.server.port}"
        for host in ["desk.example", "Desk.Example", "desk.example:8443", "[fd00::1]", "[fd00::1]:80", "desk_1:80", own]:
            self.assertEqual(self.ask("GET", "/", Host=host).status, 200, host)
        for host in ["evil.example", "desk.example.evil.example", "desk.example:x", "desk.example:99999", "fd00::1", "a@desk.example"]:
            self.problem(self.ask("GET", "/", Host=host), 421, "wrong-host")
        # A proxy may call it by its number, and pass on the origin.
        for origin in ["https://desk.example", "http://desk.example:8443"]:
            self.assertEqual(self.ask("GET", "/", Host=own, Origin=origin).status, 200, origin)
        for origin in ["https://evil.example", "desk.example", "ftp://desk.example", "https://desk.example/", "null"]:
            self.problem(self.ask("GET", "/", Host=own, Origin=origin), 403, "wrong-origin")

    def test_it_must_know_them(self):
        for options in [[], ["--host", ""], ["--host", "https://desk.example"], ["--host", "desk.example:443"],
                        ["--host", "desk.example/desk"], ["--host", "[]"], ["--host", "."], ["--host", "a..b"],
                        ["--host", "::1"], ["--host", "b\u00fccher.example"]]:
            done = subprocess.run([ONLINE, "serve", "--listen", "127.0.0.1:0", "--behind-proxy", *options],
                                  capture_output=True, text=True, timeout=30)
            self.assertEqual(done.returncode, 64, options)
            self.assertIn("--host is a name alone" if options else "needs --host", done.stderr)


class OldHTTPTests(Case):
    """Proxies may speak HTTP/1.0, which has no chunks."""

    def old(self, method, target, body=b"", *lines):
        host = f"Host: 127.0.0.1:{self.server.port}"
        head = [f"{method} {target} HTTP/1.0", host, f"Content-Length: {len(body)}", *lines, "", ""]
        head, content = self.server.raw("\r\n".join(head).encode() + body, timeout=10).split(b"\r\n\r\n", 1)
        self.assertTrue(head.startswith(b"HTTP/1.0 200"), head)
        self.assertNotIn(b"chunked", head)
        self.assertIn(b"\r\nConnection: close", head)
        return content

    def test_rows(self):
        rows = (base64.b64encode(contents(APPLE)) + b"\n") * 40
        content = self.old("POST", "/api/v1/check?compact=true&at=2024-01-01", rows, "Content-Type: application/x-ndjson")
        self.assertEqual(content, command("check", "--lines", "--format=ndjson", "--compact",
                                          "--at=2024-01-01", data=rows).stdout)

    def test_one_answer(self):
        for lines in [[], ["Connection: keep-alive"], ["Expect: 100-continue"]]:
            self.assertEqual(self.old("GET", "/healthz", b"", *lines), b"ok\n")
            self.assertEqual(self.old("POST", "/api/v1/check?at=2024-01-01", contents(APPLE), *lines),
                             command("check", "--format=json", "--at=2024-01-01", data=contents(APPLE)).stdout)


class TokenTests(Case):
    @classmethod
    def setUpClass(cls):
        cls.file = tempfile.NamedTemporaryFile()
        cls.file.write(b"a-token-of-some-length\n")
        cls.file.flush()
        cls.options = ["--token-file", cls.file.name]
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.file.close()

    def test_tokens(self):
        answer = self.ask("GET", "/")
        self.problem(answer, 401, "no-token")
        self.assertIn("Basic", answer.headers["WWW-Authenticate"])
        for wrong in ["Bearer a-token-of-some-lengtH", "Bearer a-token-of-some-length0", "Bearer ", "Bearer",
                      "a-token-of-some-length", "Basic !", "Digest x"]:
            self.problem(self.ask("GET", "/", Authorization=wrong), 401, "no-token")
        self.assertEqual(self.ask("GET", "/", Authorization="Bearer a-token-of-some-length").status, 200)
        basic = base64.b64encode(b"me:a-token-of-some-length").decode()
        self.assertEqual(self.ask("GET", "/", Authorization=f"Basic {basic}").status, 200)
        self.assertEqual(self.ask("GET", "/healthz").status, 200)

    def test_names_of_a_server_with_a_token(self):
        token = "Bearer a-token-of-some-length"
        for origin, status in [({}, 200), ({"Origin": "http://desk.example"}, 200),
                               ({"Origin": "https://desk.example"}, 200), ({"Origin": "http://evil.example"}, 403)]:
            answer = self.ask("GET", "/", Host="desk.example", Authorization=token, **origin)
            self.assertEqual(answer.status, status, origin)


class TokenFileTests(unittest.TestCase):
    def test_tokens_that_protect_nothing(self):
        for content in [b"", b"short\n", b"a" * 15, b"one of two lines\nand another\n"]:
            with tempfile.NamedTemporaryFile() as file:
                file.write(content)
                file.flush()
                done = subprocess.run([ONLINE, "serve", "--listen", "127.0.0.1:0", "--token-file", file.name],
                                      capture_output=True, text=True, timeout=30)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn("16 characters", done.stderr)


class AttackTests(Case):
    """Shapes of requests that other servers took for something else."""

    def head(self, *lines, target="/api/v1/decode", method="POST"):
        host = f"Host: 127.0.0.1:{self.server.port}"
        return "\r\n".join([f"{method} {target} HTTP/1.1", host, *lines, "", ""]).encode()

    def test_smuggling(self):
        shapes = [
            self.head("Content-Length: 5", "Transfer-Encoding: chunked") + b"0\r\n\r\nGET /x HTTP/1.1\r\n\r\n",
            self.head("Content-Length: 5", "Content-Length: 6") + b"junk!x",
            self.head("Content-Length: -1") + b"junk!",
            self.head("Content-Length: 5x") + b"junk!",
            self.head("Content-Length: 99999999999999999999") + b"junk!",
            self.head("Transfer-Encoding: chunked") + b"ffffffffffffffffff\r\njunk!\r\n0\r\n\r\n",
            self.head("Transfer-Encoding: chunked") + b"-1\r\njunk!\r\n0\r\n\r\n",
            self.head("Transfer-Encoding: chunked, identity") + b"0\r\n\r\n",
            self.head("Transfer-Encoding: x, chunked") + b"5\r\njunk!\r\n0\r\n\r\n",
            self.head("Transfer-Encoding : chunked") + b"0\r\n\r\n",
            self.head("Host: anything.example", target="/", method="GET"),
            self.head(f"Host: 127.0.0.1:{self.server.port}", target="/", method="GET"),
            b"GET / HTTP/1.1\r\n\r\n", b"GET / HTTP/9.9\r\nHost: a\r\n\r\n", b"\0" * 1000, b"GET",
            self.head("X: " + "a" * 40000), self.head(*[f"X{number}: a" for number in range(300)]),
            self.head("X: a\nb: c"), self.head("X: a\rb"), self.head("X\0: a"),
            self.head(target="/" + "a" * 100000, method="GET"),
            self.head(target="*", method="OPTIONS"),
            self.head(target="127.0.0.1:1", method="CONNECT"), self.head(method="A" * 1000),
        ]
        for shape in shapes:
            with socket.create_connection(("127.0.0.1", self.server.port), timeout=30) as one:
                one.sendall(shape)
                one.shutdown(socket.SHUT_WR)
                answers = received(one)
            with self.subTest(shape[:60]):
                # At most one answer, and it is no success for what is ambiguous.
                self.assertLessEqual(answers.count(b"HTTP/1.1 "), 2)
                self.assertNotIn(b"HTTP/1.1 200", answers)
                # Also what is no request gets an answer in words.
                for answer in answers.split(b"HTTP/1.1 ")[1:]:
                    head, body = answer.split(b"\r\n\r\n", 1)
                    self.assertIn(b"Cache-Control: no-store", head)
                    if answer.startswith(b"400"):
                        self.assertEqual(json.loads(body)["code"], "malformed-request")
        self.assertEqual(self.ask("GET", "/healthz").status, 200)

    def test_absolute_targets(self):
        """A proxy may send the whole address (RFC 9112 §3.2.2)."""
        own = f"http://127.0.0.1:{self.server.port}"
        for target, status in [(f"{own}/desk.css", 200), (own, 200), (f"{own}/desk.css?x", 200), (f"{own}/none", 404),
                               (f"{own}/../etc/passwd", 404), ("ftp://127.0.0.1/etc/passwd", 404),
                               # No fragment is sent, and nothing is at an address of another kind.
                               (f"{own}/desk.css#f", 404), ("ftp://127.0.0.1/desk.css", 404),
                               ("x://evil.example/desk.css", 404), ("desk.css", 400),
                               # The host of the address counts, and not the field (RFC 9112 §3.2.2).
                               ("http://evil.example/", 421), ("HTTPS://evil.example", 421), ("http://", 421),
                               (f"http://evil.example@127.0.0.1:{self.server.port}/", 421)]:
            answer = self.server.raw(self.head("Connection: close", target=target, method="GET"))
            self.assertEqual(answer[:12].decode(), f"HTTP/1.1 {status}", target)
        # HTTP/1.1 demands the field beside it (RFC 9112 §3.2).
        answer = self.server.raw(f"GET {own}/desk.css HTTP/1.1\r\nConnection: close\r\n\r\n".encode())
        self.assertIn(answer[:12], (b"HTTP/1.1 400", b"HTTP/1.1 421"))

    def test_paths(self):
        for target in ["/../etc/passwd", "/%2e%2e/etc/passwd", "//", "/./", "/desk.css/..", "/desk.css%00", "/%",
                       "/api/v1/../../metrics", "/api/v1/check/", "/API/v1/check", "/desk.css?x", "/\\"]:
            answer = self.ask("GET", target)
            self.assertIn(answer.status, [200] if target == "/desk.css?x" else [404], target)

    def test_slow_clients_are_cut(self):
        """A client that never ends its head, and one that never ends its body."""
        head, body = (socket.create_connection(("127.0.0.1", self.server.port), timeout=90) for _ in range(2))
        started = time.monotonic()
        head.sendall(b"GET / HTTP/1.1\r\n")
        body.sendall(self.head("Content-Length: 10") + b"a")
        stop = threading.Event()

        def drip():
            while not stop.wait(1):
                for one in (head, body):
                    try:
                        one.sendall(b"a")
                    except OSError:
                        pass
        thread = threading.Thread(target=drip)
        thread.start()
        self.assertEqual(received(head), b"")
        self.assertLess(time.monotonic() - started, 30)
        stop.set()
        thread.join()
        head.close()
        body.close()

    def test_only_those_who_are_answered_may_take_long(self):
        """Rows and large bodies may pause. Who is refused may not, whatever the body is said to be."""
        rows = "Content-Type: application/x-ndjson"
        row = contents(APPLE).replace(b"\n", b"") + b"\n"

        def connect(*lines, target="/api/v1/check"):
            one = socket.create_connection(("127.0.0.1", self.server.port), timeout=90)
            self.addCleanup(one.close)
            one.sendall(self.head(*lines, target=target))
            return one

        early = connect("Expect: 100-continue", f"Content-Length: {18 << 20}")
        self.assertTrue(early.recv(1000).startswith(b"HTTP/1.1 413"))
        stream = connect(rows, f"Content-Length: {2 * len(row)}")
        stream.sendall(row)
        slow = connect("Expect: 100-continue", f"Content-Length: {len(row)}")
        self.assertIn(b" 100 ", slow.recv(1000))
        slow.sendall(row[:100])
        refused = [connect(rows, "Content-Length: 1000", target=target) for target in ["/api/v1/nothing", "/nothing"]]
        started = time.monotonic()
        for one in refused:
            received_head = one.recv(5)
            self.assertEqual(received_head, b"HTTP/")
        waiting = set(refused)
        while waiting and time.monotonic() - started < 60:
            time.sleep(2)
            for one in list(waiting):
                try:
                    one.sendall(b"a")
                    one.setblocking(False)
                    while one.recv(65536):
                        pass
                    waiting.remove(one)
                except BlockingIOError:
                    one.setblocking(True)
                except OSError:
                    waiting.remove(one)
        self.assertEqual(waiting, set())
        self.assertGreater(time.monotonic() - started, 25)
        time.sleep(max(0, 35 - (time.monotonic() - started)))
        stream.sendall(row)
        slow.sendall(row[100:])
        self.assertIn(b" 200 ", slow.recv(1000))
        answers = b""
        while answers.count(b'"schema"') < 2:
            part = stream.recv(65536)
            self.assertTrue(part, answers)
            answers += part

    def test_many_connections(self):
        """Others are answered beside them, and the memory that they took is given back."""
        server = Server()
        held, before = [], server.mebibytes()
        try:
            for _ in range(900):
                held.append(socket.create_connection(("127.0.0.1", server.port), timeout=30))
                held[-1].sendall(b"GET / HTTP/1.1\r\nHost: a")
            self.assertEqual(server.ask("GET", "/healthz").status, 200)
            full = server.mebibytes()
        finally:
            for one in held:
                one.close()
        deadline = time.monotonic() + 30
        while server.mebibytes() > before + (full - before) / 2 and time.monotonic() < deadline:
            time.sleep(0.1)
        self.assertLess(server.mebibytes(), before + (full - before) / 2)
        self.assertEqual(server.stop(), 0)

    def test_many_or_long_options(self):
        """What reads the options takes time with the square of their number, and remembers them."""
        accents = "e" + "\u0301" * 1_000_000
        for options in [{"product": ["a"] * 200_000}, {"bundle_id": "a" * 17_000}, {"at": accents}, {accents: "a"},
                        {"product": ["a" * 100] * 190}]:
            body = json.dumps({"receipt": "x", "options": options})
            answer = self.ask("POST", "/api/v1/check", body, Content_Type="application/json")
            self.problem(answer, 400, "malformed-request")
            self.assertLess(len(answer.content), 1000)
        for fields in [[("product", "a")] * 201, [("at", accents)], [("bundle_id", "a" * 17_000)]]:
            body, headers = form(("receipt", "x"), *fields)
            answer = self.ask("POST", "/api/v1/check", body, **headers)
            self.problem(answer, 400, "malformed-request")
            self.assertLess(len(answer.content), 1000)
        body, headers = form(("receipt", contents(APPLE)), *[("product", f"com.example.{number}") for number in range(200)])
        self.assertEqual(self.ask("POST", "/api/v1/check", body, **headers).status, 200)

    @unittest.skipUnless(os.path.exists("/proc/self/status"), "/proc tells what a program takes")
    def test_bodies_that_do_not_end(self):
        """They take so much memory together, and nobody with a usual receipt waits for them."""
        server = Server()
        head = (f"POST /api/v1/decode HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                f"Content-Length: {16 << 20}\r\n\r\n").encode()
        held, statuses = [], []
        for _ in range(40):
            held.append(socket.create_connection(("127.0.0.1", server.port), timeout=30))
            try:
                held[-1].sendall(head + b"M" * ((16 << 20) - 1))
            except (BrokenPipeError, ConnectionResetError):
                pass
        for one in held:
            one.settimeout(0.2)
            try:
                statuses.append(one.recv(12))
            except TimeoutError:
                statuses.append(b"")
            except ConnectionResetError:
                statuses.append(b"reset")
        self.assertEqual(statuses[:10], [b""] * 10)
        self.assertIn(b"HTTP/1.1 503", statuses)
        with open(f"/proc/{server.process.pid}/status") as status:
            self.assertLess(int(re.search(r"VmHWM:\s+(\d+)", status.read())[1]), 800_000)
        self.assertEqual(server.ask("POST", "/api/v1/check", contents(APPLE)).status, 200)
        for one in held:
            one.close()
        time.sleep(0.5)
        answer = server.ask("POST", "/api/v1/decode", b"M" * (16 << 20))
        self.assertNotEqual(answer.status, 503)
        self.assertEqual(server.stop(), 0)

    def test_more_than_can_be_answered(self):
        """Streams that their clients hold open block no other request."""
        head = self.head("Content-Type: application/x-ndjson", "Content-Length: 1000", target="/api/v1/check")
        held = [socket.create_connection(("127.0.0.1", self.server.port), timeout=30) for _ in range(32)]
        try:
            for one in held:
                one.sendall(head)
                self.assertTrue(one.recv(65536).startswith(b"HTTP/1.1 200"))
            answer = self.ask("POST", "/api/v1/check", b"x\n", Content_Type="application/x-ndjson")
            self.problem(answer, 503, "busy")
            self.assertEqual(answer.headers["Retry-After"], "1")
            self.assertEqual(self.ask("POST", "/api/v1/check", contents(APPLE)).status, 200)
        finally:
            for one in held:
                one.close()
        # Their places are free again, at once or as soon as the server has seen that they left.
        for _ in range(100):
            answer = self.ask("POST", "/api/v1/check", b"x\n", Content_Type="application/x-ndjson")
            if answer.status == 200:
                break
            time.sleep(0.1)
        self.assertEqual(answer.status, 200)

    def test_large_receipts_hold_up_no_small_one(self):
        server = Server("--workers", "1")
        self.addCleanup(server.stop)
        done = []

        def ask(name, body):
            done.append((name, server.ask("POST", "/api/v1/check", body).status))

        large = [threading.Thread(target=ask, args=("large", b"<array>" * (1 << 20))) for _ in range(4)]
        for one in large:
            one.start()
        # All of them are being read, or wait for that.
        time.sleep(1)
        for _ in range(5):
            ask("small", contents(APPLE))
        for one in large:
            one.join()
        self.assertEqual(done[-1][0], "large", done)
        self.assertEqual([status for name, status in done if name == "small"], [200] * 5)

    @unittest.skipUnless(os.path.exists("/proc/self/status"), "/proc tells what a program takes")
    def test_large_bodies_one_after_the_other(self):
        """What they took is given back."""
        server = Server()
        before = server.mebibytes()
        for _ in range(4):
            server.ask("POST", "/api/v1/check", b"a=b&" * (4 << 20), Content_Type="application/octet-stream")
        deadline = time.monotonic() + 30
        while server.mebibytes() > before + 32 and time.monotonic() < deadline:
            time.sleep(0.1)
        self.assertLess(server.mebibytes(), before + 32)
        self.assertEqual(server.stop(), 0)

    def test_it_waits_for_no_client(self):
        """A stream whose client says nothing more does not keep it from ending."""
        server = Server()
        with socket.create_connection(("127.0.0.1", server.port), timeout=30) as one:
            one.sendall(f"POST /api/v1/check HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Type: "
                        "application/x-ndjson\r\nContent-Length: 1000\r\n\r\n".encode())
            self.assertTrue(one.recv(65536).startswith(b"HTTP/1.1 200"))
            self.assertEqual(server.stop(), 0)

    def test_it_ends_after_what_runs(self):
        server = Server()
        line = contents(APPLE).replace(b"\n", b"") + b"\n"
        with socket.create_connection(("127.0.0.1", server.port), timeout=30) as one:
            one.sendall(f"POST /api/v1/decode HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                        f"Content-Length: {len(line)}\r\n\r\n".encode() + line[:100])
            time.sleep(0.5)
            server.process.send_signal(signal.SIGTERM)
            time.sleep(0.5)
            one.sendall(line[100:])
            self.assertTrue(received(one).startswith(b"HTTP/1.1 200"))
        self.assertEqual(server.stop(), 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
