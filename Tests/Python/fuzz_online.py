"""Sends broken requests to receipt-online: fuzz_online.py RECEIPT_ONLINE [COUNT [SEED [CLIENTS]]]

Whole, genuine requests of every kind are changed, joined and cut, and sent by several clients at once. The server must
live, give only whole answers with a status that is expected, and put nothing of one request into the answer to another.
Its memory must not grow with their number.
"""

import base64
import collections
import concurrent.futures
import contextlib
import functools
import json
import os
import pathlib
import random
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

import jwt

FIXTURES = pathlib.Path(__file__).parent.parent.parent / "Fixtures"
ONLINE = os.path.abspath(sys.argv[1])
COUNT, SEED, CLIENTS = (int(text) for text in (sys.argv[2:] + ["3000", "1", "4"][len(sys.argv) - 2:]))
STATUSES = {200, 202, 400, 401, 403, 404, 405, 409, 413, 414, 417, 421, 422, 429, 431, 501, 503}
CUSTOMER = """
receipt:
  bundle_id: com.example.tea
  in_app:
    - {transaction_id: "100", product_id: com.example.tea.monthly, purchase_date: 2026-05-15, expires_date: 2026-06-15}
    - {transaction_id: "200", product_id: com.example.tea.unlock, purchase_date: 2026-05-01}
"""
RECEIPTS = [path.read_bytes() for path in sorted(FIXTURES.iterdir())
            if path.suffix in [".b64", ".jws", ".receipt", ".json", ".plist"]]
TOKENS = [b"\r\n", b"\r\n\r\n", b"\n", b"\0", b"%00", b"%", b"..", b"--boundary", b"--boundary\r\n", b"--boundary--\r\n", b"\xff", b"{", b"[" * 99,
          b'"', b"Content-Length: 5\r\n", b"Transfer-Encoding: chunked\r\n", b"0\r\n\r\n", b"-1", b"99999999999999999999",
          b"Expect: 100-continue\r\n", b"Connection: close\r\n", b"Content-Type: application/x-ndjson\r\n", b"A" * 20_000,
          b"Host: evil.example\r\n", b"\xef\xbb\xbf", b"&at=2024-02-29", b"GET / HTTP/1.1\r\n\r\n", b" ", b":"]
# The addresses of docs/online.md, with what their placeholders may be.
ADDRESSES = re.findall(r"`(GET|POST|PUT|DELETE) (/\S+?)`", (FIXTURES.parent / "docs/online.md").read_text())


class Server:
    def __init__(self, folder):
        (folder / "tea.yaml").write_text(CUSTOMER)
        self.log = open(folder / "log", "w+")
        self.process = subprocess.Popen(
            [ONLINE, "serve", "--listen", "127.0.0.1:0", "--stand-in", folder, "--clock", "2026-06-01", "--speed", "0"],
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.address = self.process.stdout.readline().strip()
        self.port = int(self.address.rstrip("/").rpartition(":")[2])
        with urllib.request.urlopen(self.address + "stand-in/key") as answer:
            self.key = json.load(answer)

    @functools.lru_cache(2)
    def token(self, quarter):
        return jwt.encode(
            {"iss": self.key["issuer"], "iat": quarter * 900, "exp": quarter * 900 + 3000, "aud": "appstoreconnect-v1",
             "bid": "com.example.tea"}, self.key["privateKey"], "ES256", headers={"kid": self.key["keyId"]})

    def mebibytes(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024


def genuine(chance, server, marker):
    """A request that is as it should be. The marker stands in it where an answer repeats it."""
    receipt = chance.choice(RECEIPTS)
    fields, body = {"Host": f"127.0.0.1:{server.port}"}, b""
    kind = chance.choice(["api", "api", "rows", "json", "form", "desk", "redacted", "verify", "stand-in", "stand-in", "get"])
    method, path = "POST", "/api/v1/" + chance.choice(["decode", "check", "diagnose", "timeline", "table", "redact"])
    told = json.dumps({"bundle_id": f"com.{marker}", "in_app": [{"product_id": marker}]}).encode()
    if kind == "api":
        path, body = path + chance.choice(["", "?at=2024-02-29", f"?bundle_id={marker}"]), chance.choice([receipt, told])
    elif kind == "rows":
        body = b"".join(chance.choice(RECEIPTS[:4]).replace(b"\n", b"") + b"\n" for _ in range(3)) + told + b"\n"
        fields["Content-Type"] = "application/x-ndjson"
    elif kind == "json":
        text = told.decode() if chance.random() < 0.5 else base64.b64encode(receipt).decode()
        body = json.dumps({"receipt": text, "options": {"at": "2024-02-29"}}).encode()
        fields["Content-Type"] = "application/json"
    elif kind in ["form", "desk", "redacted"]:
        name = {"form": "receipt", "desk": "file", "redacted": "text"}[kind]
        parts = [(f'{name}"; filename="{marker}', receipt), ("at", b"2024-02-29")]
        path = {"form": path, "desk": "/", "redacted": "/redacted"}[kind]
        body = b"".join(b'--boundary\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (one.encode(), content)
                        for one, content in parts) + b"--boundary--\r\n"
        fields["Content-Type"] = "multipart/form-data; boundary=boundary"
    elif kind == "verify":
        path = chance.choice(["", "/production", "/sandbox"]) + "/verifyReceipt"
        body = json.dumps({"receipt-data": base64.b64encode(receipt).decode(), "password": marker}).encode()
    elif kind == "stand-in":
        method, path = chance.choice(ADDRESSES)
        path = re.sub(r"\{\w+\}", lambda _: chance.choice(["100", "200", "M100", "tea", "com.example.tea.monthly", marker]), path)
        fields["Authorization"] = f"Bearer {server.token(int(time.time()) // 900)}"
        # What it keeps, it shows to the next one too.
        body = b"" if method == "GET" else chance.choice([b"{}", b'{"transactionId": "100"}', b'{"by": "PT1S"}'])
    else:
        # Whether an answer to HEAD is whole cannot be told among others.
        method, path = "GET", chance.choice(["/", "/desk.css", "/desk.js", "/healthz", "/metrics", "/api/v1/openapi.json", f"/{marker}"])
    if chance.random() < 0.001:
        body = (body or b"A") * ((16 << 20) // max(1, len(body)))
    if body and chance.random() < 0.2:
        fields["Transfer-Encoding"], pieces = "chunked", b""
        while body:
            size = min(len(body), chance.choice([1, 100, 70_000, 1 << 24]))
            pieces, body = pieces + b"%x\r\n%s\r\n" % (size, body[:size]), body[size:] if size > 1 else body[1:][:5000]
        body = pieces + b"0\r\n\r\n"
    elif body or method != "GET":
        fields["Content-Length"] = len(body)
    lines = [f"{method} {path} HTTP/1.1"] + [f"{name}: {value}" for name, value in fields.items()]
    return "\r\n".join(lines + ["", ""]).encode() + body


def changed(chance, data):
    """A request with some bytes, pieces or words that it should not have. Most changes are in the head."""
    for _ in range(chance.choice([1, 1, 2, 4, 16])):
        end = data.find(b"\r\n\r\n") + 4 if chance.random() < 0.6 else len(data)
        at = chance.randrange(max(1, end))
        until = at + chance.choice([1, 4, 64, 4096])
        token = chance.choice(TOKENS)
        data = chance.choice([
            lambda: data[:at] + bytes([chance.randrange(256)]) + data[at + 1:], lambda: data[:at] + data[until:],
            lambda: data[:until] + data[at:], lambda: data[:at] + token + data[at:], lambda: data[:at],
            lambda: data[:at] + token + data[until:]])()
    return data


def answers(data, mayBeCut):
    """The statuses of the answers in what came back. Fails unless each is whole."""
    found = []
    while data:
        match = re.match(rb"HTTP/1\.[01] (\d{3}) [ -~]*\r\n((?:[!-9;-~]+:[ -~\x80-\xff]*\r\n)*)\r\n", data)
        assert match, f"no head of an answer: {data[:200]}"
        found.append(int(match[1]))
        fields = {name.lower(): value.strip() for name, _, value in (line.partition(b":") for line in match[2].split(b"\r\n"))}
        data = data[match.end():]
        if found[-1] == 100:
            continue
        if fields.get(b"transfer-encoding") == b"chunked":
            while piece := re.match(rb"([0-9a-f]+)\r\n", data):
                size, start = int(piece[1], 16), piece.end()
                assert mayBeCut or data[start + size:start + size + 2] == b"\r\n", "a chunk is cut"
                data = data[start + size + 2:]
                if size == 0:
                    break
            else:
                assert mayBeCut and not data, f"chunks end in {data[:60]}"
        elif b"content-length" not in fields and match[0].startswith(b"HTTP/1.0"):
            break
        else:
            size = int(fields[b"content-length"])
            assert size <= len(data) or mayBeCut, f"{len(data)} of {size} bytes came"
            data = data[size:]
    return found


def send(one, pieces):
    with contextlib.suppress(ConnectionResetError, BrokenPipeError):
        for piece in pieces:
            one.sendall(piece)
        one.shutdown(socket.SHUT_WR)


def ask(server, number):
    """Sends one request, or several in a row, and judges what comes back."""
    chance = random.Random(SEED * 1_000_000_007 + number)
    marker = f"zq{number:08x}{chance.randrange(1 << 32):08x}"
    data = b"".join(genuine(chance, server, marker) for _ in range(chance.choice([1, 1, 1, 1, 2, 5])))
    isGenuine = chance.random() < 0.1
    if not isGenuine:
        data = changed(chance, data)
    cut = sorted(chance.randrange(len(data) + 1) for _ in range(chance.choice([0, 0, 1, 3])))
    leaves = chance.random() < 0.02
    received = b""
    with socket.create_connection(("127.0.0.1", server.port), timeout=300) as one:
        # Who reads nothing before all is sent is cut as a slow client.
        sender = threading.Thread(target=send, args=[one, [data[start:end] for start, end in zip([0] + cut, cut + [len(data)])]])
        sender.start()
        if leaves:
            sender.join()
            return collections.Counter(left=1)
        try:
            while part := one.recv(1 << 20):
                received += part
        except ConnectionResetError:
            pass
        except TimeoutError:
            sys.exit(f"request {number} of seed {SEED} got no end in 300 s\n{data[:2000]}\n{received[:2000]}")
        sender.join()
    try:
        found = answers(received, mayBeCut=not isGenuine and b"ndjson" in data)
        assert found or not isGenuine, "a genuine request got no answer"
        unexpected = set(found) - STATUSES - {100}
        assert not unexpected, f"status {unexpected}"
        foreign = [one for one in re.findall(rb"zq[0-9a-f]{16}", received) if one not in data]
        assert not foreign, f"data of another request: {foreign}"
        return collections.Counter(found or ["none"])
    except AssertionError as fault:
        server.log.seek(0)
        sys.exit(f"request {number} of seed {SEED}: {fault}\n{data[:2000]}\n{received[:2000]}\n"
                 f"the server ended with {server.process.poll()} and said: {server.log.read()[-5000:]}")


def main():
    started, counts, sizes = time.monotonic(), collections.Counter(), []
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(CLIENTS) as clients:
        server = Server(pathlib.Path(name))
        for quarter in range(4):
            numbers = range(COUNT * quarter // 4, COUNT * (quarter + 1) // 4)
            for found in clients.map(functools.partial(ask, server), numbers):
                counts += found
            sizes.append(server.mebibytes())
        server.process.terminate()
        status = server.process.wait(60)
        server.log.seek(0)
        said = [line for line in server.log if not re.match(r"\d{4}-\d\d-\d\dT\S+ [a-z-]+ \S+ [a-z]+ \d{3} \d+ ms$", line)]
    print(f"{COUNT} requests of seed {SEED} in {time.monotonic() - started:.0f} s: {dict(counts.most_common())}")
    print("memory after each quarter: " + ", ".join(f"{size:.0f}" for size in sizes) + " MiB")
    assert status == 0 and not said, f"the server ended with {status} and said: {''.join(said)[:5000]}"
    assert counts[200] > COUNT / 20, "too few requests reached what they ask for"


if __name__ == "__main__":
    main()
