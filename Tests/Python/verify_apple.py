"""Verifies JWS, one a line, with Apple's own library, and prints the fields that it reads of each as JSON:
verify_apple.py ROOTS BUNDLE_ID KIND JWS [APP_ID]

KIND is transaction, app_transaction, renewal_info, notification or realtime_request. With APP_ID they are of the
production environment. The chain is also checked by the rules of RFC 5280, as the library does by default. Any
fault ends the run.
"""

import enum
import json
import sys

import attr
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding


def fields(value):
    """The fields of a model under the names of the payload, as they were written there."""
    if isinstance(value, list):
        return [fields(item) for item in value]
    if isinstance(value, enum.Enum):
        return value.value
    if not attr.has(type(value)):
        return value if isinstance(value, (bool, int, float)) else str(value)
    result = {}
    for field in attr.fields(type(value)):
        item = getattr(value, field.name)
        if item is None:
            continue
        # What stands in the payload, whether or not the library knows its meaning.
        is_raw = field.name.startswith("raw") and field.name[3:4].isupper()
        name = field.name[3].lower() + field.name[4:] if is_raw else field.name
        result[name] = fields(item)
    return result


def main(roots_path, bundle_id, kind, path, app_id=None):
    with open(roots_path, "rb") as file:
        roots = [
            root.public_bytes(Encoding.DER)
            for root in x509.load_pem_x509_certificates(file.read())
        ]
    environment = Environment.PRODUCTION if app_id else Environment.SANDBOX
    # A test authority has no revocation service, so revocation is not checked.
    verifier = SignedDataVerifier(
        roots, False, environment, bundle_id, int(app_id) if app_id else None
    )
    read = {
        "transaction": verifier.verify_and_decode_signed_transaction,
        "app_transaction": verifier.verify_and_decode_app_transaction,
        "renewal_info": verifier.verify_and_decode_renewal_info,
        "notification": verifier.verify_and_decode_notification,
        "realtime_request": verifier.verify_and_decode_realtime_request,
    }[kind]
    with open(path, encoding="ascii") as file:
        for line in file:
            payload = read(line.strip())
            print(json.dumps(fields(payload)))
            if kind != "notification":
                continue
            if payload.data and payload.data.signedTransactionInfo:
                verifier.verify_and_decode_signed_transaction(payload.data.signedTransactionInfo)
            if payload.data and payload.data.signedRenewalInfo:
                verifier.verify_and_decode_renewal_info(payload.data.signedRenewalInfo)
            if payload.appData:
                verifier.verify_and_decode_app_transaction(payload.appData.signedAppTransactionInfo)


main(*sys.argv[1:])
