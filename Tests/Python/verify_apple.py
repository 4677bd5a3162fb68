"""Verifies JWS, one a line, with Apple's own library: verify_apple.py ROOTS BUNDLE_ID KIND JWS

KIND is transaction, app_transaction, renewal_info or notification. The chain is also checked by the rules of
RFC 5280, as the library does by default. Any fault ends the run.
"""

import sys

from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding


def main(roots_path, bundle_id, kind, path):
    with open(roots_path, "rb") as file:
        roots = [
            root.public_bytes(Encoding.DER)
            for root in x509.load_pem_x509_certificates(file.read())
        ]
    # A test authority has no revocation service, so revocation is not checked.
    verifier = SignedDataVerifier(roots, False, Environment.SANDBOX, bundle_id)
    read = {
        "transaction": verifier.verify_and_decode_signed_transaction,
        "app_transaction": verifier.verify_and_decode_app_transaction,
        "renewal_info": verifier.verify_and_decode_renewal_info,
        "notification": verifier.verify_and_decode_notification,
    }[kind]
    with open(path, encoding="ascii") as file:
        for line in file:
            payload = read(line.strip())
            print(type(payload).__name__)
            if kind == "notification":
                verifier.verify_and_decode_signed_transaction(payload.data.signedTransactionInfo)
                verifier.verify_and_decode_renewal_info(payload.data.signedRenewalInfo)


main(*sys.argv[1:])
