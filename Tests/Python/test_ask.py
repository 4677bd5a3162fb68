"""What receipt-online sends by itself: test_ask.py RECEIPT_ONLINE RECEIPT

The commands ask, submit and notify meet the stand-in, over TLS with an authority of its own and through a proxy. What goes
wrong in networks goes wrong here: certificates of nobody, answers that are cut, servers that have no time. Nothing leaves
this machine.
"""

import base64
import contextlib
import datetime
import html
import http.server
import ipaddress
import json
import os
import pathlib
import re
import select
import socket
import ssl
import stat
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.request

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

ONLINE = None
RECEIPT = None
BUNDLE = "com.example.tea"
CLOCK = ["--clock", "2026-06-01", "--speed", "0"]

TEA = """
receipt:
  environment: %s
  bundle_id: com.example.tea
  original_application_version: "1.4"
  in_app:
    - {transaction_id: "%d00", product_id: com.example.tea.monthly, purchase_date: 2026-05-15,
       expires_date: 2036-06-15, product_type: auto-renewable-subscription}
"""

COINS = """
receipt:
  environment: Production
  bundle_id: com.example.tea
  in_app:
""" + "".join(
    f"    - {{transaction_id: \"{7000 + n}\", product_id: com.example.tea.coins, purchase_date: 2026-05-01,"
    " product_type: consumable}\n"
    for n in range(45)
)


# An invented text, with a transaction that Apple knows.
FORGED = """
{"status": 0, "environment": "Production", "receipt": {"bundle_id": "com.example.tea", "in_app": [
  {"product_id": "com.example.tea.lifetime", "transaction_id": "100", "original_transaction_id": "100",
   "purchase_date_ms": "1778803200000"}]}%s}
"""


class Authority:
    """Certificates for servers on this machine."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.root = self.certificate("Test TLS Root", self.key, [], is_root=True)
        self.file = self.folder / "tls-root.pem"
        self.file.write_bytes(self.root.public_bytes(serialization.Encoding.PEM))

    def certificate(self, name, key, names, is_root=False, days=1):
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        issuer = subject if is_root else self.root.subject
        now = datetime.datetime.now(datetime.timezone.utc)
        builder = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(issuer)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=2))
            .not_valid_after(now + datetime.timedelta(days=days))
            .add_extension(x509.BasicConstraints(ca=is_root, path_length=None), critical=True)
        )
        if names:
            builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
        return builder.sign(self.key, hashes.SHA256())

    def context(self, names, days=1):
        """What a server needs that is called by these names."""
        key = ec.generate_private_key(ec.SECP256R1())
        certificate = self.certificate("server", key, names, days=days)
        file = self.folder / f"server-{x509.random_serial_number()}.pem"
        file.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
            + certificate.public_bytes(serialization.Encoding.PEM)
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        return context


LOOPBACK = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]


class Relay:
    """Takes connections, and passes what comes to another port. It counts what was passed."""

    def __init__(self, port, context=None):
        self.target = port
        self.context = context
        self.received = 0
        # Each request has a connection of its own.
        self.connections = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def close(self):
        # A thread that waits for a connection would keep the port otherwise.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def serve(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self.pass_on, args=(client,), daemon=True).start()

    def open(self, client):
        """What is behind a connection, once it may be used; None to give it up."""
        if self.context:
            client = self.context.wrap_socket(client, server_side=True)
        return client, socket.create_connection(("127.0.0.1", self.target))

    def pass_on(self, client):
        try:
            opened = self.open(client)
        except OSError:
            client.close()
            return
        if opened is None:
            client.close()
            return
        client, server = opened
        with client, server:
            while True:
                pending = isinstance(client, ssl.SSLSocket) and client.pending()
                ready = [client] if pending else select.select([client, server], [], [])[0]
                for source in ready:
                    try:
                        data = source.recv(65536)
                        if source is client:
                            self.received += len(data)
                        (server if source is client else client).sendall(data)
                    except OSError:
                        return
                    if not data:
                        return


class Proxy(Relay):
    """Opens ways to servers, as a company's proxy does."""

    def __init__(self, password=None, refuses=False):
        self.password = password
        self.refuses = refuses
        self.asked = []
        super().__init__(0)

    def open(self, client):
        head = b""
        while b"\r\n\r\n" not in head:
            head += client.recv(4096) or b"\r\n\r\n"
        lines = head.decode().split("\r\n")
        self.asked.append(lines[0])
        wanted = f"Proxy-Authorization: Basic {base64.b64encode((self.password or '').encode()).decode()}"
        if self.password and wanted.lower() not in [line.lower() for line in lines]:
            client.sendall(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
            return None
        if self.refuses:
            client.sendall(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
            return None
        host, _, port = lines[0].split(" ")[1].rpartition(":")
        server = socket.create_connection(("127.0.0.1" if host == "localhost" else host, int(port)))
        client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
        return client, server


class Answering(http.server.BaseHTTPRequestHandler):
    """A server that answers what a test says, and keeps what it was asked."""

    asked = []
    answers = []

    def do_GET(self):
        length = int(self.headers.get("Content-Length") or 0)
        Answering.asked.append((self.path, dict(self.headers), self.rfile.read(length)))
        answer = Answering.answers.pop(0) if len(Answering.answers) > 1 else Answering.answers[0]
        status, fields, body = answer
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name, value() if callable(value) else value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET

    def log_message(self, *_):
        pass


class Online(unittest.TestCase):
    """One stand-in for all tests of a class."""

    options = []

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = pathlib.Path(cls.folder.name)
        customers = cls.path / "customers"
        customers.mkdir()
        (customers / "ada.yaml").write_text(TEA % ("Production", 1))
        (customers / "bob.yaml").write_text(TEA % ("Sandbox", 2))
        (customers / "eve.yaml").write_text(COINS)
        cls.log = open(cls.path / "log", "w+")
        cls.server = subprocess.Popen(
            [ONLINE, "serve", "--stand-in", customers, "--listen", "127.0.0.1:0",
             "--host", "localhost", "--host", "127.0.0.1", *CLOCK, *cls.options],
            stdout=subprocess.PIPE, stderr=cls.log, text=True)
        cls.address = cls.server.stdout.readline().strip().rstrip("/")
        cls.port = int(cls.address.rpartition(":")[2])
        key = cls.control("key")
        cls.key = cls.path / f"AuthKey_{key['keyId']}.p8"
        cls.key.write_text(key["privateKey"])
        cls.key.chmod(0o600)
        cls.issuer = key["issuer"]
        cls.roots = cls.path / "roots.pem"
        cls.roots.write_text(cls.control("roots")["roots"])
        cls.receipts = {}
        for name in ["ada", "bob"]:
            cls.receipts[name] = cls.path / f"{name}.receipt"
            cls.receipts[name].write_text(cls.control(f"customers/{name}/receipt")["receipt-data"])
        cls.authority = Authority(cls.path)

    @classmethod
    def tearDownClass(cls):
        cls.server.terminate()
        cls.server.wait(10)
        cls.server.stdout.close()
        cls.log.close()
        cls.folder.cleanup()

    @classmethod
    def control(cls, path):
        with urllib.request.urlopen(f"{cls.address}/stand-in/{path}", timeout=30) as answer:
            return json.load(answer)

    def run_online(self, *arguments, input=None, **variables):
        environment = {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}
        return subprocess.run(
            [ONLINE, *map(str, arguments)], input=input, capture_output=True, text=True, timeout=100,
            env=environment | variables, cwd=self.path)

    def ask(self, *arguments, key=True, server=None, bundle=BUNDLE, **more):
        options = ["--server", server or self.address, "--trust-root", self.roots, "--settings", "none"]
        if key:
            options += ["--key", self.key, "--issuer", self.issuer]
        if bundle:
            options += ["--bundle-id", bundle]
        return self.run_online("ask", *arguments, *options, **more)

    @contextlib.contextmanager
    def with_clock(self, date):
        """Another stand-in for the same customers, whose clock shows this date."""
        server = subprocess.Popen(
            [ONLINE, "serve", "--stand-in", self.path / "customers", "--listen", "127.0.0.1:0",
             "--clock", "2026-06-01", "--speed", "0"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            address = server.stdout.readline().strip().rstrip("/")
            request = urllib.request.Request(
                f"{address}/stand-in/clock", json.dumps({"now": date}).encode(), method="POST")
            urllib.request.urlopen(request, timeout=60).close()
            yield address
        finally:
            server.terminate()
            server.wait(10)
            server.stdout.close()

    def counting(self):
        """A way to the stand-in that counts requests, and its address."""
        relay = Relay(self.port)
        self.addCleanup(relay.close)
        return relay, f"http://127.0.0.1:{relay.port}"

    def succeed(self, done):
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def fail_with(self, done, words, status=2):
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertIn(words, done.stderr)
        self.assertEqual(done.stdout, "")

    def relay(self, names=LOOPBACK, days=1):
        relay = Relay(self.port, self.authority.context(names, days))
        self.addCleanup(relay.close)
        return relay

    def proxy(self, **options):
        proxy = Proxy(**options)
        self.addCleanup(proxy.close)
        return proxy

    def answering(self, *answers):
        Answering.asked = []
        Answering.answers = list(answers)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answering)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return f"http://127.0.0.1:{server.server_address[1]}"


class SubjectTests(Online):
    def test_a_transaction(self):
        text = self.succeed(self.ask("100"))
        self.assertIn("your own root signed all", text)
        self.assertIn("com.example.tea.monthly: active until 2036-06-15", text)

    def test_the_clock_of_the_stand_in_counts(self):
        with self.with_clock("2036-07-01") as address:
            said = self.succeed(self.ask("100", server=address))
            # The first period ended on 2036-06-15.
            self.assertIn("active until 2046-07-17", said)
            self.assertIn("the last on 2036-07-01", said)

    def test_a_transaction_of_the_sandbox(self):
        self.assertIn("nothing was paid", self.succeed(self.ask("200")))

    def test_an_order(self):
        self.assertIn("active until 2036-06-15", self.succeed(self.ask("M100")))
        self.fail_with(self.ask("M100999"), "Apple knows no order M100999 of this app")

    def test_a_receipt(self):
        relay, server = self.counting()
        text = self.succeed(self.ask(self.receipts["ada"], bundle=None, server=server))
        self.assertIn("your own root signed all", text)
        # Statuses, history, refunds, the app transaction, and the clock of the stand-in.
        self.assertEqual(relay.connections, 5)
        piped = self.succeed(self.ask("-", bundle=None, input=self.receipts["ada"].read_text()))
        self.assertIn("active until 2036-06-15", piped)

    def test_what_is_not_signed_is_not_believed(self):
        forged = self.path / "forged.json"
        forged.write_text(FORGED % "")
        done = self.ask(forged)
        text = self.succeed(done)
        self.assertIn("active until 2036-06-15", text)
        self.assertNotIn("lifetime", text)
        self.assertIn("only Apple's answer is explained", done.stderr)

    def test_an_id_that_nobody_knows(self):
        self.fail_with(self.ask("999"), "neither production nor the sandbox")

    def test_a_receipt_of_another_app(self):
        self.fail_with(self.ask(self.receipts["ada"], bundle="com.example.coffee"), "--bundle-id says com.example.coffee")

    def test_a_receipt_of_xcode(self):
        made = self.path / "xcode.receipt"
        spec = self.path / "xcode.yaml"
        spec.write_text("receipt: {environment: Xcode, bundle_id: com.example.tea}")
        subprocess.run([RECEIPT, "make", spec, "-o", made], check=True, capture_output=True)
        self.fail_with(self.ask(made), "have never heard of what Xcode made")

    def test_a_file_whose_name_is_a_number(self):
        (self.path / "100").write_text("this is no receipt")
        self.addCleanup((self.path / "100").unlink)
        self.assertEqual(self.ask("100").returncode, 2)

    def test_what_is_nothing(self):
        self.fail_with(self.ask("no-such-file"), "no-such-file")
        self.fail_with(self.ask("-", input=""), "standard input")
        self.fail_with(self.ask("100", bundle=None), "give --bundle-id")
        self.assertEqual(self.ask("").returncode, 2)

    def test_unknown_transactions(self):
        self.fail_with(self.ask("12345678"), "error 4040010")

    def test_pages(self):
        relay, server = self.counting()
        text = self.succeed(self.ask("7000", server=server))
        # 45 purchases are on three pages of 20. None is in the list of subscriptions, nor refunded.
        self.assertEqual(relay.connections, 7)
        self.assertIn("signed all 46 signed texts", text)

    def test_pages_without_an_end(self):
        """So many are fetched, or so many bytes."""
        for size, count in [(0, 50), (12 << 20, 3)]:
            page = {"signedTransactions": ["x"], "hasMore": True, "revision": "r", "padding": "A" * size}
            server = self.answering((200, {}, b'{"data": []}'), (200, {}, json.dumps(page).encode()))
            done = self.ask("100", server=server)
            self.assertIn(f"has more pages than the {count} that were fetched", done.stdout + done.stderr)
            self.assertEqual(sum("/history/" in path for path, _, _ in Answering.asked), count)

    def test_a_transaction_that_no_list_has(self):
        """Nothing is read from standard input then."""
        empty = (200, {}, b'{"signedTransactions": [], "hasMore": false}')
        server = self.answering(
            (200, {}, b'{"data": []}'), empty, empty, (404, {}, b'{"errorCode": 4040019}'),
            (404, {}, b'{"errorCode": 4040010}'))
        self.fail_with(self.ask("7000", server=server, input="x"), "error 4040010 of Get Transaction Info")
        self.assertEqual(Answering.asked[-1][0], "/production/inApps/v1/transactions/7000")

    def test_formats_and_replies(self):
        card = json.loads(self.succeed(self.ask("100", "--format", "json")))
        self.assertEqual(card["summary"]["owned"][0]["code"], "active")
        self.assertIn("<!DOCTYPE html>", self.succeed(self.ask("100", "--format", "html")))
        self.assertIn("votre app".replace("votre ", "l’"), self.succeed(self.ask("100", "--reply", "fr", "--complaint", "locked")))
        page = self.path / "page.html"
        self.assertEqual(self.succeed(self.ask("100", "--format", "html", "--output", page)), "")
        self.assertIn("<!DOCTYPE html>", page.read_text())

    def test_wrong_options_are_told_before_apple_is_asked(self):
        count = self.answering((200, {}, b"{}"))
        for options in [["--format", "xml"], ["--complaint", "bored"], ["--reply", "xx"]]:
            self.assertEqual(self.ask("100", *options, server=count).returncode, 64, options)
        self.assertEqual(Answering.asked, [])

    def test_answers_that_nobody_signed_are_refused(self):
        done = self.run_online("ask", "100", "--server", self.address, "--key", self.key, "--issuer", self.issuer,
                               "--bundle-id", BUNDLE, "--settings", "none")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("No. Apple did not sign the response in it (Get All Subscription Statuses)", done.stdout)


class KeyTests(Online):
    def test_the_file_must_be_a_secret(self):
        for mode in [0o644, 0o640, 0o604, 0o620]:
            self.key.chmod(mode)
            self.fail_with(self.ask("100"), "others may read this key")
        self.key.chmod(0o600)
        self.succeed(self.ask("100"))

    def test_files_that_are_no_key(self):
        wrong = self.path / "AuthKey_WRONG.p8"
        p384 = ec.generate_private_key(ec.SECP384R1()).private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        for content in [b"", b"no key", p384, self.roots.read_bytes(), self.key.read_bytes()[:60]]:
            wrong.write_bytes(content)
            wrong.chmod(0o600)
            done = self.run_online("ask", "100", "--bundle-id", BUNDLE, "--key", wrong, "--issuer", self.issuer)
            self.fail_with(done, "is no key of App Store Connect")
        self.fail_with(self.run_online("ask", "100", "--bundle-id", BUNDLE, "--key", "none.p8", "--key-id", "A",
                                       "--issuer", "B"), "none.p8")

    def test_the_name_says_the_identifier(self):
        other = self.path / "key.p8"
        other.write_bytes(self.key.read_bytes())
        other.chmod(0o600)
        options = ["100", "--bundle-id", BUNDLE, "--server", self.address, "--trust-root", self.roots, "--settings", "none",
                   "--key", other, "--issuer", self.issuer]
        self.fail_with(self.run_online("ask", *options), "give --key-id")
        self.succeed(self.run_online("ask", *options, "--key-id", "TESTKEY001"))

    def test_a_key_that_apple_does_not_know(self):
        other = self.path / "AuthKey_OTHER.p8"
        other.write_bytes(ec.generate_private_key(ec.SECP256R1()).private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
        other.chmod(0o600)
        done = self.run_online("ask", "100", "--bundle-id", BUNDLE, "--server", self.address, "--key", other,
                               "--issuer", self.issuer)
        self.fail_with(done, "does not accept the key")
        self.fail_with(self.ask("100", bundle="com.example.coffee"), "does not accept the key")

    def test_no_key_is_shown(self):
        secret = "".join(self.key.read_text().splitlines()[1:-1])
        server = self.answering((500, {}, b""))
        for done in [self.ask("100"), self.ask("100", server="http://127.0.0.1:1"), self.ask("100", "--dry-run"),
                     self.ask("100", bundle="other"), self.ask("100", "--format", "json")]:
            said = done.stdout + done.stderr
            self.assertNotIn(secret[:20], said)
            self.assertNotIn("eyJhbGciOiJFUzI1NiIsImtpZCI", said)
        self.assertNotIn("eyJ", (self.path / "log").read_text())
        self.assertTrue(server)

    def test_options_that_do_not_fit(self):
        for arguments in [["100"], ["100", "--key", self.key], ["100", "--dry-run", "--issuer", "x"], []]:
            done = self.run_online("ask", *arguments)
            self.assertEqual(done.returncode, 64, arguments)
        for server in ["", "example.com", "ftp://example.com", "http://a b", "http://me@example.com", "https://x:99999"]:
            done = self.run_online("ask", "100", "--bundle-id", BUNDLE, "--dry-run", "--server", server)
            self.assertEqual(done.returncode, 64, server)

    def test_dry_run(self):
        told = self.succeed(self.run_online("ask", "M100", "--bundle-id", BUNDLE, "--dry-run"))
        self.assertIn("GET https://api.storekit.apple.com/inApps/v1/lookup/M100\n", told)
        self.assertIn("GET https://api.storekit.apple.com/inApps/v1/subscriptions/{transactionId}\n", told)
        self.assertIn("https://api.storekit-sandbox.apple.com/", told)
        self.assertNotIn("eyJ", told)
        told = self.succeed(self.run_online("ask", self.receipts["ada"], "--dry-run"))
        self.assertIn("/inApps/v2/history/100\n", told)

    def test_the_token_is_as_apple_asks(self):
        server = self.answering((401, {}, b""))
        self.fail_with(self.ask("100", server=server), "does not accept the key")
        [(path, fields, _)] = Answering.asked
        self.assertEqual(path, "/production/inApps/v1/subscriptions/100")
        scheme, _, token = fields["Authorization"].partition(" ")
        self.assertEqual(scheme, "Bearer")
        head, body, _ = token.split(".")

        def decoded(part):
            return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))

        self.assertEqual(decoded(head), {"alg": "ES256", "kid": "TESTKEY001", "typ": "JWT"})
        claims = decoded(body)
        self.assertEqual((claims["iss"], claims["aud"], claims["bid"]), (self.issuer, "appstoreconnect-v1", BUNDLE))
        self.assertLessEqual(claims["exp"] - claims["iat"], 3600)


class NetworkTests(Online):
    def test_tls(self):
        relay = self.relay()
        for host in ["localhost", "127.0.0.1"]:
            server = f"https://{host}:{relay.port}"
            self.succeed(self.ask("100", "--tls-root", self.authority.file, server=server))

    def test_certificates_that_nobody_vouches_for(self):
        relays = {
            "another root": self.relay(),
            "another name": self.relay([x509.DNSName("apple.example")]),
            "no name": self.relay([]),
            "over": self.relay(days=-1),
        }
        for name, relay in relays.items():
            options = [] if name == "another root" else ["--tls-root", self.authority.file]
            done = self.ask("100", *options, server=f"https://localhost:{relay.port}")
            self.fail_with(done, "cannot be trusted, so nothing was sent")
            self.assertEqual(relay.received, 0, name)

    def test_a_server_without_tls(self):
        self.fail_with(self.ask("100", server=f"https://127.0.0.1:{self.port}"), "speaks no TLS")

    def test_roots_that_are_none(self):
        for file in ["no-such-file", self.key, self.receipts["ada"]]:
            self.fail_with(self.ask("100", "--tls-root", file), "no certificate in PEM")

    def test_nobody_listens(self):
        self.fail_with(self.ask("100", server="http://127.0.0.1:1"), "nothing listens there")
        self.fail_with(self.ask("100", server="https://no-such-name.invalid"), "no server has this name")

    def test_no_secret_goes_in_plain_text(self):
        for done in [self.ask("100", server="http://no-such-name.invalid"),
                     self.run_online("submit", self.receipts["ada"], "--server", "http://192.0.2.1")]:
            self.assertEqual(done.returncode, 64)
            self.assertIn("plain text", done.stderr)

    def test_a_fault_is_an_answer_too(self):
        """A program that asked for JSON gets an object where the answer would have stood."""
        nowhere = "http://127.0.0.1:1"
        for done, code in [(self.ask("no-such-file", "--format", "json"), "not-found"),
                           (self.ask("999", "--format", "json"), "no-answer"),
                           (self.ask("100", "--format", "ndjson", server=nowhere), "no-answer"),
                           (self.run_online("submit", self.receipts["ada"], "--server", nowhere, "--format", "json"),
                            "no-answer")]:
            self.assertEqual(done.returncode, 2)
            self.assertEqual(json.loads(done.stdout)["error"]["code"], code)
            self.assertTrue(done.stderr.startswith("receipt-online: error: "), done.stderr)

    def test_a_proxy(self):
        relay, proxy = self.relay(), self.proxy()
        server = f"https://localhost:{relay.port}"
        options = ["100", "--tls-root", self.authority.file]
        self.succeed(self.ask(*options, server=server, https_proxy=f"http://127.0.0.1:{proxy.port}"))
        self.assertEqual(set(proxy.asked), {f"CONNECT localhost:{relay.port} HTTP/1.1"})
        proxy.asked.clear()
        self.succeed(self.ask(*options, server=server, HTTPS_PROXY=f"127.0.0.1:{proxy.port}"))
        self.assertTrue(proxy.asked)
        proxy.asked.clear()
        for exception in ["localhost", "*", "example.com, localhost", ".localhost"]:
            self.succeed(self.ask(*options, server=server, https_proxy=f"http://127.0.0.1:{proxy.port}",
                                  no_proxy=exception))
        # What is not encrypted goes to this machine alone.
        self.succeed(self.ask("100", https_proxy=f"http://127.0.0.1:{proxy.port}"))
        self.assertEqual(proxy.asked, [])

    def test_a_proxy_that_asks_for_a_password(self):
        relay, proxy = self.relay(), self.proxy(password="me:p@ss word")
        server = f"https://localhost:{relay.port}"
        options = ["100", "--tls-root", self.authority.file]
        self.succeed(self.ask(*options, server=server, https_proxy=f"http://me:p%40ss%20word@127.0.0.1:{proxy.port}"))
        done = self.ask(*options, server=server, https_proxy=f"http://me:wrong@127.0.0.1:{proxy.port}")
        self.fail_with(done, "the proxy opened no way")
        self.assertNotIn("wrong", done.stderr)

    def test_proxies_that_do_not_help(self):
        relay, proxy = self.relay(), self.proxy(refuses=True)
        options = ["100", "--tls-root", self.authority.file]
        server = f"https://localhost:{relay.port}"
        self.fail_with(self.ask(*options, server=server, https_proxy=f"http://127.0.0.1:{proxy.port}"),
                       "the proxy opened no way")
        self.fail_with(self.ask(*options, server=server, https_proxy="socks5://127.0.0.1:1"), "names no proxy")
        self.fail_with(self.ask(*options, server=server, https_proxy="http://127.0.0.1:1"),
                       f"the proxy on the way to localhost:{relay.port} cannot be reached")

    def test_apple_asks_to_wait(self):
        import time

        def soon():
            return str(int(time.time() * 1000) + 300)

        server = self.answering((429, {"Retry-After": soon}, b'{"errorCode": 4290000}'), (401, {}, b""))
        self.fail_with(self.ask("100", server=server), "does not accept the key")
        self.assertEqual(len(Answering.asked), 2)
        later = {"Retry-After": lambda: str(int(time.time() * 1000) + 3_600_000)}
        server = self.answering((429, later, b'{"errorCode": 4290000}'))
        self.fail_with(self.ask("100", server=server), "error 4290000")
        self.assertEqual(len(Answering.asked), 1)
        # Seconds, as HTTP has them, and a time that has passed: never at once.
        for value, least in [("1", 1), ("0", 0.4), (str(int(time.time() * 1000) - 5000), 0.4)]:
            server = self.answering((429, {"Retry-After": lambda: value}, b'{"errorCode": 4290000}'), (401, {}, b""))
            began = time.monotonic()
            self.fail_with(self.ask("100", server=server), "does not accept the key")
            self.assertGreater(time.monotonic() - began, least)
            self.assertEqual(len(Answering.asked), 2)
        server = self.answering((429, {"Retry-After": lambda: "3600"}, b'{"errorCode": 4290000}'))
        self.fail_with(self.ask("100", server=server), "error 4290000")
        self.assertEqual(len(Answering.asked), 1)

    def test_what_may_pass_is_asked_again(self):
        for answer in [(500, {}, b'{"errorCode": 5000001}'), (503, {}, b""), (404, {}, b'{"errorCode": 4040002}')]:
            server = self.answering(answer, (401, {}, b""))
            self.fail_with(self.ask("100", server=server), "does not accept the key")
            self.assertEqual(len(Answering.asked), 2, answer)

    def test_what_does_not_pass_is_asked_once(self):
        for answer, words in [
            ((400, {}, b'{"errorCode": 4000006}'), "the text is no transaction id"),
            ((500, {}, b'{"errorCode": 5000000}'), "Apple's server had a fault"),
            ((404, {}, b"<html>not here</html>"), "answered with status 404"),
            ((302, {"Location": "http://127.0.0.1:1/"}, b""), "answered with status 302"),
            ((400, {}, b'{"errorCode": 4009999}'), "error 4009999"),
        ]:
            server = self.answering(answer)
            self.fail_with(self.ask("100", server=server), words)
            self.assertEqual(len(Answering.asked), 1, answer)

    def test_an_answer_that_is_too_large(self):
        server = self.answering((200, {}, b" " * (17 << 20)))
        self.fail_with(self.ask("100", server=server), "too large")

    def test_answers_that_are_none(self):
        for body in [b"", b"null", b"[]", b"<html>", b'{"data": 5}', b'{"signedTransactions": ["x"]}', b"\xff\xfe"]:
            server = self.answering((200, {}, body))
            done = self.ask("100", server=server)
            self.assertIn(done.returncode, [1, 2], (body, done.stdout, done.stderr))
            self.assertNotIn("Fatal", done.stderr)


class FaultTests(Online):
    options = ["--faults", "half-body@/inApps/v1/subscriptions", "--faults", "4040002:60@/inApps/v2/history",
               "--faults", "wrong-body@/inApps/v1/lookup", "--faults", "21005:60"]

    def test_half_a_body(self):
        self.fail_with(self.ask("100"), "in the middle of its answer")

    def test_a_page_for_people(self):
        self.fail_with(self.ask("M100"), "something else than JSON")

    def test_a_status_that_passes(self):
        done = self.run_online("submit", self.receipts["ada"], "--server", self.address, "--trust-root", self.roots,
                               "--settings", "none")
        self.succeed(done)


class SubmitTests(Online):
    def submit(self, *arguments, **more):
        return self.run_online("submit", *arguments, "--server", self.address, "--trust-root", self.roots,
                               "--settings", "none", **more)

    def test_a_real_purchase(self):
        done = self.submit(self.receipts["ada"])
        self.assertIn("active until 2036-06-15", self.succeed(done))
        self.assertEqual(done.stderr, "")

    def test_what_stands_beside_the_receipt_is_not_believed(self):
        forged = self.path / "beside.json"
        receipt = self.receipts["ada"].read_text().strip()
        forged.write_text(FORGED % f', "latest_receipt": "{receipt}"')
        text = self.succeed(self.submit(forged))
        self.assertIn("active until 2036-06-15", text)
        self.assertNotIn("lifetime", text)

    def test_a_test_receipt_is_sent_to_the_sandbox(self):
        done = self.submit(self.receipts["bob"], "--format", "json")
        card = json.loads(self.succeed(done))
        self.assertEqual(card["summary"]["owned"][0]["code"], "active")
        self.assertIn("production answered 21007", done.stderr)

    def test_the_secret(self):
        secret = self.path / "secret"
        secret.write_text("0123456789abcdef0123456789abcdef\n")
        dry = self.submit(self.receipts["ada"], "--password-file", secret, "--exclude-old-transactions", "--dry-run")
        told = self.succeed(dry)
        self.assertNotIn("0123456789abcdef", told)
        self.assertIn("(not shown)", told)
        self.assertIn("POST ", told)
        self.succeed(self.submit(self.receipts["ada"], RECEIPT_SHARED_SECRET="0123456789abcdef0123456789abcdef"))
        server = self.answering((200, {}, b'{"status": 21004}'))
        done = self.run_online("submit", self.receipts["ada"], "--server", server, "--password-file", secret,
                               "--exclude-old-transactions", "--settings", "none")
        self.assertIn("21004", done.stdout)
        [(path, fields, body)] = Answering.asked
        self.assertEqual(path, "/production/verifyReceipt")
        self.assertEqual(fields["Content-Type"], "application/json")
        sent = json.loads(body)
        self.assertEqual(sent["password"], "0123456789abcdef0123456789abcdef")
        self.assertEqual(sent["exclude-old-transactions"], True)

    def test_addresses(self):
        told = self.succeed(self.run_online("submit", self.receipts["ada"], "--dry-run"))
        self.assertTrue(told.startswith("POST https://buy.itunes.apple.com/verifyReceipt\n"), told[:80])

    def test_what_verify_receipt_does_not_take(self):
        jws = self.path / "x.jws"
        jws.write_text("this is no receipt")
        self.assertEqual(self.submit(jws).returncode, 2)
        self.fail_with(self.submit("no-such-file"), "no-such-file")

    def test_what_may_pass_is_asked_again(self):
        done_after = (200, {}, b'{"status": 21003}')
        for first in [(200, {}, b'{"status": 21005}'), (200, {}, b'{"status": 21100, "is-retryable": true}'),
                      (503, {}, b"")]:
            server = self.answering(first, done_after)
            done = self.run_online("submit", self.receipts["ada"], "--server", server, "--settings", "none")
            self.assertIn("21003", done.stdout)
            self.assertEqual(len(Answering.asked), 2)
        server = self.answering((200, {}, b'{"status": 21100, "is-retryable": false}'))
        self.run_online("submit", self.receipts["ada"], "--server", server, "--settings", "none")
        self.assertEqual(len(Answering.asked), 1)


class NotifyTests(Online):
    def test_types(self):
        server = self.answering((200, {}, b""))
        types = ["SUBSCRIBED/INITIAL_BUY", "DID_RENEW", "REFUND", "CONSUMPTION_REQUEST", "TEST", "ONE_TIME_CHARGE",
                 "EXPIRED/VOLUNTARY", "GRACE_PERIOD_EXPIRED", "OFFER_REDEEMED", "PRICE_INCREASE/PENDING", "REVOKE",
                 "RENEWAL_EXTENDED", "REFUND_REVERSED", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"]
        for name in types:
            self.assertIn("was sent", self.succeed(self.run_online("notify", name, "--to", server + "/hook?a=b")))
            path, fields, body = Answering.asked[-1]
            self.assertEqual(path, "/hook?a=b")
            self.assertEqual(fields["Content-Type"], "application/json")
            file = self.path / "notification.json"
            file.write_bytes(body)
            done = subprocess.run([RECEIPT, "check", "--trust-root", self.roots, file], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            done = subprocess.run([RECEIPT, "decode", "--format", "json", file], capture_output=True, text=True)
            told = json.loads(done.stdout)["notification"]
            kind, _, subtype = name.partition("/")
            self.assertEqual((told["notification_type"], told.get("subtype") or ""), (kind, subtype))

    def test_a_customer_of_a_folder(self):
        server = self.answering((204, {}, b""))
        self.succeed(self.run_online("notify", "REFUND", "--to", server, "--stand-in", self.path / "customers",
                                     "--transaction", "7003"))
        self.assertIn(b"signedPayload", Answering.asked[-1][2])
        self.fail_with(self.run_online("notify", "REFUND", "--to", server, "--stand-in", self.path / "customers",
                                       "--transaction", "999999"), "no transaction that is known")

    def test_over_tls(self):
        server = self.answering((200, {}, b""))
        relay = Relay(int(server.rpartition(":")[2]), self.authority.context(LOOPBACK))
        self.addCleanup(relay.close)
        address = f"https://localhost:{relay.port}/"
        self.succeed(self.run_online("notify", "TEST", "--to", address, "--tls-root", self.authority.file))
        self.fail_with(self.run_online("notify", "TEST", "--to", address), "cannot be trusted")

    def test_each_has_an_id_of_its_own(self):
        """A server passes over a notification whose id it knows."""
        server = self.answering(*[(200, {}, b"")] * 3)
        for name in ["TEST", "REFUND", "DID_RENEW/BILLING_RECOVERY"]:
            self.succeed(self.run_online("notify", name, "--to", server, "--stand-in", "customers"))
        ids = set()
        for _, _, body in Answering.asked:
            payload = json.loads(body)["signedPayload"].split(".")[1]
            ids.add(json.loads(base64.urlsafe_b64decode(payload + "=="))["notificationUUID"])
        self.assertEqual(len(ids), 3)

    def test_servers_that_do_not_take_it(self):
        for status in [207, 302, 400, 500]:
            server = self.answering((status, {}, b""))
            self.fail_with(self.run_online("notify", "TEST", "--to", server), f"it answered with status {status}")
        self.fail_with(self.run_online("notify", "TEST", "--to", "http://127.0.0.1:1"), "nothing listens there")

    def test_types_that_are_none(self):
        for name in ["", "REFUNDED", "REFUND/NO_SUCH", "refund", "/"]:
            self.assertEqual(self.run_online("notify", name, "--to", "http://127.0.0.1:1").returncode, 2, name)
        self.assertEqual(self.run_online("notify", "REFUND").returncode, 64)


class AskDeskTests(Online):
    """The button of the page that asks Apple."""

    def desk(self, *options):
        """The address of a page."""
        server = subprocess.Popen(
            [ONLINE, "serve", "--listen", "127.0.0.1:0", "--trust-root", self.roots, *options],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

        def stop():
            server.terminate()
            server.wait(10)
            server.stdout.close()

        self.addCleanup(stop)
        return server.stdout.readline().strip()

    def with_key(self, server=None):
        return self.desk("--key", self.key, "--issuer", self.issuer, "--server", server or self.address)

    def send(self, address, *fields):
        """The page after a form was sent."""
        boundary = "----------------------------0123456789"
        body = "".join(
            f"--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
            for name, value in fields
        ) + f"--{boundary}--\r\n"
        request = urllib.request.Request(
            address, body.encode(), {"Content-Type": f"multipart/form-data; boundary={boundary}"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.read().decode()

    def again(self, page):
        """What the form of a page sends with every choice."""
        pattern = r'<input type="hidden" name="(name|again|together|now)" value="([^"]*)">'
        return [(name, html.unescape(value)) for name, value in re.findall(pattern, page)]

    def test_the_button(self):
        relay, server = self.counting()
        address = self.with_key(server)
        receipt = self.receipts["ada"].read_text()
        page = self.send(address, ("text", receipt))
        self.assertIn("Ask Apple how it stands now", page)
        self.assertEqual(relay.connections, 0)
        page = self.send(address, *self.again(page), ("ask", "yes"))
        # Four questions, and one for the clock of the stand-in.
        self.assertEqual(relay.connections, 5)
        self.assertIn("your own root signed all 5 signed texts", page)
        # A choice after it keeps the answers, and asks nobody.
        page = self.send(address, *self.again(page), ("complaint", "locked"))
        self.assertEqual(relay.connections, 5)
        self.assertIn("your own root signed all 5 signed texts", page)
        # The button again asks about the receipt, not about the answers.
        page = self.send(address, *self.again(page), ("ask", "yes"))
        self.assertEqual(relay.connections, 10)
        self.assertIn("your own root signed all 5 signed texts", page)

    def test_the_clock_of_the_stand_in_counts(self):
        with self.with_clock("2036-07-01") as server:
            address = self.with_key(server)
            page = self.send(address, ("text", self.receipts["ada"].read_text()), ("ask", "yes"))
            for _ in range(2):
                self.assertIn("active until 2046-07-17 (2036-07-01)", page)
                page = self.send(address, *self.again(page), ("complaint", "locked"))
            page = self.send(address, *self.again(page), ("at", "2036-05-01"))
            self.assertIn("active until 2036-06-15 (2036-05-01)", page)

    def test_what_comes_after_it_is_no_answer_of_apples(self):
        address = self.with_key()
        page = self.send(address, ("text", self.receipts["ada"].read_text()), ("ask", "yes"))
        carried = self.again(page)
        self.assertIn("together", dict(carried))
        for fields in [[*carried, ("text", FORGED % "")], [*carried[:1], ("text", FORGED % "")]]:
            page = self.send(address, *fields)
            self.assertNotIn("accepted as you asked", page)
            self.assertNotIn("together", dict(self.again(page)))
        page = self.send(address, ("text", FORGED % ""), ("ask", "yes"))
        self.assertIn("only Apple's answer is explained", html.unescape(page))
        self.assertNotIn("lifetime", page)

    def test_names_of_files_are_only_shown(self):
        address = self.with_key()
        for name in ["Get All Subscription Statuses", "\u200d a\t.txt", "ada.txt"]:
            page = self.send(address, ("name", name), ("again", base64.b64encode(self.receipts["ada"].read_bytes()).decode()),
                             ("ask", "yes"))
            self.assertIn("your own root signed all 5 signed texts", page, name)
            page = self.send(address, *self.again(page), ("complaint", "locked"))
            self.assertIn("your own root signed all 5 signed texts", page, name)

    def test_several_receipts(self):
        relay, server = self.counting()
        address = self.with_key(server)
        page = self.send(address, ("text", self.receipts["ada"].read_text()), ("text", self.receipts["bob"].read_text()),
                         ("ask", "yes"))
        self.assertIn("Show it alone", page)
        self.assertEqual(len([name for name, _ in self.again(page) if name == "again"]), 2)
        self.assertEqual(relay.connections, 0)

    def test_without_a_key(self):
        relay, server = self.counting()
        address = self.desk("--server", server)
        page = self.send(address, ("text", self.receipts["ada"].read_text()), ("ask", "yes"))
        self.assertNotIn("Ask Apple", page)
        self.assertEqual(relay.connections, 0)

    def test_apple_does_not_answer(self):
        receipt = self.receipts["ada"].read_text()
        page = self.send(self.with_key("http://127.0.0.1:1"), ("text", receipt), ("ask", "yes"))
        self.assertIn("Apple did not answer: 127.0.0.1:1 cannot be reached", page)
        self.assertIn("your own root signed it", page)
        page = self.send(self.with_key(self.answering((401, {}, b""))), ("text", receipt), ("ask", "yes"))
        self.assertIn("does not accept the key", page)
        page = self.send(self.with_key(), ("text", "no receipt at all"), ("ask", "yes"))
        self.assertIn("Apple did not answer", page)

    def test_a_key_that_is_no_secret(self):
        self.key.chmod(0o644)
        self.addCleanup(self.key.chmod, 0o600)
        done = self.run_online("serve", "--listen", "127.0.0.1:0", "--key", self.key, "--issuer", self.issuer)
        self.fail_with(done, "others may read this key")


if __name__ == "__main__":
    ONLINE, RECEIPT = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:3])
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
