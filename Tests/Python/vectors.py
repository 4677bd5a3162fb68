"""Prints the test vectors of NIST that the package cryptography-vectors has, one JSON object a line.

RSASSA-PKCS1-v1_5 and ECDSA (FIPS 186-3, SigVer): {"kind": "rsa" | "ecdsa", "name", "digest", "message", "signature",
"key", "valid"}, in hexadecimal. Certificates, among them those of PKITS: {"kind": "certificate", "name", "der"} with
what the package cryptography reads of it; without that it cannot be read.
"""

import json
import os
import warnings

import cryptography_vectors
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

FOLDER = os.path.dirname(cryptography_vectors.__file__)
DIGESTS = {"SHA1": "sha1", "SHA256": "sha256", "SHA-1": "sha1", "SHA-256": "sha256"}


def show(**members):
    """Prints one vector."""
    print(json.dumps(members))


def lines(path):
    """The lines of a file of vectors, without comments, as names with their values."""
    with open(os.path.join(FOLDER, path), encoding="ascii") as file:
        for line in file:
            line = line.strip()
            if line.startswith("["):
                yield "[", line.strip("[]")
            elif " = " in line:
                name, value = line.split(" = ", 1)
                yield name, value.strip()


def even(digits, length=0):
    """Hexadecimal digits of whole bytes, without zeros in front, or as many as asked for."""
    digits = digits.lstrip("0")
    return digits.zfill(max(length, len(digits) + len(digits) % 2))


def show_rsa():
    """Signature verification with RSASSA-PKCS1-v1_5."""
    path = "asymmetric/RSA/FIPS_186-2/SigVer15_186-3.rsp"
    values = {}
    for number, (name, value) in enumerate(lines(path)):
        values[name] = value
        if name != "Result" or values["SHAAlg"] not in DIGESTS:
            continue
        modulus = even(values["n"])
        show(
            kind="rsa",
            name=f"{path}:{number}",
            digest=DIGESTS[values["SHAAlg"]],
            message=values["Msg"],
            signature=values["S"].zfill(len(modulus)),
            key=[modulus, even(values["e"])],
            valid=value.startswith("P"),
        )


def show_ecdsa():
    """Signature verification with ECDSA on the curves of Apple's chains."""
    path = "asymmetric/ECDSA/FIPS_186-3/SigVer.rsp"
    values = {}
    for number, (name, value) in enumerate(lines(path)):
        values[name] = value
        if name != "Result":
            continue
        curve, digest = values["["].split(",")
        if curve not in ("P-256", "P-384") or digest not in DIGESTS:
            continue
        length = 64 if curve == "P-256" else 96
        show(
            kind="ecdsa",
            name=f"{path}:{number}",
            curve=curve,
            digest=DIGESTS[digest],
            message=values["Msg"],
            signature=even(values["R"], length) + even(values["S"], length),
            key=["04" + even(values["Qx"], length) + even(values["Qy"], length)],
            valid=value.startswith("P"),
        )


def show_certificate(path):
    """A certificate, and what cryptography reads of it."""
    with open(os.path.join(FOLDER, path), "rb") as file:
        encoded = file.read()
    read = {}
    try:
        certificate = (
            x509.load_pem_x509_certificate(encoded)
            if encoded.lstrip().startswith(b"-----BEGIN") or b"\n-----BEGIN CERT" in encoded
            else x509.load_der_x509_certificate(encoded)
        )
        encoded = certificate.public_bytes(Encoding.DER)
        read = {
            "issuer": certificate.issuer.public_bytes().hex(),
            "subject": certificate.subject.public_bytes().hex(),
            "from": int(certificate.not_valid_before_utc.timestamp() * 1000),
            "to": int(certificate.not_valid_after_utc.timestamp() * 1000),
        }
    # What the library raises of a malformed certificate is not of one kind.
    except Exception:  # noqa: BLE001
        # PEM around something else is no question for a reader of DER.
        if encoded[:1] != b"\x30":
            return
    show(kind="certificate", name=path, der=encoded.hex(), **read)


def main():
    # Oddities of a vector are there on purpose.
    warnings.simplefilter("ignore")
    show_rsa()
    show_ecdsa()
    for folder in ("x509/PKITS_data/certs", "x509/custom", "x509/custom/ca", "x509"):
        for name in sorted(os.listdir(os.path.join(FOLDER, folder))):
            is_certificate = name.endswith((".crt", ".pem", ".der"))
            if is_certificate and not name.startswith("crl_"):
                show_certificate(f"{folder}/{name}")


main()
