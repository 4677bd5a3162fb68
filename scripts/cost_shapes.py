#!/usr/bin/env python3
"""Writes one hostile input of a given size to standard output.

    scripts/cost_shapes.py NAME SIZE
    scripts/cost_shapes.py --list

Each shape is something that a careless reader or writer pays dearly for. Sizes are in bytes; an input may be a little
smaller. The Cryptographic Message Syntax and all other formats are written here by hand, so that nothing of the tool
is needed.
"""

import base64
import json
import pathlib
import random
import sys

import cost_pastes

ROOT = pathlib.Path(__file__).resolve().parent.parent
MINUTE = 60_000
# 2024-01-01.
START = 1_704_067_200_000


# --- ASN.1


def tlv(tag, *parts):
    content = b"".join(parts)
    length = len(content)
    if length < 0x80:
        return bytes([tag, length]) + content
    octets = length.to_bytes((length.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(octets)]) + octets + content


def integer(number):
    return tlv(2, number.to_bytes(number.bit_length() // 8 + 1, "big"))


def attribute(number, value):
    return tlv(0x30, integer(number), b"\x02\x01\x01", tlv(4, value))


def utf8(text):
    return tlv(12, text.encode())


def children(data):
    """The elements in the content of an element."""
    position = header(data)
    result = []
    while position < len(data):
        rest = data[position : position + 6]
        size = header(rest)
        length = rest[1] if rest[1] < 0x80 else int.from_bytes(rest[2:size], "big")
        result.append(data[position : position + size + length])
        position += size + length
    return result


def header(data):
    return 2 + (data[1] & 0x7F if data[1] >= 0x80 else 0)


GENUINE = base64.b64decode((ROOT / "Fixtures/sandbox-subscription.b64").read_bytes())


def container(payload, certificates=1, pieces=None):
    """The genuine receipt with another content."""
    kind, content = children(GENUINE)
    signed = children(children(content)[0])
    octets = pieces or tlv(4, payload)
    signed[2] = tlv(0x30, children(signed[2])[0], tlv(0xA0, octets))
    signed[3] = tlv(0xA0, b"".join(children(signed[3])) * certificates)
    return tlv(0x30, kind, tlv(0xA0, tlv(0x30, *signed)))


def payload(attributes):
    return tlv(
        0x31,
        attribute(0, utf8("ProductionSandbox")),
        attribute(2, utf8("com.example.app")),
        attribute(3, utf8("1")),
        attribute(12, tlv(22, b"2024-06-01T00:00:00Z")),
        *attributes,
    )


def date(ms):
    seconds = ms // 1000
    minutes = seconds // 60
    day = 1 + minutes // 1440 % 28
    month = 1 + minutes // 1440 // 28 % 12
    year = 2024 + minutes // 1440 // 28 // 12
    return f"{year}-{month:02}-{day:02}T{minutes // 60 % 24:02}:{minutes % 60:02}:{seconds % 60:02}Z"


def purchase(number, product="com.example.monthly", original=1000, minute=None, end=1):
    """A period of a minute, or one that ends after so many of them; 0 for what never ends."""
    start = (number if minute is None else minute) * MINUTE
    return attribute(
        17,
        tlv(
            0x31,
            attribute(1701, integer(1)),
            attribute(1702, utf8(product)),
            attribute(1703, utf8(str(10**15 + number))),
            attribute(1704, tlv(22, date(start).encode())),
            attribute(1705, utf8(str(original))),
            attribute(1706, tlv(22, date(0).encode())),
            *([attribute(1708, tlv(22, date(start + end * MINUTE).encode()))] if end else []),
            attribute(1711, integer(number)),
        ),
    )


# --- Filling a size


def repeat(piece, size):
    return piece * (size // len(piece))


def fill(make, size):
    """make(0), make(1) and so on, up to the size."""
    parts, total, number = [], 0, 0
    while True:
        part = make(number)
        total += len(part)
        if total > size:
            return parts
        parts.append(part)
        number += 1


def compact(value):
    return json.dumps(value, separators=(",", ":")).encode()


# --- JSON


def entry(number, product="com.example.monthly", original=1000, apart=MINUTE):
    start = START + number * apart
    return compact(
        {
            "quantity": "1",
            "product_id": product,
            "transaction_id": str(10**15 + number),
            "original_transaction_id": str(original),
            "purchase_date_ms": str(start),
            "original_purchase_date_ms": str(START),
            "expires_date_ms": str(start + MINUTE),
            "web_order_line_item_id": str(number),
            "is_trial_period": "false",
        }
    )


def response(receipt=b"", latest=b"", renewals=b""):
    return (
        b'{"status":0,"environment":"Sandbox","receipt":{"bundle_id":"com.example.app","in_app":[],"application_version"'
        b':"1"' + receipt + b'},"latest_receipt_info":[' + latest + b'],"pending_renewal_info":[' + renewals + b"]}"
    )


def transaction(number, original=1000, product="com.example.monthly"):
    start = START + number * MINUTE
    return {
        "transactionId": str(10**15 + number),
        "originalTransactionId": str(original),
        "bundleId": "com.example.app",
        "productId": product,
        "purchaseDate": start,
        "originalPurchaseDate": START,
        "expiresDate": start + MINUTE,
        "quantity": 1,
        "type": "Auto-Renewable Subscription",
        "inAppOwnershipType": "PURCHASED",
        "signedDate": start,
        "environment": "Sandbox",
    }


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=")


JWS = (ROOT / "Fixtures/transaction.jws").read_bytes().strip().split(b".")


def jws(claims, head=None):
    return b".".join([head or JWS[0], base64url(compact(claims)), JWS[2]])


def lines_of_base64(data):
    text = base64.b64encode(data)
    return b"\n".join(text[at : at + 76] for at in range(0, len(text), 76)) + b"\n"


def wrapped_in_base64(size):
    data = GENUINE
    while len(data) * 4 // 3 <= size:
        data = base64.b64encode(data)
    return data


def nested(size, tag=0x30):
    """Elements in elements, written backwards from the innermost."""
    parts, total = [], 0
    while total < size - 6:
        octets = b"" if total < 0x80 else total.to_bytes((total.bit_length() + 7) // 8, "big")
        head = bytes([tag, total] if not octets else [tag, 0x80 | len(octets)]) + octets
        parts.append(head)
        total += len(head)
    return b"".join(reversed(parts))


def object_of(size, member):
    return b"{" + b",".join(fill(member, size)) + b"}"


def signs(number):
    """Names of a few characters: the shorter they are, the more get the same pseudonym."""
    characters = "!#$%&()*;<>?[]^`{|}~¡¢£¤¥¦§¨©ª«¬®¯°±²³´µ¶·¸¹º»¼½¾¿"
    name = ""
    while number or not name:
        number, place = divmod(number, len(characters))
        name += characters[place]
    return name.encode()


def hexadecimal(size):
    data = container(payload(fill(purchase, size // 4)))
    return b"".join(
        b"%08x: %s\n" % (at, data[at : at + 16].hex(" ", 2).encode()) for at in range(0, len(data), 16)
    )


def property_list(size):
    members = fill(lambda n: b"<key>key-%d</key><string>value</string>\n" % n, size)
    return b'<?xml version="1.0"?>\n<plist version="1.0"><dict>\n' + b"".join(members) + b"</dict></plist>\n"


def old_property_list(size):
    """An iOS 6 receipt with many fields."""
    info = b"{\n" + b"".join(fill(lambda n: b'\t"key-%d" = "value";\n' % n, size * 3 // 4)) + b"}"
    signature = (ROOT / "Fixtures/ios6.plist").read_bytes().split(b'"')[3]
    return (
        b'{\n\t"signature" = "' + signature + b'";\n\t"purchase-info" = "' + base64.b64encode(info)
        + b'";\n\t"environment" = "Sandbox";\n\t"pod" = "100";\n\t"signing-status" = "0";\n}'
    )


def yaml_spec(size):
    rows = fill(lambda n: b"    - product_id: p%d\n      transaction_id: %d\n" % (n, n), size)
    return b"receipt:\n  bundle_id: com.example.app\n  in_app:\n" + b"".join(rows)


SHAPES = {
    # Receipts.
    "one chain": lambda size: container(payload(fill(purchase, size))),
    "one chain, many products": lambda size: container(
        payload(fill(lambda n: purchase(n, product=f"p{n}"), size))
    ),
    "many chains, one product": lambda size: container(payload(fill(lambda n: purchase(n, original=n), size))),
    "many chains, many products": lambda size: container(
        payload(fill(lambda n: purchase(n, product=f"p{n}", original=n), size))
    ),
    "many running products": lambda size: container(
        payload(fill(lambda n: purchase(n, product=f"p{n}", original=n, end=10**7), size))
    ),
    "one chain, many running products": lambda size: container(
        payload(fill(lambda n: purchase(n, product=f"p{n}", end=10**7), size))
    ),
    "many products for ever": lambda size: container(
        payload(fill(lambda n: purchase(n, product=f"p{n}", original=n, end=0), size))
    ),
    "each purchase twice": lambda size: container(payload(fill(lambda n: purchase(n // 2), size))),
    "one transaction, many products": lambda size: container(
        payload(fill(lambda n: purchase(7, product=f"p{n}"), size))
    ),
    "purchases at one time": lambda size: container(payload(fill(lambda n: purchase(n, minute=7), size))),
    "the same purchase": lambda size: container(payload(fill(lambda n: purchase(7), size))),
    "empty purchases": lambda size: container(payload([attribute(17, tlv(0x31))] * (size // 13))),
    "many attributes": lambda size: container(payload(fill(lambda n: attribute(5000 + n, utf8("x")), size))),
    "the same attribute": lambda size: container(payload([attribute(3, utf8("1"))] * (size // 13))),
    "a long attribute": lambda size: container(payload([attribute(2, utf8("a" * size))])),
    "a long number": lambda size: container(payload([attribute(5000, tlv(2, b"\x7f" * size))])),
    "an identifier of dots": lambda size: container(payload([attribute(2, utf8("a." * (size // 2)))])),
    "many certificates": lambda size: container(payload([]), certificates=max(1, size // 3600)),
    "content in pieces": lambda size: container(
        b"", pieces=tlv(0x24, *([b"\x04\x01\x31"] * (size // 3)))
    ),
    "nested elements": nested,
    "base64 of purchases": lambda size: lines_of_base64(container(payload(fill(purchase, size * 73 // 100)))),
    "base64 of base64": wrapped_in_base64,
    "hexadecimal": hexadecimal,
    "many receipts": lambda size: repeat(base64.b64encode(GENUINE) + b"\n", size),
    "property list": property_list,
    "iOS 6, many fields": old_property_list,
    # Responses.
    "response: one chain": lambda size: response(latest=b",".join(fill(entry, size))),
    "response: many products": lambda size: response(
        latest=b",".join(fill(lambda n: entry(n, product=f"p{n}"), size))
    ),
    "response: many chains": lambda size: response(
        latest=b",".join(fill(lambda n: entry(n, product=f"p{n}", original=n), size))
    ),
    "response: the same entry": lambda size: response(latest=b",".join(fill(lambda n: entry(7), size))),
    "response: empty entries": lambda size: response(latest=b",".join([b"{}"] * (size // 3))),
    "response: many keys": lambda size: response(
        receipt=b"".join(fill(lambda n: b',"key-%d":1' % n, size))
    ),
    "response: the same key": lambda size: response(
        receipt=repeat(b',"bundle_id":"com.example.app"', size)
    ),
    "response: each entry twice": lambda size: response(latest=b",".join(fill(lambda n: entry(n // 2), size))),
    "response: many chains and renewals": lambda size: response(
        latest=b",".join(fill(lambda n: entry(n, original=n, product=f"p{n}"), size // 2)),
        # In the other order, so that a search for the renewal of one of the first products takes long.
        renewals=b",".join(
            reversed(
                list(
                    fill(
                        lambda n: compact(
                            {
                                "auto_renew_product_id": f"p{n}",
                                "product_id": f"p{n}",
                                "original_transaction_id": str(n),
                                "auto_renew_status": "1",
                                "expiration_intent": "1",
                                "grace_period_expires_date_ms": str(START + 10**12),
                            }
                        ),
                        size // 2,
                    )
                )
            )
        ),
    ),
    "response: upgrades": lambda size: response(
        latest=b",".join(
            fill(lambda n: entry(n)[:-1] + b',"is_upgraded":"true","cancellation_date_ms":"%d"}' % START, size)
        )
    ),
    "response: bought at once": lambda size: response(
        latest=b",".join(fill(lambda n: entry(n, product=f"p{n % 2}", apart=1), size))
    ),
    "response: cancelled at once": lambda size: response(
        latest=b",".join(
            fill(
                lambda n: entry(n, product=f"p{n % 2}", apart=1)[:-1] + b',"cancellation_date_ms":"%d"}' % START,
                size,
            )
        )
    ),
    "response: many renewals": lambda size: response(
        latest=entry(0),
        renewals=b",".join(
            fill(
                lambda n: compact(
                    {"auto_renew_product_id": f"p{n}", "original_transaction_id": "1000", "auto_renew_status": "1"}
                ),
                size,
            )
        ),
    ),
    "history: many transactions": lambda size: b'{"bundleId":"com.example.app","environment":"Sandbox",'
    b'"hasMore":false,"revision":"1","signedTransactions":['
    + b",".join(fill(lambda n: b'"' + jws(transaction(n)) + b'"', size))
    + b"]}",
    "history: the same transaction": lambda size: b'{"bundleId":"com.example.app","environment":"Sandbox",'
    b'"hasMore":false,"revision":"1","signedTransactions":['
    + b",".join([b'"' + b".".join(JWS) + b'"'] * (size // len(b".".join(JWS))))
    + b"]}",
    "JWS: many keys": lambda size: b".".join(
        [JWS[0], base64url(object_of(size * 3 // 4, lambda n: b'"key-%d":1' % n)[:-1]
                + b"," + compact(transaction(0))[1:]), JWS[2]]
    ),
    "JWS: many certificates": lambda size: jws(
        transaction(0),
        base64url(b'{"alg":"ES256","x5c":[' + b",".join(fill(lambda n: b'"%d"' % n, size * 3 // 4)) + b"]}"),
    ),
    "NDJSON of payloads": lambda size: b"\n".join(fill(lambda n: compact(transaction(n)), size)),
    # Other JSON.
    "many keys": lambda size: object_of(size, lambda n: b'"%d":1' % n),
    "many texts": lambda size: object_of(size, lambda n: b'"%d":"%d"' % (n, n)),
    "a long name of many objects": lambda size: b'{"' + b"a" * (size // 2) + b'":['
    + repeat(b'{"b":[1]},', size // 2) + b"1]}",
    "history: a long name of many lists": lambda size: b'{"bundleId":"com.example.app","environment":"Sandbox",'
    b'"signedTransactions":["' + b".".join(JWS) + b'"],"' + b"a" * (size // 2) + b'":['
    + repeat(b"[[1]],", size // 2) + b"1]}",
    "keys of signs": lambda size: response(
        receipt=b"".join(fill(lambda n: b',"%s":1' % signs(n), size))
    ),
    "list of numbers": lambda size: b"[" + repeat(b"1,", size) + b"1]",
    "list of objects": lambda size: b"[" + repeat(b"{},", size) + b"{}]",
    "deep JSON": lambda size: b"[" * (size // 2) + b"]" * (size // 2),
    "open brackets": lambda size: b"[" * size,
    "brackets after a word": lambda size: b"a " + b"[" * size,
    "braces after a word": lambda size: b"a " + b"{a " * (size // 4) + b"}" * (size // 4),
    "long string": lambda size: response(receipt=b',"product_id":"' + b"a" * size + b'"'),
    "escapes": lambda size: response(receipt=b',"product_id":"' + repeat(rb"\u00e9\n", size) + b'"'),
    # What programs print.
    "printed: Swift": lambda size: b'["receipt": ["in_app": [' + b", ".join(
        fill(lambda n: b'["product_id": "p", "transaction_id": "%d"]' % n, size)
    ) + b"]]]",
    "printed: Python": lambda size: b"{'status': 0, 'receipt': {'in_app': [" + b", ".join(
        fill(lambda n: b"{'product_id': 'p', 'transaction_id': '%d', 'x': None}" % n, size)
    ) + b"]}}",
    "printed: NSLog": lambda size: b"{\n    status = 0;\n    receipt = {\n        in_app = (\n" + b",\n".join(
        fill(lambda n: b'            {\n                "product_id" = p;\n                "transaction_id" = %d;\n            }' % n, size)
    ) + b"\n        );\n    };\n}\n",
    "printed: texts of Python beside each other": lambda size: b"{'a': " + repeat(b"'a' 'b' ", size),
    "printed: short values of Go": lambda size: repeat(b"&{A:1} ", size),
    "printed: brackets of print_r": lambda size: b"Array ( [a] => " + repeat(b" ( [a", size),
    "printed: nested lists of Go": lambda size: b"map[a:" + repeat(b"[map[", size),
    "printed: data without an end": lambda size: repeat(b"{ a = <30 ", size),
    "printed: texts of Symfony without an end": lambda size: repeat(b'A {#1 a: "b ', size),
    "printed: signs of a console": lambda size: repeat("▶ a".encode(), size),
    "printed: members with a list": lambda size: b'"a": [1' + repeat(b",1", size),
    "log lines with JSON": lambda size: repeat(b'INFO {"status":1}\n', size),
    "log lines with a receipt": lambda size: b"\n".join(
        fill(lambda n: b"2024-01-01 INFO user=%d receipt=%s" % (n, base64.b64encode(GENUINE)), size)
    ),
    # Texts and bytes of no form.
    "newlines": lambda size: b"\n" * size,
    "spaces": lambda size: b" " * size,
    "letters": lambda size: b"A" * size,
    "zeros": lambda size: b"\0" * size,
    "random bytes": lambda size: random.Random(7).randbytes(size),
    "short lines": lambda size: repeat(b"ab\n", size),
    "commas": lambda size: b"," * size,
    "percent signs": lambda size: repeat(b"%41", size),
    "beginnings of receipts": lambda size: repeat(b"MIIA ", size),
    "beginnings of receipts after a word": lambda size: b"a " + repeat(b"MIIA ", size),
    "beginnings of JWS": lambda size: repeat(b"eyJ.", size),
    "beginnings of PEM": lambda size: repeat(b"-----BEGIN PKCS7-----\n", size),
    "quoted lines": lambda size: repeat(b"> > a\n", size),
    "octets in hexadecimal": lambda size: repeat(b"30 8 ", size),
    "tags": lambda size: repeat(b"<data>", size),
    "YAML of purchases": yaml_spec,
}
# What reading them costs is the same for every command.
PASTES = cost_pastes.shapes(
    lambda size: container(payload(fill(purchase, size))),
    repeat,
    lambda size: jws(transaction(0) | {"appAccountToken": "x" * (size * 3 // 4)}),
)
SHAPES |= PASTES


def main(arguments):
    if arguments == ["--list"]:
        print("\n".join(SHAPES))
    else:
        sys.stdout.buffer.write(SHAPES[arguments[0]](int(arguments[1])))


if __name__ == "__main__":
    main(sys.argv[1:])
