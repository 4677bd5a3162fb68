"""The requests of Apple's other libraries against the stand-in: test_library_requests.py RECEIPT_ONLINE

library_requests.tsv says what the libraries for Node, Java and Swift send, and what they read in the answers. Each row is
sent as its library sends it, with the same fields of the head in the same order and a token of the same form. The answer
must have what the library demands. Nothing leaves this machine.
"""

import base64
import csv
import http.client
import json
import pathlib
import re
import sys
import time
import unittest
import urllib.parse
import uuid

import test_stand_in
from appstoreserverlibrary.api_client import AppStoreServerAPIClient
from appstoreserverlibrary.models.NotificationTypeV2 import NotificationTypeV2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.serialization import load_pem_private_key

TABLE = pathlib.Path(__file__).with_name("library_requests.tsv")

# What each library leaves as it is in a query: a form, OkHttp's set, and Foundation's.
UNENCODED = {"node": "*", "java": "*+", "swift": "!$'()*+,/:;?@"}

# What the newest stored sources of a library cannot call, though Apple's library for Python can.
GAPS = {"node": set(), "java": {"finishtransaction"}, "swift": {"finishtransaction"}}


def rows():
    lines = [line for line in TABLE.read_text().splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def filled(text, values):
    """A text with its placeholders filled in; those in capitals with capitals."""

    def value(match):
        name = match[1]
        return str(values[name] if name in values else values[name.lower()].upper())

    return re.sub(r"\{([A-Za-z]+)\}", value, text)


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=")


def texts(value, name=None):
    """Every text in an answer, with its name."""
    if isinstance(value, dict):
        for name, member in value.items():
            yield from texts(member, name)
    elif isinstance(value, list):
        for element in value:
            yield from texts(element, name)
    elif isinstance(value, str):
        yield name, value


IS_TYPE = {
    "string": lambda value: isinstance(value, str),
    "uuid": lambda value: isinstance(value, str) and str(uuid.UUID(value)) == value.lower(),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "object": lambda value: isinstance(value, dict),
}


class LibraryRequestTest(test_stand_in.StandInCase):
    def setUp(self):
        super().setUp()
        start = 1780272000000  # The clock's.
        self.values = {
            "bundleId": test_stand_in.BUNDLE,
            "productId": test_stand_in.MONTHLY,
            "transactionId": "100",
            "oneTime": "200",
            "consumable": "300",
            "orderId": self.customer("tea")["transactions"][0]["orderId"],
            "startDate": start - 30 * 86400000,
            "endDate": start + 86400000,
            "image": str(uuid.uuid4()),
            "message": str(uuid.uuid4()),
            "uuid": str(uuid.uuid4()),
        }
        for _ in range(25):
            self.control("POST", "notify", {"notificationType": "PRICE_CHANGE"})

    def token(self, header, claims, key_id):
        # jwt-kit, and so Apple's library for Swift, writes fractions of seconds. RFC 7519 §2 allows them.
        now = time.time()
        values = {
            **{"bundleId": test_stand_in.BUNDLE, "issuer": self.key["issuer"], "keyId": key_id},
            **{"now": int(now), "end": int(now) + 300, "preciseNow": now, "preciseEnd": now + 300},
        }
        signed = b".".join(base64url(filled(part, values).encode()) for part in [header, claims])
        key = load_pem_private_key(self.key["privateKey"].encode(), None)
        numbers = utils.decode_dss_signature(key.sign(signed, ec.ECDSA(hashes.SHA256())))
        signature = b"".join(number.to_bytes(32, "big") for number in numbers)
        return (signed + b"." + base64url(signature)).decode()

    def connection(self):
        connection = http.client.HTTPConnection(self.address[len("http://") :], timeout=30)
        self.addCleanup(connection.close)
        return connection

    def send(self, connection, library, row, fields, token):
        """Sends a row with exactly these fields, in their order."""
        path = filled(row["path"], self.values)
        if row["query"] != "-":
            pairs = [pair.split("=", 1) for pair in row["query"].split("&")]
            quote = urllib.parse.quote_plus if library == "node" else urllib.parse.quote
            safe = UNENCODED[library]
            path += "" if path.endswith("?") else "?"
            path += "&".join(
                f"{quote(name, safe)}={quote(filled(value, self.values), safe)}"
                for name, value in pairs
            )
        body = None
        if row["body"] == "{png}":
            body = test_stand_in.PNG
        elif row["body"] != "-":
            body = filled(row["body"], self.values).encode()
        elif row["method"] == "POST":
            body = b""
        known = {
            "host": connection.host + f":{connection.port}",
            "token": token,
            "type": "" if row["headers"] == "-" else row["headers"],
            "length": "" if body is None else len(body),
        }
        connection.putrequest(row["method"], path, skip_host=True, skip_accept_encoding=True)
        for field in fields:
            name, value = filled(field, known).split(": ", 1)
            if value:
                connection.putheader(name, value)
        connection.endheaders(body or None)
        response = connection.getresponse()
        return response, response.read()

    def assert_fits(self, value, demanded, place="answer"):
        if isinstance(demanded, str):
            self.assertTrue(IS_TYPE[demanded](value), f"{place} is {value!r}, and no {demanded}")
        elif isinstance(demanded, list):
            self.assertIsInstance(value, list, place)
            for element in value:
                self.assert_fits(element, demanded[0], place)
        else:
            self.assertIsInstance(value, dict, place)
            members = {name.rstrip("?"): name for name in demanded if name != "..."}
            for name, written in members.items():
                if name in value:
                    self.assert_fits(value[name], demanded[written], f"{place}.{name}")
                else:
                    self.assertTrue(written.endswith("?"), f"{place}.{name} is missing")
            # It reads something at all.
            self.assertTrue(set(members) & set(value), f"{place} is {value}")
            if "..." not in demanded:
                self.assertLessEqual(set(value), set(members), place)

    def replay(self, library):
        sent = 0
        mine = {row["call"]: row for row in rows() if row["library"] == library}
        fields = mine["(every request)"]["headers"].split("|")
        token = mine["(token)"]
        connection = self.connection()
        for row in rows():
            call = row["call"]
            if row["library"] != library or row["method"] == "-":
                continue
            if call == "(too many)":
                self.restart("--faults", "429@/inApps")
                connection = self.connection()
            key_id = "OTHER" if call == "(refused)" else self.key["keyId"]
            signed = self.token(token["headers"], token["body"], key_id)
            if call == "getTestNotificationStatus":
                self.notification(NotificationTypeV2.TEST)
            for _ in range(100):
                response, body = self.send(connection, library, row, fields, signed)
                # That a notification arrived is known a little later.
                if call != "getTestNotificationStatus" or response.status != 404:
                    break
                time.sleep(0.1)
            sent += 1
            # All faults are told, not only the first.
            with self.subTest(call, query=row["query"]):
                self.check(row, response, body)
        self.assertEqual(sent, sum(row["library"] == library for row in rows()) - 2)

    def check(self, row, response, body):
        statuses = {"(error)": 404, "(refused)": 401, "(too many)": 429}
        if row["call"] in statuses:
            self.assertEqual(response.status, statuses[row["call"]], body)
        else:
            self.assertIn(response.status, range(200, 300), body)
        self.assertIsNone(response.headers["Content-Encoding"])
        if row["answer"] == "-":
            return
        demanded = json.loads(row["answer"])
        if demanded.pop("Retry-After", None):
            # A time in milliseconds.
            self.assertRegex(response.headers["Retry-After"], "^[0-9]+$")
            self.assertGreater(int(response.headers["Retry-After"]), time.time() * 1000)
        answer = json.loads(body)
        self.assert_fits(answer, demanded)
        self.values.update(texts(answer))
        if row["call"].startswith("("):
            self.assertEqual(answer["errorCode"] // 10000, response.status)

    def test_node(self):
        self.replay("node")

    def test_java(self):
        self.replay("java")

    def test_swift(self):
        self.replay("swift")

    def test_every_call_has_a_row(self):
        python = [name for name in vars(AppStoreServerAPIClient) if not name.startswith("_")]
        self.assertGreaterEqual(len(python), 30)
        for library, gaps in GAPS.items():
            calls = {row["call"].lower() for row in rows() if row["library"] == library}
            missing = {name.replace("_", "") for name in python} - calls
            self.assertEqual(missing, gaps, library)


if __name__ == "__main__":
    test_stand_in.StandInCase.program = sys.argv.pop(1)
    unittest.main()
