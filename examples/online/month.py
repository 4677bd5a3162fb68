"""As the developer of a server: a month passes, a subscription renews, and the purchase is refunded.

Usage: month.py [RECEIPT-ONLINE]. It needs Apple's library: pip install app-store-server-library
"""

import http.server
import json
import pathlib
import queue
import sys
import threading

from appstoreserverlibrary.api_client import AppStoreServerAPIClient
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from stand_in import StandIn

BUNDLE = "com.example.tea"


class YourServer(http.server.BaseHTTPRequestHandler):
    """What receives Apple's notifications."""

    received = queue.Queue()

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.received.put(body["signedPayload"])
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass


def main(program):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), YourServer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/notifications"
    with StandIn(program, "--clock", "2026-06-01", "--speed", "0", "--notify", address) as apple:
        key = apple.get("key")
        client = AppStoreServerAPIClient(
            key["privateKey"].encode(), key["keyId"], key["issuer"], BUNDLE, Environment.SANDBOX)
        # The first line that points the library here.
        client._base_url = apple.address
        # And the second: what is signed is verified with the roots of the stand-in.
        roots = x509.load_pem_x509_certificates(apple.get("roots")["roots"].encode())
        verifier = SignedDataVerifier(
            [root.public_bytes(Encoding.DER) for root in roots], False, Environment.SANDBOX, BUNDLE)

        def status():
            [group] = client.get_all_subscription_statuses("100").data
            [subscription] = group.lastTransactions
            return subscription.status.name, verifier.verify_and_decode_signed_transaction(
                subscription.signedTransactionInfo)

        def notification():
            return verifier.verify_and_decode_notification(YourServer.received.get(timeout=30))

        state, first = status()
        print(f"on 2026-06-01: {state}, transaction {first.transactionId}")
        assert state == "ACTIVE"

        apple.post("clock", {"by": "P1M"})
        told = notification()
        state, second = status()
        print(f"a month later: {told.notificationType.name} arrived; {state}, transaction {second.transactionId}")
        assert told.notificationType.name == "DID_RENEW" and state == "ACTIVE"
        assert second.transactionId != first.transactionId

        apple.post("refund", {"transactionId": second.transactionId})
        told = notification()
        state, third = status()
        print(f"refunded: {told.notificationType.name} arrived; {state}, revoked on {third.revocationDate}")
        assert told.notificationType.name == "REFUND" and state != "ACTIVE" and third.revocationDate


if __name__ == "__main__":
    usual = pathlib.Path(__file__).resolve().parents[2] / ".build/release/receipt-online"
    main(sys.argv[1] if len(sys.argv) > 1 else usual)
