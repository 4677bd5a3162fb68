"""Apple's own library for Python against the stand-in: test_stand_in.py RECEIPT_ONLINE

Every call that the library has is made over HTTP, every JWS that comes back is verified by the library's verifier, and
the stories that people have no Apple for are told: a subscription renews, a purchase is refunded, a test receipt is sent
to the address for real ones first. Nothing leaves this machine.
"""

import base64
import http.server
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.error
import urllib.request
import uuid
import warnings

from appstoreserverlibrary.api_client import (
    APIError,
    APIException,
    AppStoreServerAPIClient,
    GetTransactionHistoryVersion,
)
from appstoreserverlibrary.models.ConsumptionRequest import ConsumptionRequest
from appstoreserverlibrary.models.ConsumptionRequestV1 import ConsumptionRequestV1
from appstoreserverlibrary.models.DefaultConfigurationRequest import DefaultConfigurationRequest
from appstoreserverlibrary.models.DeliveryStatus import DeliveryStatus
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.ExtendReasonCode import ExtendReasonCode
from appstoreserverlibrary.models.ExtendRenewalDateRequest import ExtendRenewalDateRequest
from appstoreserverlibrary.models.ImageSize import ImageSize
from appstoreserverlibrary.models.MassExtendRenewalDateRequest import MassExtendRenewalDateRequest
from appstoreserverlibrary.models.NotificationHistoryRequest import NotificationHistoryRequest
from appstoreserverlibrary.models.NotificationTypeV2 import NotificationTypeV2
from appstoreserverlibrary.models.OrderLookupStatus import OrderLookupStatus
from appstoreserverlibrary.models.PerformanceTestRequest import PerformanceTestRequest
from appstoreserverlibrary.models.PerformanceTestStatus import PerformanceTestStatus
from appstoreserverlibrary.models.RealtimeUrlRequest import RealtimeUrlRequest
from appstoreserverlibrary.models.SendAttemptResult import SendAttemptResult
from appstoreserverlibrary.models.Status import Status
from appstoreserverlibrary.models.Subtype import Subtype
from appstoreserverlibrary.models.TransactionHistoryRequest import (
    Order,
    ProductType,
    TransactionHistoryRequest,
)
from appstoreserverlibrary.models.UpdateAppAccountTokenRequest import UpdateAppAccountTokenRequest
from appstoreserverlibrary.models.UploadMessageImage import UploadMessageImage
from appstoreserverlibrary.models.UploadMessageRequestBody import UploadMessageRequestBody
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

BUNDLE = "com.example.tea"
MONTHLY = "com.example.tea.monthly"
START = "2026-06-01T00:00:00Z"

SCENARIO = """
receipt:
  bundle_id: com.example.tea
  original_application_version: "1.4"
  in_app:
    - {transaction_id: "100", product_id: com.example.tea.monthly, purchase_date: 2026-05-15,
       expires_date: 2026-06-15, product_type: auto-renewable-subscription}
    - {transaction_id: "200", product_id: com.example.tea.unlock, purchase_date: 2026-05-01,
       product_type: non-consumable}
    - {transaction_id: "300", product_id: com.example.tea.coins, purchase_date: 2026-05-20,
       product_type: consumable}
"""

PRODUCTION = """
receipt:
  environment: Production
  bundle_id: com.example.tea
  original_application_version: "2.0"
  in_app:
    - {transaction_id: "900", product_id: com.example.tea.monthly, purchase_date: 2026-05-15,
       expires_date: 2026-06-15}
"""

PNG = b"\x89PNG\r\n\x1a\n" + bytes(16)


class Receiver(http.server.BaseHTTPRequestHandler):
    """A developer's server, which keeps what it is sent."""

    bodies = []
    arrived = threading.Condition()

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with Receiver.arrived:
            Receiver.bodies.append(json.loads(body))
            Receiver.arrived.notify_all()
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class StandInCase(unittest.TestCase):
    """One server for each test, whose clock begins at the same date."""

    program = None

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        (pathlib.Path(self.folder.name) / "tea.yaml").write_text(SCENARIO)
        Receiver.bodies = []
        receiver = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
        threading.Thread(target=receiver.serve_forever, daemon=True).start()
        self.addCleanup(receiver.server_close)
        self.addCleanup(receiver.shutdown)
        self.receiver = f"http://127.0.0.1:{receiver.server_address[1]}/"
        self.server = None
        self.addCleanup(self.stop)
        self.restart()

    def stop(self):
        if self.server:
            self.server.terminate()
            self.server.wait(10)
            self.server.stdout.close()

    def restart(self, *options):
        """Starts the server with what is in the folder now."""
        self.stop()
        self.server = subprocess.Popen(
            [self.program, "serve", "--stand-in", self.folder.name, "--listen", "127.0.0.1:0"]
            + ["--clock", START, "--speed", "0", "--notify", self.receiver, *options],
            stdout=subprocess.PIPE,
            text=True,
        )
        self.address = self.server.stdout.readline().strip().rstrip("/")
        self.assertTrue(self.address.startswith("http://127.0.0.1:"), self.address)
        # A server with a key of its own gives none out.
        if "--developer-key" not in options:
            self.key = self.control("GET", "key")
        key = self.key
        self.client = AppStoreServerAPIClient(
            key["privateKey"].encode(), key["keyId"], key["issuer"], BUNDLE, Environment.SANDBOX
        )
        # The hook of this library: an attribute that is not hidden.
        self.client._base_url = self.address
        roots = self.control("GET", "roots")["roots"].encode()
        self.roots = [
            root.public_bytes(Encoding.DER) for root in x509.load_pem_x509_certificates(roots)
        ]
        self.verifier = SignedDataVerifier(self.roots, False, Environment.SANDBOX, BUNDLE)

    # What a test does besides

    def refused(self, *options):
        """What a server says that does not start."""
        done = subprocess.run(
            [self.program, "serve", "--stand-in", self.folder.name, "--listen", "127.0.0.1:0"]
            + list(options),
            capture_output=True,
            text=True,
            timeout=30,
        )
        self.assertEqual(done.returncode, 2, done.stderr)
        return done.stderr

    def request(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"{self.address}/{path}",
            data=data,
            method=method,
            headers={"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.load(response)

    def control(self, method, path, body=None):
        return self.request(method, f"stand-in/{path}", body)

    def customer(self, name):
        customers = self.control("GET", "customers")["customers"]
        return next(customer for customer in customers if customer["name"] == name)

    def notification(self, kind):
        """Waits for a notification of a type, and verifies it."""

        def found():
            for body in Receiver.bodies:
                payload = self.verifier.verify_and_decode_notification(body["signedPayload"])
                if payload.notificationType == kind:
                    return payload
            return None

        with Receiver.arrived:
            self.assertTrue(Receiver.arrived.wait_for(found, timeout=30), f"no {kind}")
            return found()

    def transactions(self, signed):
        return [self.verifier.verify_and_decode_signed_transaction(text) for text in signed]


class StandInTest(StandInCase):
    def subscription(self):
        """The only subscription, verified: its status, its newest transaction, and its renewal."""
        response = self.client.get_all_subscription_statuses("100")
        self.assertEqual(response.bundleId, BUNDLE)
        self.assertEqual(response.environment, Environment.SANDBOX)
        [group] = response.data
        [item] = group.lastTransactions
        return (
            item.status,
            self.verifier.verify_and_decode_signed_transaction(item.signedTransactionInfo),
            self.verifier.verify_and_decode_renewal_info(item.signedRenewalInfo),
        )

    def assert_error(self, error, call, *arguments):
        with self.assertRaises(APIException) as raised:
            call(*arguments)
        self.assertEqual(raised.exception.api_error, error)
        self.assertEqual(raised.exception.http_status_code, error // 10000)
        self.assertTrue(raised.exception.error_message)

    # The stories

    def test_a_month_passes_and_the_purchase_is_refunded(self):
        status, transaction, renewal = self.subscription()
        self.assertEqual(status, Status.ACTIVE)
        self.assertEqual(transaction.transactionId, "100")
        self.assertEqual(transaction.productId, MONTHLY)
        self.assertEqual(renewal.autoRenewProductId, MONTHLY)

        self.request("POST", "clock", {"by": "P1M"})
        self.assertEqual(self.request("GET", "clock"), self.control("GET", "clock"))
        renewed = self.notification(NotificationTypeV2.DID_RENEW)
        self.assertEqual(renewed.data.status, Status.ACTIVE)
        [period] = self.transactions([renewed.data.signedTransactionInfo])
        self.assertEqual(period.originalTransactionId, "100")
        self.assertNotEqual(period.transactionId, "100")
        self.verifier.verify_and_decode_renewal_info(renewed.data.signedRenewalInfo)
        self.assertEqual(self.subscription()[1].transactionId, period.transactionId)

        self.control("POST", "refund", {"transactionId": period.transactionId})
        refunded = self.notification(NotificationTypeV2.REFUND)
        [transaction] = self.transactions([refunded.data.signedTransactionInfo])
        self.assertIsNotNone(transaction.revocationDate)
        self.assertEqual(self.subscription()[0], Status.REVOKED)

    def test_a_test_receipt_goes_to_the_other_address(self):
        receipt = self.control("GET", "customers/tea/receipt")["receipt-data"]
        body = {"receipt-data": receipt, "exclude-old-transactions": True}
        answer = self.request("POST", "production/verifyReceipt", body)
        self.assertEqual(answer["status"], 21007)
        answer = self.request("POST", "sandbox/verifyReceipt", body)
        self.assertEqual(answer["status"], 0)
        self.assertEqual(answer["environment"], "Sandbox")
        self.assertEqual(answer["receipt"]["original_application_version"], "1.4")
        self.assertEqual(len(answer["latest_receipt_info"]), 1)
        self.assertEqual(answer["pending_renewal_info"][0]["auto_renew_status"], "1")
        base64.b64decode(answer["latest_receipt"], validate=True)

    def test_production_is_an_address_of_its_own(self):
        (pathlib.Path(self.folder.name) / "real.yaml").write_text(PRODUCTION)
        self.restart()
        self.assertEqual(self.subscription()[1].transactionId, "100")
        self.client._base_url = self.address + "/sandbox"
        missing = APIError.TRANSACTION_ID_NOT_FOUND
        self.assert_error(missing, self.client.get_transaction_info, "900")
        self.client._base_url = self.address + "/production"
        self.assert_error(missing, self.client.get_transaction_info, "100")
        app_id = self.customer("real")["appAppleId"]
        self.verifier = SignedDataVerifier(
            self.roots, False, Environment.PRODUCTION, BUNDLE, app_id
        )
        response = self.client.get_all_subscription_statuses("900")
        self.assertEqual(response.appAppleId, app_id)
        self.transactions([response.data[0].lastTransactions[0].signedTransactionInfo])
        app = self.verifier.verify_and_decode_app_transaction(
            self.client.get_app_transaction_info("900").signedAppTransactionInfo
        )
        self.assertEqual(app.originalApplicationVersion, "2.0")
        self.control("POST", "refund", {"transactionId": "900"})
        self.assertEqual(
            self.notification(NotificationTypeV2.REFUND).data.environment, Environment.PRODUCTION
        )

    # Every call of the library

    def test_transactions(self):
        [transaction] = self.transactions(
            [self.client.get_transaction_info("200").signedTransactionInfo]
        )
        self.assertEqual(transaction.productId, "com.example.tea.unlock")
        app = self.verifier.verify_and_decode_app_transaction(
            self.client.get_app_transaction_info("200").signedAppTransactionInfo
        )
        self.assertEqual(app.originalApplicationVersion, "1.4")
        self.client.finish_transaction("300")
        self.client.set_app_account_token(
            "100", UpdateAppAccountTokenRequest(appAccountToken=str(uuid.uuid4()))
        )
        self.assertIsNotNone(self.subscription()[2].appAccountToken)
        self.client.send_consumption_information(
            "300",
            ConsumptionRequest(
                customerConsented=True,
                sampleContentProvided=False,
                deliveryStatus=DeliveryStatus.DELIVERED,
                consumptionPercentage=50000,
            ),
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            self.client.send_consumption_data("300", ConsumptionRequestV1(customerConsented=True))
        customer = self.customer("tea")
        order = self.client.look_up_order_id(customer["transactions"][0]["orderId"])
        self.assertEqual(order.status, OrderLookupStatus.VALID)
        self.assertEqual(len(self.transactions(order.signedTransactions)), 1)
        self.assertEqual(self.client.look_up_order_id("M0").status, OrderLookupStatus.INVALID)

    def test_history(self):
        self.control("POST", "clock", {"by": "P2Y"})
        for version, count in [
            (GetTransactionHistoryVersion.V1, 26),
            (GetTransactionHistoryVersion.V2, 27),
        ]:
            self.client.finish_transaction("300")
            for order in [None, Order.ASCENDING, Order.DESCENDING]:
                revision = None
                seen = []
                while True:
                    page = self.client.get_transaction_history(
                        "100", revision, TransactionHistoryRequest(sort=order), version
                    )
                    self.assertEqual(page.bundleId, BUNDLE)
                    seen += [t.transactionId for t in self.transactions(page.signedTransactions)]
                    revision = page.revision
                    if not page.hasMore:
                        break
                    self.assertEqual(len(page.signedTransactions), 20)
                self.assertEqual(len(seen), count)
                self.assertEqual(len(set(seen)), count)
        filtered = self.client.get_transaction_history(
            "100",
            None,
            TransactionHistoryRequest(
                productTypes=[ProductType.CONSUMABLE, ProductType.NON_CONSUMABLE], revoked=False
            ),
            GetTransactionHistoryVersion.V2,
        )
        self.assertEqual(len(filtered.signedTransactions), 2)

    def test_refunds(self):
        self.assertEqual(self.client.get_refund_history("100", None).signedTransactions, [])
        self.control("POST", "refund", {"transactionId": "200"})
        history = self.client.get_refund_history("100", None)
        [refunded] = self.transactions(history.signedTransactions)
        self.assertEqual(refunded.transactionId, "200")
        self.assertFalse(history.hasMore)
        again = self.client.get_refund_history("100", history.revision)
        self.assertEqual(again.signedTransactions, [])

    def test_extensions(self):
        end = self.subscription()[1].expiresDate
        identifier = str(uuid.uuid4())
        one = ExtendRenewalDateRequest(10, ExtendReasonCode.OTHER, identifier)
        response = self.client.extend_subscription_renewal_date("100", one)
        self.assertTrue(response.success)
        self.assertEqual(response.effectiveDate, end + 10 * 86400000)
        self.assertEqual(self.subscription()[1].expiresDate, response.effectiveDate)
        self.notification(NotificationTypeV2.RENEWAL_EXTENDED)
        everyone = MassExtendRenewalDateRequest(
            5, ExtendReasonCode.OTHER, identifier, ["USA"], MONTHLY
        )
        response = self.client.extend_renewal_date_for_all_active_subscribers(everyone)
        self.assertEqual(response.requestIdentifier, identifier)
        status = self.client.get_status_of_subscription_renewal_date_extensions(identifier, MONTHLY)
        self.assertEqual((status.complete, status.succeededCount, status.failedCount), (True, 1, 0))
        summary = self.notification(NotificationTypeV2.RENEWAL_EXTENSION)
        self.assertEqual(summary.summary.succeededCount, 1)

    def test_notifications(self):
        token = self.client.request_test_notification().testNotificationToken
        self.notification(NotificationTypeV2.TEST)
        for _ in range(100):
            try:
                status = self.client.get_test_notification_status(token)
                break
            except APIException as error:
                self.assertEqual(error.api_error, APIError.TEST_NOTIFICATION_NOT_FOUND)
                threading.Event().wait(0.1)
        self.verifier.verify_and_decode_notification(status.signedPayload)
        self.assertEqual(status.sendAttempts[0].sendAttemptResult, SendAttemptResult.SUCCESS)
        self.control("POST", "clock", {"by": "P5M"})
        for _ in range(20):
            self.control("POST", "notify", {"notificationType": "PRICE_CHANGE"})
        start = 1780272000000 - 1000
        request = NotificationHistoryRequest(startDate=start, endDate=start + 179 * 86400000)
        seen = []
        token = None
        while True:
            page = self.client.get_notification_history(token, request)
            for item in page.notificationHistory:
                payload = self.verifier.verify_and_decode_notification(item.signedPayload)
                seen.append(payload.notificationUUID)
            token = page.paginationToken
            if not page.hasMore:
                break
        self.assertEqual(len(seen), 26)
        self.assertEqual(len(set(seen)), 26)
        request.notificationType = NotificationTypeV2.DID_RENEW
        page = self.client.get_notification_history(None, request)
        self.assertEqual(len(page.notificationHistory), 5)

    def test_every_type_of_notification_verifies(self):
        sent = 0
        for kind in NotificationTypeV2:
            for subtype in [None, *Subtype]:
                body = {"notificationType": kind.value}
                if subtype:
                    body["subtype"] = subtype.value
                try:
                    self.control("POST", "notify", body)
                    sent += 1
                except urllib.error.HTTPError as error:
                    # Apple documents no such pair.
                    error.close()
        self.assertGreaterEqual(sent, 38)
        with Receiver.arrived:
            everything = Receiver.arrived.wait_for(lambda: len(Receiver.bodies) == sent, 60)
            self.assertTrue(everything, f"{len(Receiver.bodies)} of {sent} arrived")
        for body in Receiver.bodies:
            payload = self.verifier.verify_and_decode_notification(body["signedPayload"])
            if payload.data and payload.data.signedTransactionInfo:
                self.transactions([payload.data.signedTransactionInfo])
            if payload.data and payload.data.signedRenewalInfo:
                self.verifier.verify_and_decode_renewal_info(payload.data.signedRenewalInfo)
            if payload.appData:
                self.verifier.verify_and_decode_app_transaction(
                    payload.appData.signedAppTransactionInfo
                )

    def test_retention_messaging(self):
        image, message = uuid.uuid4(), uuid.uuid4()
        self.client.upload_image(image, PNG, ImageSize.FULL_SIZE)
        self.assert_error(APIError.IMAGE_ALREADY_EXISTS, self.client.upload_image, image, PNG)
        self.assertEqual(self.client.get_image_list().imageIdentifiers[0].imageIdentifier, image)
        body = UploadMessageRequestBody(
            header="Stay", body="There is more", image=UploadMessageImage(image, "A cup of tea")
        )
        self.client.upload_message(message, body)
        listed = self.client.get_message_list().messageIdentifiers
        self.assertEqual(listed[0].messageIdentifier, message)
        self.client.configure_default_message(
            MONTHLY, "en-US", DefaultConfigurationRequest(messageIdentifier=message)
        )
        found = self.client.get_default_message(MONTHLY, "en-US")
        self.assertEqual(found.messageIdentifier, message)
        self.client.delete_default_message(MONTHLY, "en-US")
        self.client.configure_realtime_url(RealtimeUrlRequest("https://example.com/messages"))
        self.assertEqual(
            self.client.get_realtime_url().realtimeURL, "https://example.com/messages"
        )
        test = self.client.initiate_performance_test(PerformanceTestRequest("100"))
        result = self.client.get_performance_test_results(test.requestId)
        self.assertEqual(result.result, PerformanceTestStatus.PASS)
        self.client.delete_realtime_url()
        self.assert_error(APIError.IMAGE_IN_USE, self.client.delete_image, image)
        self.client.delete_message(message)
        self.client.delete_image(image)
        self.assertEqual(self.client.get_image_list().imageIdentifiers, [])

    def test_no_call_is_left_out(self):
        calls = [name for name in vars(AppStoreServerAPIClient) if not name.startswith("_")]
        self.assertGreaterEqual(len(calls), 30)
        text = pathlib.Path(__file__).read_text()
        self.assertEqual([name for name in calls if f"self.client.{name}" not in text], [])

    # Errors

    def test_errors_have_apples_numbers(self):
        missing = APIError.TRANSACTION_ID_NOT_FOUND
        self.assert_error(missing, self.client.get_transaction_info, "7")
        self.assert_error(missing, self.client.get_all_subscription_statuses, "7")
        self.assert_error(
            APIError.INVALID_TRANSACTION_ID, self.client.get_transaction_info, "seven"
        )
        self.assert_error(
            APIError.INVALID_EXTEND_BY_DAYS,
            self.client.extend_subscription_renewal_date,
            "100",
            ExtendRenewalDateRequest(91, ExtendReasonCode.OTHER, "x"),
        )

    def test_another_key_is_not_accepted(self):
        self.client._key_id = "OTHER"
        with self.assertRaises(APIException) as raised:
            self.client.get_transaction_info("100")
        self.assertEqual(raised.exception.http_status_code, 401)
        self.assertIsNone(raised.exception.api_error)

    def test_your_own_key_is_accepted(self):
        key = ec.generate_private_key(ec.SECP256R1()).private_bytes(
            Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
        )
        file = pathlib.Path(self.folder.name) / "AuthKey_ABCDE12345.p8"
        with open(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600), "wb") as out:
            out.write(key)
        client = AppStoreServerAPIClient(
            key, "ABCDE12345", str(uuid.uuid4()), BUNDLE, Environment.SANDBOX
        )
        self.restart("--developer-key", str(file))
        client._base_url = self.address
        self.assertTrue(client.get_transaction_info("100").signedTransactionInfo)
        with self.assertRaises(APIException) as raised:
            self.client.get_transaction_info("100")
        self.assertEqual(raised.exception.http_status_code, 401)

    def test_a_key_has_its_identifier_in_its_name(self):
        file = pathlib.Path(self.folder.name) / "developer.p8"
        with open(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600), "wb") as out:
            out.write(self.key["privateKey"].encode())
        words = self.refused("--developer-key", str(file))
        self.assertIn("AuthKey_ABCDE12345.p8", words)

    def test_the_clock_begins_where_certificates_are_valid(self):
        for date in ["1990-01-01", "2007-12-31", "2050-01-01", "soon"]:
            self.assertIn("--clock", self.refused("--clock", date))

    def test_the_clock_does_not_go_back(self):
        with self.assertRaises(urllib.error.HTTPError) as raised:
            self.control("POST", "clock", {"now": "2020-01-01"})
        self.assertEqual(raised.exception.code, 400)
        self.assertIn("does not go back", json.load(raised.exception)["error"])


if __name__ == "__main__":
    StandInCase.program = sys.argv.pop(1)
    unittest.main()
