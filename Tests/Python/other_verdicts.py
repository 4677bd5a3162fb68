"""What other verifiers say of receipts and JWS: other_verdicts.py ROOTS INPUTS

Each line of INPUTS is a JSON object with "form" (pkcs7 or jws), "at" (milliseconds since 1970, at which the chain is
judged) and "bytes" (base64). Each answer is a line with one member a verifier: "accepted", or the reason for which it
refuses, in few words.
"""

import base64
import datetime
import json
import sys
import warnings

from apple_purchase_receipt_verifier import Config, Verifier
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import (
    SignedDataVerifier,
    VerificationException,
    VerificationStatus,
)
from asn1crypto import cms
from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.serialization import Encoding


class Refused(Exception):
    """Why a receipt is not accepted."""


def verify_pkcs7(encoded, at, roots):
    """Verifies as RFC 5652 asks for it: asn1crypto reads, and cryptography verifies."""
    try:
        content = cms.ContentInfo.load(encoded, strict=True)
        if content["content_type"].native != "signed_data":
            raise Refused("no signed data")
        data = content["content"]
        signed = data["encap_content_info"]["content"]
        if signed.native is None:
            raise Refused("no content")
        octets = signed.contents if signed.method == 0 else signed.native
        signers = data["signer_infos"]
        if len(signers) != 1:
            raise Refused("signers")
        signer = signers[0]
        signer.debug  # noqa: B018: parses the whole
        identifier = signer["sid"].chosen
        certificates = [
            x509.load_der_x509_certificate(certificate.dump())
            for certificate in data["certificates"]
        ]
        digest = {"sha1": hashes.SHA1, "sha256": hashes.SHA256}.get(
            signer["digest_algorithm"]["algorithm"].native
        )
        algorithm = signer["signature_algorithm"]["algorithm"].native
        if digest is None or algorithm not in ("rsassa_pkcs1v15", "sha1_rsa", "sha256_rsa"):
            raise Refused("algorithm")
        if signer["signed_attrs"].native:
            raise Refused("attributes")
        serial = identifier["serial_number"].native
        issuer = identifier["issuer"].dump()
        found = [
            certificate
            for certificate in certificates
            if certificate.serial_number == serial
            and certificate.issuer.public_bytes() == issuer
        ]
        if not found:
            raise Refused("signer's certificate")
        found[0].public_key().verify(
            signer["signature"].native, octets, padding.PKCS1v15(), digest()
        )
        verify_chain(found[0], certificates, at, roots)
    except Refused as refusal:
        return str(refusal)
    except InvalidSignature:
        return "signature"
    # What these libraries raise of malformed input is not of one kind.
    except Exception:  # noqa: BLE001
        return "malformed"
    return "accepted"


def verify_chain(certificate, others, at, roots):
    """Looks for a path to a root, in which each certificate is valid at the moment and signed by the next."""
    for _ in range(4):
        if not certificate.not_valid_before_utc <= at <= certificate.not_valid_after_utc:
            raise Refused("dates")
        issuers = [*roots, *others]
        issuer = next((other for other in issuers if is_issuer(other, certificate)), None)
        if issuer is None:
            raise Refused("chain")
        if issuer in roots:
            return
        certificate = issuer
    raise Refused("chain")


def is_issuer(issuer, certificate):
    """Whether one certificate signed another, and may sign certificates."""
    try:
        constraints = issuer.extensions.get_extension_for_class(x509.BasicConstraints).value
        if not constraints.ca or issuer.subject != certificate.issuer:
            return False
        # What verifies a whole certificate takes no SHA-1, which Apple signed with until 2025.
        issuer.public_key().verify(
            certificate.signature,
            certificate.tbs_certificate_bytes,
            padding.PKCS1v15(),
            certificate.signature_hash_algorithm,
        )
    # A malformed certificate signed nothing.
    except Exception:  # noqa: BLE001
        return False
    return True


def verify_by_apple(token, verifier):
    """What Apple's library says of a JWS."""
    try:
        verifier.verify_and_decode_signed_transaction(token)
    except VerificationException as error:
        # The payload of another form, or for another app: the signature held.
        return (
            "accepted"
            if error.status
            in (VerificationStatus.INVALID_APP_IDENTIFIER, VerificationStatus.INVALID_ENVIRONMENT)
            else error.status.name.lower().replace("_", " ")
        )
    # The library lets some errors through.
    except Exception:  # noqa: BLE001
        return "another error"
    return "accepted"


def main(roots_path, inputs):
    # Oddities of a mutant are there on purpose.
    warnings.simplefilter("ignore")
    with open(roots_path, "rb") as file:
        roots = x509.load_pem_x509_certificates(file.read())
    encodings = [root.public_bytes(Encoding.DER) for root in roots]
    now = [0]
    other = Verifier(Config(roots=encodings, clock=lambda: now[0]))
    apple = SignedDataVerifier(encodings, False, Environment.SANDBOX, "com.example.app")
    with open(inputs, encoding="ascii") as file:
        for line in file:
            case = json.loads(line)
            encoded = base64.b64decode(case["bytes"])
            now[0] = case["at"]
            at = datetime.datetime.fromtimestamp(case["at"] / 1000, datetime.timezone.utc)
            answer = {}
            if case["form"] == "pkcs7":
                result = other.verify_receipt(base64.b64encode(encoded).decode("ascii"))
                answer["asn1crypto"] = verify_pkcs7(encoded, at, roots)
            else:
                token = encoded.decode("latin-1")
                result = other.verify_signed_data(token)
                answer["apple"] = verify_by_apple(token, apple)
            failure = result.failure
            answer["aprv"] = "accepted" if failure is None else failure.reason.name.lower()
            print(json.dumps(answer))


main(*sys.argv[1:])
