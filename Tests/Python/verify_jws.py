"""Verifies JWS, one a line, and prints their payloads: verify_jws.py ROOTS JWS

PyJWT checks the signature, and cryptography the chain. Any fault ends the run.
"""

import base64
import datetime
import json
import sys

import jwt
from cryptography import x509

import report


def verify(token, roots):
    """The payload of a JWS whose chain ends in one of the roots."""
    header = jwt.get_unverified_header(token)
    chain = [x509.load_der_x509_certificate(base64.b64decode(text)) for text in header["x5c"]]
    report.expect_equal(len(chain), 3, "certificates")
    for certificate, issuer in zip(chain, chain[1:] + chain[-1:]):
        certificate.verify_directly_issued_by(issuer)
    if chain[-1] not in roots:
        raise SystemExit("the chain ends in none of the roots")
    payload = jwt.decode(token, chain[0].public_key(), algorithms=["ES256"])
    milliseconds = payload.get("signedDate", payload.get("receiptCreationDate"))
    moment = datetime.datetime.fromtimestamp(milliseconds / 1000, datetime.timezone.utc)
    for certificate in chain:
        if not certificate.not_valid_before_utc <= moment <= certificate.not_valid_after_utc:
            raise SystemExit("a certificate was not valid when this was signed")
    return payload


def main(roots_path, path):
    with open(roots_path, "rb") as file:
        roots = x509.load_pem_x509_certificates(file.read())
    with open(path, encoding="ascii") as file:
        for line in file:
            print(json.dumps(verify(line.strip(), roots)))


main(*sys.argv[1:])
