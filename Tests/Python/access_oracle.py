#!/usr/bin/env python3
"""Compares what `receipt` says about access with an oracle of its own.

The script makes random purchase histories and writes them in six forms. They are responses of
verifyReceipt, app receipts (PKCS#7), StoreKit 2 transactions, notifications of version 2, pages
of the transaction history, and subscription statuses. A test root signs them. The script makes
that root anew in each run.

For every case, product and moment the oracle below says whether the form shows access. Then
three commands are asked the same question:

    check     the check `subscription` (or `product`) passes
    diagnose  the code in summary.owned is active, grace or owned
    timeline  a stretch of a held kind covers the moment

Every disagreement is counted. The first of each class is printed and kept as a file.

    python3 access_oracle.py .build/debug/receipt
    python3 access_oracle.py .build/debug/receipt --cases 300 --seed 7 --examples examples

It needs Python 3.9 and the package `cryptography`.
"""
import argparse
import base64
import collections
import concurrent.futures
import datetime
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import uuid

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa, utils
from cryptography.x509.oid import NameOID

SECOND, DAY = 1000, 86_400_000
BUNDLE = "com.example.oracle"
ZERO = int(datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc).timestamp()) * 1000
# A run of the tool has one --at. So all cases share ten moments, and the periods are laid around them.
MOMENTS = [ZERO + int(day * DAY) for day in (8, 30.5, 52, 66.25, 80, 97.5, 118, 131.75, 150, 185)]

SUBSCRIPTION, LASTING, CONSUMABLE, NON_RENEWING = (
    "Auto-Renewable Subscription", "Non-Consumable", "Consumable", "Non-Renewing Subscription")
TYPE_NUMBER = {LASTING: 0, CONSUMABLE: 1, NON_RENEWING: 2, SUBSCRIPTION: 3}
PRODUCTS = {
    "oracle.month": SUBSCRIPTION, "oracle.year": SUBSCRIPTION, "oracle.cloud": SUBSCRIPTION,
    "oracle.plan": SUBSCRIPTION, "oracle.team": SUBSCRIPTION, "oracle.lifetime": LASTING,
    "oracle.theme": LASTING, "oracle.coins": CONSUMABLE, "oracle.pass": NON_RENEWING}
GROUPS = {"oracle.month": "21000001", "oracle.year": "21000001", "oracle.cloud": "21000002",
          "oracle.plan": "21000003", "oracle.team": "21000004"}
FORMS = ["verify-receipt", "app-receipt", "transaction", "notification", "history", "statuses"]


# ---------------------------------------------------------------- the oracle

class View:
    """What one form shows: its transactions, its renewal infos, and when it was signed."""

    def __init__(self, form, records, renewals, signed, status=None):
        self.form, self.renewals, self.signed, self.status = form, renewals, signed, status
        # The newest copy of a transaction wins (StoreKit 2: the newest signedDate).
        newest = {}
        for record in records:
            old = newest.get(record["id"])
            if old is None or record.get("signed", signed) >= old.get("signed", signed):
                newest[record["id"]] = record
        self.records = list(newest.values())


def successor(view, record):
    """The next transaction of the chain with another product: what an upgraded one was replaced by."""
    later = [other for other in view.records
             if other["chain"] == record["chain"] and other["product"] != record["product"]
             and other["bought"] > record["bought"]]
    return min(later, key=lambda other: other["bought"], default=None)


def withdrawn(record, moment):
    """A withdrawal counts from its own date on. One that comes later is not yet one."""
    return record.get("revoked") is not None and record["revoked"] <= moment


def access(view, product, moment):
    """Says yes, no, not-known or either, and why, about one product at one moment.

    `no` means that the form shows no access then. A form that was made before the moment cannot
    show a later renewal. That is `not-known`, and the tool must not claim access for it either.
    `either` marks the few questions that the formats leave open.
    """
    kind = PRODUCTS[product]
    records = [record for record in view.records if record["product"] == product]
    if not records:
        return "no", "no-purchase"
    if kind == CONSUMABLE:
        return "no", "consumable"
    if kind == NON_RENEWING:
        return "not-known", "length-unknown"
    why, known, open_question = "before-purchase", "no", None
    for record in sorted(records, key=lambda record: record["bought"]):
        if moment < record["bought"]:
            # A restored purchase has a new purchase date. The first purchase was earlier.
            # The form does not say whether the customer had it all the time since.
            if kind == LASTING and record.get("first_bought", record["bought"]) <= moment:
                open_question = "before-restore"
            continue
        if kind == SUBSCRIPTION and moment >= record["ends"]:
            # Only the newest period is followed by the unknown.
            why, known = "after-period", "not-known" if moment >= view.signed else "no"
            continue
        if withdrawn(record, moment):
            why, known = "after-withdrawal", "no"
            continue
        if record.get("upgraded"):
            next_one = successor(view, record)
            if next_one is None:
                # A single transaction that was upgraded does not say when.
                why, known = "upgraded-unknown-when", "no"
                if moment < view.signed:
                    open_question = "upgraded-unknown-when"
                continue
            if moment >= next_one["bought"]:
                why, known = "after-upgrade", "no"
                continue
            return "yes", "before-upgrade"
        detail = ""
        if record.get("revoked") is not None:
            detail = "-refunded-later"
        elif record.get("revoked_seats"):
            detail = "-some-seats-refunded"
        if kind == LASTING:
            return "yes", "bought" + detail
        return "yes", "in-period" + detail
    if kind == SUBSCRIPTION:
        for renewal in view.renewals:
            until = renewal.get("grace")
            chain = [record for record in view.records if record["chain"] == renewal["chain"]]
            if until is None or not chain:
                continue
            # Grace follows the newest period of the same chain, and of no other.
            last = max(chain, key=lambda record: (record["ends"] or 0, record["bought"]))
            if last["ends"] != renewal["ends"]:
                # The form shows an older period only. The grace period follows one that is not shown.
                if product == renewal["product"] and renewal["ends"] <= moment < until:
                    open_question = "grace-of-unseen-period"
                continue
            if last["product"] != product or last.get("upgraded") or withdrawn(last, moment):
                continue
            if last["ends"] <= moment < until:
                return "yes", "in-grace" if until > view.signed else "in-grace-over-when-signed"
            if moment >= until:
                why = "after-grace"
    # A notification about a past period may say that the subscription is active. It does not show
    # the period that is meant. A careful reader keeps access, and a strict check wants the period.
    if view.status in (1, 4) and any(
            renewal["product"] == product and view.signed <= moment < renewal["ends"]
            for renewal in view.renewals):
        return "either", "status-only"
    if open_question:
        return "either", open_question
    return known, why


# ---------------------------------------------------------------- signing

def name(text):
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def certificate(subject, key, issuer, issuer_key, authority, marker=None):
    year = lambda value: datetime.datetime(value, 1, 1)
    builder = (x509.CertificateBuilder().subject_name(name(subject)).issuer_name(name(issuer))
               .public_key(key.public_key()).serial_number(x509.random_serial_number())
               .not_valid_before(year(2015)).not_valid_after(year(2045))
               .add_extension(x509.BasicConstraints(authority, None), critical=True)
               .add_extension(x509.KeyUsage(not authority, False, False, False, False, authority,
                                            authority, False, False), critical=True))
    if marker:
        builder = builder.add_extension(
            x509.UnrecognizedExtension(x509.ObjectIdentifier(marker), b"\x05\x00"), critical=False)
    return builder.sign(issuer_key, hashes.SHA256())


class Authority:
    """Two chains with Apple's marker OIDs: RSA for receipts, elliptic curves for JWS."""

    def __init__(self):
        chains = []
        for word, make in (("Receipts", lambda _: rsa.generate_private_key(65537, 2048)),
                           ("JWS", lambda leaf: ec.generate_private_key(ec.SECP256R1() if leaf else ec.SECP384R1()))):
            keys = [make(False), make(False), make(True)]
            names = [f"Oracle {word} {part}" for part in ("Root", "Intermediate", "Signer")]
            chains.append((keys[2], [
                certificate(names[2], keys[2], names[1], keys[1], False, "1.2.840.113635.100.6.11.1"),
                certificate(names[1], keys[1], names[0], keys[0], True, "1.2.840.113635.100.6.2.1"),
                certificate(names[0], keys[0], names[0], keys[0], True)]))
        (self.receipt_key, self.receipt_chain), (self.jws_key, self.jws_chain) = chains
        header = {"alg": "ES256", "x5c": [base64.b64encode(self.der(c)).decode() for c in self.jws_chain]}
        self.header = self.url64(json.dumps(header).encode())

    @staticmethod
    def der(cert):
        return cert.public_bytes(serialization.Encoding.DER)

    @staticmethod
    def url64(data):
        return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

    def roots(self):
        return b"".join(chain[2].public_bytes(serialization.Encoding.PEM)
                        for chain in (self.receipt_chain, self.jws_chain))

    def jws(self, payload):
        text = self.header + "." + self.url64(json.dumps(payload).encode())
        r, s = utils.decode_dss_signature(self.jws_key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
        return text + "." + self.url64(r.to_bytes(32, "big") + s.to_bytes(32, "big"))

    def pkcs7(self, payload):
        sha256 = sequence(identifier("608648016503040201"), tlv(5, b""))
        plain_rsa = sequence(identifier("2a864886f70d010101"), tlv(5, b""))
        leaf = self.receipt_chain[0]
        signature = self.receipt_key.sign(payload, padding.PKCS1v15(), hashes.SHA256())
        signer = sequence(integer(1), sequence(leaf.issuer.public_bytes(), integer(leaf.serial_number)),
                          sha256, plain_rsa, tlv(4, signature))
        signed = sequence(integer(1), tlv(0x31, sha256),
                          sequence(identifier("2a864886f70d010701"), tlv(0xA0, tlv(4, payload))),
                          tlv(0xA0, b"".join(self.der(c) for c in self.receipt_chain)), tlv(0x31, signer))
        return sequence(identifier("2a864886f70d010702"), tlv(0xA0, signed))


def tlv(tag, content):
    size = len(content)
    if size < 128:
        return bytes([tag, size]) + content
    octets = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(octets)]) + octets + content


def sequence(*parts):
    return tlv(0x30, b"".join(parts))


def identifier(text):
    return tlv(6, bytes.fromhex(text))


def integer(value):
    return tlv(2, value.to_bytes(value.bit_length() // 8 + 1, "big"))


def utc(moment, form="%Y-%m-%dT%H:%M:%SZ"):
    return datetime.datetime.fromtimestamp(moment / 1000, datetime.timezone.utc).strftime(form)


def attributes(pairs):
    """A SET of attributes in DER: sorted by their encoding."""
    return tlv(0x31, b"".join(sorted(
        sequence(integer(kind), integer(2 if kind == 4 else 1), tlv(4, value)) for kind, value in pairs)))


# ---------------------------------------------------------------- random histories

class History:
    """The purchases of one customer, as they really were. A form shows all or a part of them."""

    def __init__(self, chance, form):
        self.chance, self.form = chance, form
        self.records, self.renewals = [], {}
        self.events, self.own = [], set()
        self.features = collections.defaultdict(set)
        self.next_id = chance.randrange(10 ** 14, 9 * 10 ** 14)
        kinds = ["plain", "plain", "upgrade", "grace", "grace", "family", "seats", "commitment",
                 "lasting", "consumable", "pass"]
        if form not in ("verify-receipt", "app-receipt"):
            kinds += ["assigned"]
        elif form == "app-receipt":
            kinds = [kind for kind in kinds if kind not in ("seats", "commitment", "family")]
        else:
            kinds = [kind for kind in kinds if kind not in ("seats", "commitment")]
        count = 1 if form in ("transaction", "notification") else chance.choice([1, 1, 2, 2, 3, 4])
        for _ in range(count):
            self.add(chance.choice(kinds))
        self.signed = self.tidy(max(self.events) + chance.choice([0, SECOND, DAY, chance.randrange(30 * DAY)]))

    def tidy(self, moment):
        return moment // SECOND * SECOND

    def near(self, moment):
        """Often puts a date on one of the moments asked about, or a second beside it."""
        if self.chance.random() < 0.45:
            close = min(MOMENTS, key=lambda one: abs(one - moment))
            if abs(close - moment) < 8 * DAY:
                return close + self.chance.choice([0, 0, -SECOND, SECOND])
        return self.tidy(moment)

    def record(self, product, bought, ends=None, chain=None, **more):
        self.next_id += self.chance.randrange(1, 50)
        identity = str(self.next_id)
        record = {"id": identity, "chain": chain or identity, "product": product, "bought": bought,
                  "ends": ends, "first_bought": bought, "quantity": 1, "ownership": "PURCHASED"}
        record.update(more)
        self.records.append(record)
        self.events.append(bought)
        return record

    def withdraw(self, record, reason):
        chance, start = self.chance, record["bought"]
        length = (record["ends"] or start + 40 * DAY) - start
        place = chance.choice(["inside", "inside", "inside", "after", "after", "before"])
        if place == "inside":
            when = self.near(start + chance.randrange(length // 8, length))
        elif place == "after":
            when = self.near(start + length + chance.randrange(DAY, 40 * DAY))
        else:
            # A refund dated before the purchase is odd. It withdraws everything.
            when = start - chance.randrange(SECOND, 3 * DAY) // SECOND * SECOND
        if place == "inside" and not start < when < start + length:
            when = start + length // 2 // SECOND * SECOND
        record["revoked"], record["revoked_as"] = when, reason
        self.events.append(when)
        self.features[record["product"]].add((reason or "refund").lower().replace("_", "-"))

    def periods(self, products, ownership="PURCHASED", upgrade=False):
        chance = self.chance
        start = self.near(ZERO + chance.randrange(-20 * DAY, 150 * DAY))
        product, chain, made, first_bought = chance.choice(products), None, [], start
        upgrade_after = chance.randrange(0, 3) if upgrade else None
        for number in range(chance.choice([1, 2, 2, 3, 4]) + (upgrade_after or 0)):
            ends = self.near(start + chance.choice([7, 14, 28, 30, 31, 45]) * DAY)
            if ends <= start + 2 * DAY:
                ends = start + 20 * DAY
            record = self.record(product, start, ends, chain, ownership=ownership, first_bought=first_bought)
            chain = chain or record["id"]
            made.append(record)
            if number == 0 and chance.random() < 0.2:
                record["trial"] = True
            if upgrade_after == number:
                start = self.near(start + chance.randrange((ends - start) // 4, ends - start))
                if not record["bought"] + DAY < start < ends:
                    start = self.tidy((record["bought"] + ends) // 2)
                record["upgraded"] = start
                product = chance.choice([one for one in products if one != product])
                self.features[record["product"]].add("upgrade")
                self.features[product].add("successor")
                continue
            start = ends
            draw = chance.random()
            if draw < 0.2:
                start = self.near(ends + chance.randrange(3 * DAY, 35 * DAY))
                if start <= ends + DAY:
                    start = ends + 4 * DAY
            elif draw < 0.3 and len(products) > 1:
                # A downgrade takes effect when the next period begins.
                product = chance.choice(products)
        if made[-1].get("upgraded"):
            # The successor is in the same chain, always.
            made.append(self.record(product, start, start + 30 * DAY, chain, ownership=ownership,
                                    first_bought=first_bought))
        return made

    def add(self, kind):
        chance = self.chance
        if kind == "lasting":
            product = chance.choice(["oracle.lifetime", "oracle.theme"])
            record = self.record(product, self.near(ZERO + chance.randrange(0, 170 * DAY)))
            self.features[product].add("lasting")
            if self.form != "app-receipt" and chance.random() < 0.25:
                record["ownership"] = "FAMILY_SHARED"
                self.features[product].add("family")
            if chance.random() < 0.45:
                self.withdraw(record, "FAMILY_REVOKE" if record["ownership"] == "FAMILY_SHARED"
                              else chance.choice(["REFUND_FULL", "REFUND_PRORATED", None]))
                if chance.random() < 0.4:
                    self.record(product, self.near(max(record["revoked"], record["bought"]) + 5 * DAY))
                    self.features[product].add("bought-again")
            elif chance.random() < 0.2:
                self.record(product, record["bought"] + 9 * DAY, chain=record["id"],
                            first_bought=record["bought"], ownership=record["ownership"])
                self.features[product].add("restored")
            return
        if kind in ("consumable", "pass"):
            product = "oracle.coins" if kind == "consumable" else "oracle.pass"
            for _ in range(chance.choice([1, 2])):
                record = self.record(product, self.near(ZERO + chance.randrange(0, 170 * DAY)))
                if chance.random() < 0.4:
                    self.withdraw(record, "REFUND_FULL")
            return
        ownership = {"family": "FAMILY_SHARED", "assigned": "ASSIGNED"}.get(kind, "PURCHASED")
        products = {"seats": ["oracle.team"], "commitment": ["oracle.plan"], "assigned": ["oracle.team"],
                    "upgrade": ["oracle.month", "oracle.year"]}.get(
                        kind, chance.choice([["oracle.month", "oracle.year"], ["oracle.cloud"]]))
        # A customer has one own subscription of a group. Others of the group come from the family.
        group = GROUPS[products[0]]
        if group in self.own and self.form != "app-receipt" and ownership == "PURCHASED":
            if kind in ("seats", "commitment"):
                return self.add("lasting")
            ownership = "FAMILY_SHARED"
        if ownership == "PURCHASED":
            self.own.add(group)
        made = self.periods(products, ownership, upgrade=kind == "upgrade")
        last = made[-1]
        for record in made:
            if kind != "plain":
                self.features[record["product"]].add(kind)
        if kind == "commitment":
            for number, record in enumerate(made):
                record["commitment"] = (number + 1, made[0]["bought"] + 365 * DAY)
        if kind == "seats":
            self.seats(made)
        elif kind == "grace" and chance.random() < 0.15:
            # The last period was refunded, and a grace period is stated all the same.
            self.withdraw(last, None)
        elif kind != "grace" and chance.random() < (0.75 if kind in ("family", "assigned") else 0.5):
            target = last if chance.random() < 0.5 else chance.choice(made)
            if not target.get("upgraded"):
                self.withdraw(target, {"FAMILY_SHARED": "FAMILY_REVOKE", "ASSIGNED": "ASSIGNMENT_REVOKE"}.get(
                    ownership, chance.choice(["REFUND_FULL", "REFUND_PRORATED", None])))
        renewal = {"chain": last["chain"], "product": last["product"], "renews": chance.random() < 0.7}
        renewal["ends"] = last["ends"]
        if kind == "grace":
            renewal["grace"] = self.near(last["ends"] + chance.choice([3, 6, 16, 28]) * DAY)
            if renewal["grace"] <= last["ends"]:
                renewal["grace"] = last["ends"] + 6 * DAY
            renewal["retry"] = True
            self.events.append(last["ends"])
        elif chance.random() < 0.25:
            renewal["retry"] = True
            self.events.append(last["ends"])
        self.renewals[last["chain"]] = renewal

    def seats(self, made):
        chance = self.chance
        for record in made:
            record["quantity"] = chance.randrange(2, 9)
        last = made[-1]
        mates = [last]
        if chance.random() < 0.6:
            middle = self.near((last["bought"] + last["ends"]) // 2)
            if last["bought"] < middle < last["ends"]:
                mates.append(self.record("oracle.team", middle, last["ends"], last["chain"],
                                         first_bought=last["first_bought"], quantity=2))
                for record in mates:
                    record["addition"] = True
        draw = chance.random()
        if draw < 0.3:
            # Some seats were refunded. Without revocationDate the purchaser keeps the purchase.
            mates[0]["revoked_seats"] = 1
        elif draw < 0.8:
            for record in mates if draw < 0.55 else mates[:1]:
                self.withdraw(record, "REFUND_FULL")
                record["revoked_seats"] = record["quantity"]


# ---------------------------------------------------------------- the six forms

def transaction_payload(record, signed):
    payload = {
        "transactionId": record["id"], "originalTransactionId": record["chain"], "bundleId": BUNDLE,
        "productId": record["product"], "purchaseDate": record["bought"],
        "originalPurchaseDate": record["first_bought"], "quantity": record["quantity"],
        "type": PRODUCTS[record["product"]], "inAppOwnershipType": record["ownership"],
        "signedDate": signed, "environment": "Production", "storefront": "USA", "storefrontId": "143441",
        "transactionReason": "PURCHASE" if record["id"] == record["chain"] else "RENEWAL"}
    if record["ends"]:
        payload.update(expiresDate=record["ends"], subscriptionGroupIdentifier=GROUPS[record["product"]],
                       webOrderLineItemId="9" + record["id"])
    if record.get("trial"):
        payload.update(offerType=1, offerDiscountType="FREE_TRIAL", offerPeriod="P1W")
    if record.get("upgraded"):
        payload["isUpgraded"] = True
    if record.get("revoked") is not None:
        payload.update(revocationDate=record["revoked"], revocationReason=0)
        if record["revoked_as"]:
            payload["revocationType"] = record["revoked_as"]
        if record["revoked_as"] == "REFUND_PRORATED":
            payload["revocationPercentage"] = 40000
    if record.get("commitment"):
        number, until = record["commitment"]
        payload.update(billingPlanType="MONTHLY", commitmentInfo={
            "billingPeriodNumber": number, "totalBillingPeriods": 12, "commitmentExpiresDate": until,
            "commitmentPrice": 119880})
    if record["product"] == "oracle.team" and record["ownership"] == "PURCHASED":
        payload["multiSeatInfo"] = {"invitationManagement": "APPLE",
                                    "priceTiers": [{"price": 5000, "quantity": record["quantity"]}]}
        if record.get("revoked_seats"):
            payload["multiSeatInfo"]["revokedSeatQuantity"] = record["revoked_seats"]
        if record.get("addition"):
            payload["additionalTransactionReason"] = "SEAT_ADDITION"
    return payload


def renewal_payload(renewal, signed):
    payload = {
        "originalTransactionId": renewal["chain"], "productId": renewal["product"],
        "autoRenewProductId": renewal["product"], "autoRenewStatus": int(renewal["renews"]),
        "signedDate": signed, "environment": "Production", "renewalDate": renewal["ends"]}
    if renewal.get("retry"):
        payload.update(isInBillingRetryPeriod=True)
    if signed >= renewal["ends"]:
        payload["expirationIntent"] = 2 if renewal.get("retry") else 1
    if renewal.get("grace"):
        payload["gracePeriodExpiresDate"] = renewal["grace"]
    return payload


def status_of(record, renewal, signed):
    """The status that Apple's server gives when it signs."""
    if withdrawn(record, signed):
        return 5
    if signed < record["ends"]:
        return 1
    if renewal.get("grace", 0) > signed:
        return 4
    return 3 if renewal.get("retry") else 2


def event_of(record, status, signed):
    if status == 5:
        return ("REVOKE", None) if record["ownership"] != "PURCHASED" else ("REFUND", None)
    return {1: ("SUBSCRIBED", "INITIAL_BUY") if record["id"] == record["chain"] else ("DID_RENEW", None),
            2: ("EXPIRED", "VOLUNTARY"), 3: ("DID_FAIL_TO_RENEW", None),
            4: ("DID_FAIL_TO_RENEW", "GRACE_PERIOD")}[status]


def newest(records):
    return max(records, key=lambda record: (record["ends"] or 0, record["bought"]))


def dates(members, key, moment):
    if moment is not None:
        members[key + "_ms"] = str(moment)
        members[key] = utc(moment, "%Y-%m-%d %H:%M:%S Etc/GMT")


def old_record(record, in_receipt):
    """A transaction under the names of verifyReceipt. `in_app` has fewer of them."""
    members = {"quantity": str(record["quantity"]), "product_id": record["product"],
               "transaction_id": record["id"], "original_transaction_id": record["chain"],
               "is_trial_period": "true" if record.get("trial") else "false",
               "is_in_intro_offer_period": "false"}
    dates(members, "purchase_date", record["bought"])
    dates(members, "original_purchase_date", record["first_bought"])
    dates(members, "expires_date", record["ends"])
    dates(members, "cancellation_date", record.get("revoked"))
    if record.get("revoked") is not None and not record.get("upgraded"):
        members["cancellation_reason"] = "0"
    if record["ends"]:
        members["web_order_line_item_id"] = "9" + record["id"]
    if not in_receipt:
        members["in_app_ownership_type"] = record["ownership"]
        if record["ends"]:
            members["subscription_group_identifier"] = GROUPS[record["product"]]
        if record.get("upgraded"):
            members["is_upgraded"] = "true"
    return members


def verify_receipt(history, chance):
    old, new, shown = [], [], []
    for record in history.records:
        # Apple gives an upgraded period a cancellation date, in almost all responses.
        record = dict(record)
        where = chance.choice(["both", "both", "new", "new", "old"])
        if record["ownership"] != "PURCHASED" and where == "old":
            where = "both"
        if record.get("upgraded") and (where == "old" or chance.random() < 0.8):
            record["revoked"] = record["upgraded"]
        if where != "new":
            earlier = old_record(record, True)
            if where == "both":
                draw = chance.random()
                # The receipt was made earlier: it does not know of the refund yet.
                if draw < 0.2:
                    if record.get("revoked") is not None:
                        history.features[record["product"]].add("in-app-without-cancellation")
                    for key in [key for key in earlier if key.startswith("cancellation")]:
                        del earlier[key]
                # Responses without the expiry in in_app were seen. latest_receipt_info has it.
                elif draw < 0.35:
                    if record["ends"]:
                        history.features[record["product"]].add("in-app-without-expiry")
                    for key in [key for key in earlier if key.startswith("expires")]:
                        del earlier[key]
            old.append(earlier)
        if where != "old":
            new.append(old_record(record, False))
        shown.append(record)
    pending, renewals = [], list(history.renewals.values())
    if renewals and chance.random() < 0.15:
        # The grace period of another subscription to the same product, which is not listed.
        stranger = dict(renewals[0], chain="7" + renewals[0]["chain"], retry=True,
                        grace=renewals[0]["ends"] + 16 * DAY)
        renewals.append(stranger)
        history.features[stranger["product"]].add("foreign-renewal-info")
    for renewal in renewals:
        members = {"original_transaction_id": renewal["chain"], "product_id": renewal["product"],
                   "auto_renew_product_id": renewal["product"], "auto_renew_status": str(int(renewal["renews"]))}
        if history.signed >= renewal["ends"]:
            members["expiration_intent"] = "2" if renewal.get("retry") else "1"
        if renewal.get("retry"):
            members["is_in_billing_retry_period"] = "1"
        dates(members, "grace_period_expires_date", renewal.get("grace"))
        pending.append(members)
    for array in (old, new, pending):
        chance.shuffle(array)
    receipt = {"receipt_type": "Production", "bundle_id": BUNDLE, "application_version": "12",
               "original_application_version": "3", "adam_id": 1234567890, "app_item_id": 1234567890,
               "in_app": old}
    dates(receipt, "receipt_creation_date", history.signed - DAY)
    dates(receipt, "request_date", history.signed)
    dates(receipt, "original_purchase_date", ZERO - 300 * DAY)
    answer = {"status": 0, "environment": "Production", "receipt": receipt,
              "latest_receipt_info": new, "pending_renewal_info": pending}
    return json.dumps(answer), View("verify-receipt", shown, renewals, history.signed)


def app_receipt(history, authority):
    text = lambda value: tlv(12, value.encode())
    date = lambda moment: tlv(22, utc(moment).encode() if moment is not None else b"")
    pairs, shown = [], []
    for record in history.records:
        record = dict(record)
        if record.get("upgraded"):
            # A receipt knows no isUpgraded: an upgrade has a cancellation date.
            record["revoked"] = record["upgraded"]
        shown.append(record)
        pairs.append((17, attributes([
            (1701, integer(record["quantity"])), (1702, text(record["product"])),
            (1703, text(record["id"])), (1704, date(record["bought"])), (1705, text(record["chain"])),
            (1706, date(record["first_bought"])), (1707, integer(TYPE_NUMBER[PRODUCTS[record["product"]]])),
            (1708, date(record["ends"])), (1711, integer(9 * 10 ** 14 if record["ends"] else 0)),
            (1712, date(record.get("revoked"))), (1713, integer(int(bool(record.get("trial"))))),
            (1719, integer(0))])))
    seed = hashlib.sha256(str(history.next_id).encode()).digest()
    pairs += [(0, text("Production")), (1, integer(1234567890)), (2, text(BUNDLE)), (3, text("12")),
              (4, seed[:16]), (5, seed[:20]), (6, seed * 2), (7, seed * 2), (8, date(ZERO - 30 * DAY)),
              (9, integer(0x50333035)), (10, tlv(22, b"4+")), (11, integer(77)), (12, date(history.signed)),
              (13, integer(180100)), (14, integer(100)), (15, integer(10 ** 12)), (16, integer(870000000)),
              (18, date(ZERO - 300 * DAY)), (19, text("3")), (25, integer(3))]
    data = authority.pkcs7(attributes(pairs))
    return base64.b64encode(data).decode(), View("app-receipt", shown, [], history.signed)


def make_case(number, seed, authority):
    chance = random.Random(f"{seed}/{number}")
    form = FORMS[number % len(FORMS)]
    history = History(chance, form)
    signed, records = history.signed, history.records
    renewals = list(history.renewals.values())
    sign = lambda record, date=signed: authority.jws(transaction_payload(record, date))
    subscriptions = [record for record in records if record["ends"]]
    if form == "verify-receipt":
        text, view = verify_receipt(history, chance)
    elif form == "app-receipt":
        text, view = app_receipt(history, authority)
    elif form == "transaction":
        record = chance.choice(records)
        text, view = sign(record), View(form, [record], [], signed)
    elif form == "notification":
        record = newest(records) if subscriptions else chance.choice(records)
        refunded = [one for one in subscriptions if one is not record and withdrawn(one, signed)]
        data = {"bundleId": BUNDLE, "bundleVersion": "12", "environment": "Production",
                "appAppleId": 1234567890, "signedTransactionInfo": sign(record)}
        event, seen = ("REFUND" if withdrawn(record, signed) else "ONE_TIME_CHARGE", None), []
        status = None
        if subscriptions:
            renewal, seen = dict(renewals[0]), renewals
            status = status_of(record, renewal, signed)
            event = event_of(record, status, signed)
            if refunded and chance.random() < 0.7:
                # A past period was refunded. The status is that of the subscription.
                record = refunded[0]
                data["signedTransactionInfo"] = sign(record)
                event = event_of(record, 5, signed)
                history.features[record["product"]].add("refund-of-past-period")
            if chance.random() < 0.2:
                # Renewal info of another subscription says nothing about this one.
                # The status is the one without a grace period: otherwise it would claim grace itself.
                renewal.update(chain="7" + renewal["chain"], retry=True,
                               grace=renewal.get("grace", renewal["ends"] + 16 * DAY))
                seen, status = [renewal], status_of(record, {}, signed)
                event = event_of(record, status, signed)
                history.features[record["product"]].add("foreign-renewal-info")
            data.update(status=status, signedRenewalInfo=authority.jws(renewal_payload(renewal, signed)))
        envelope = {"notificationType": event[0], "version": "2.0", "signedDate": signed, "data": data,
                    "notificationUUID": str(uuid.UUID(int=chance.getrandbits(128), version=4))}
        if event[1]:
            envelope["subtype"] = event[1]
        text, view = authority.jws(envelope), View(form, [record], seen, signed, status)
    elif form == "history":
        shown, signed_texts = list(records), [sign(record) for record in records]
        for record in records:
            if record.get("revoked") is None and chance.random() < 0.08:
                # A refund that was reversed: the older copy has it, the newer copy does not.
                earlier = dict(record, revoked=record["bought"] + DAY, revoked_as="REFUND_FULL",
                               signed=signed - SECOND)
                shown.append(earlier)
                signed_texts.append(sign(earlier, signed - SECOND))
                history.features[record["product"]].add("refund-reversed")
        chance.shuffle(signed_texts)
        text = json.dumps({"revision": f"{signed}_0", "hasMore": chance.random() < 0.2, "bundleId": BUNDLE,
                           "appAppleId": 1234567890, "environment": "Production",
                           "signedTransactions": signed_texts[:20]})
        view = View(form, shown, [], signed)
    else:
        groups, shown = {}, []
        for renewal in renewals:
            record = newest([one for one in records if one["chain"] == renewal["chain"]])
            shown.append(record)
            groups.setdefault(GROUPS[record["product"]], []).append({
                "originalTransactionId": record["chain"], "status": status_of(record, renewal, signed),
                "signedTransactionInfo": sign(record),
                "signedRenewalInfo": authority.jws(renewal_payload(renewal, signed))})
        text = json.dumps({"environment": "Production", "bundleId": BUNDLE, "appAppleId": 1234567890,
                           "data": [{"subscriptionGroupIdentifier": group, "lastTransactions": items}
                                    for group, items in groups.items()]})
        view = View(form, shown, renewals, signed)
    return text, view, history.features


# ---------------------------------------------------------------- asking the tool

def run(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode not in (0, 1, 2):
        sys.exit(f"{' '.join(command[:3])}: exit code {done.returncode}: {done.stderr.decode()[:500]}")
    return [json.loads(line) for line in done.stdout.splitlines() if line.strip()]


def milliseconds(text):
    text = text.replace("Z", "+00:00")
    moment = datetime.datetime.fromisoformat(text)
    return round((moment - datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)).total_seconds() * 1000)


def product_of(check):
    """The product that a result of a check is about."""
    evidence = check.get("evidence") or {}
    return evidence.get("expected") or evidence.get("product_id") or evidence.get("product")


def answers_of_check(answer):
    found = {}
    for check in answer.get("checks", []):
        if check["id"] in ("subscription", "product") and check["status"] != "not-run":
            word = check["status"] + (":" + check["reason"] if check.get("reason") else "")
            found[(check["id"], product_of(check))] = (check["status"] == "pass", word)
    return found


def answers_of_diagnose(answer):
    return {item["product_id"]: (item["code"] in ("active", "grace", "owned"), item["code"])
            for item in answer.get("summary", {}).get("owned", []) if "product_id" in item}


def answers_of_timeline(answer, moment):
    found = {}
    for track in answer.get("tracks", []):
        word = "nothing"
        for stretch in track["stretches"]:
            if milliseconds(stretch["start"]) <= moment and (
                    "end" not in stretch or moment < milliseconds(stretch["end"])):
                word = stretch["kind"]
                if word in ("trial", "intro", "offer", "paid", "grace"):
                    break
        held = word in ("trial", "intro", "offer", "paid", "grace")
        if PRODUCTS.get(track["product_id"]) == LASTING:
            # Older versions have no date of a withdrawal, only whether there was one.
            word = "withdrawn-sometime" if any(
                purchase["is_refunded"] and "withdrawn" not in purchase for purchase in track["purchases"]) else word
            for purchase in track["purchases"]:
                end = purchase.get("withdrawn")
                if milliseconds(purchase["date"]) <= moment and not (
                        moment >= milliseconds(end) if end else purchase["is_refunded"]):
                    held, word = True, "bought"
        found[track["product_id"]] = (held, word)
    return found


def judge(view, features, product, moment, answers):
    """Compares the three answers about one product at one moment. Gives the disagreements."""
    expected, why = access(view, product, moment)
    if expected == "either":
        return 0, []
    wanted = expected == "yes"
    wrong, compared = [], 0
    for tool, (got, word) in answers.items():
        # A response of verifyReceipt has no product type. "bought" is all that can be said then.
        if tool == "diagnose" and word == "bought" and view.form == "verify-receipt":
            continue
        # Without the date of a withdrawal, a purchase that was refunded later cannot be compared.
        if tool == "timeline" and word == "withdrawn-sometime" and why.endswith("refunded-later"):
            continue
        # Diagnose does not say what is owned today by a receipt of more than 90 days ago.
        if tool == "diagnose" and wanted and not got and moment > view.signed + 90 * DAY:
            continue
        # A timeline leaves out gaps of less than a minute.
        if tool == "timeline" and got and not wanted and any(
                0 <= moment - (record["ends"] or 0) < 60 * SECOND for record in view.records) and any(
                0 < record["bought"] - moment < 60 * SECOND for record in view.records):
            continue
        compared += 1
        if got != wanted:
            wrong.append((view.form, "+".join(sorted(features.get(product, ()))) or "plain", why, tool,
                          expected, word))
    return compared, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("binary", help="the program to test")
    parser.add_argument("--cases", type=int, default=3000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--examples", default="access-examples", help="folder for one file of each class")
    options = parser.parse_args()

    authority = Authority()
    cases = [make_case(number, options.seed, authority) for number in range(options.cases)]
    folder = tempfile.mkdtemp(prefix="access-oracle-")
    roots, lines, files = (os.path.join(folder, part) for part in ("roots.pem", "lines.txt", "files"))
    os.mkdir(files)
    with open(roots, "wb") as out:
        out.write(authority.roots())
    with open(lines, "w") as out:
        out.writelines(text + "\n" for text, _, _ in cases)
    for number, (text, _, _) in enumerate(cases):
        with open(os.path.join(files, f"{number:06d}"), "w") as out:
            out.write(text + "\n")

    passed, classes, examples, coverage = 0, collections.Counter(), {}, collections.Counter()
    subscriptions = [product for product in PRODUCTS if PRODUCTS[product] != LASTING]
    asked = sum((["--active-product", product] for product in subscriptions), [])
    asked += sum((["--product", product] for product in PRODUCTS if PRODUCTS[product] == LASTING), [])
    for moment in MOMENTS:
        common = ["--at", str(moment), "--trust-root", roots, "--quiet", "--format", "ndjson"]
        with concurrent.futures.ThreadPoolExecutor() as pool:
            checks, diagnoses, timelines = pool.map(run, [
                [options.binary, "check", lines, "--lines", "--unsigned", "accept"] + asked + common,
                [options.binary, "diagnose", lines, "--lines", "--unsigned", "accept",
                 "--settings", "none"] + common,
                [options.binary, "timeline", files, "--settings", "none"] + common])
        if not len(checks) == len(diagnoses) == len(timelines) == len(cases):
            sys.exit(f"{len(cases)} cases, {len(checks)}, {len(diagnoses)} and {len(timelines)} answers")
        for number, (text, view, features) in enumerate(cases):
            checked = answers_of_check(checks[number])
            diagnosed = answers_of_diagnose(diagnoses[number])
            drawn = answers_of_timeline(timelines[number], moment)
            if "error" in checks[number] or not checks[number].get("checks"):
                sys.exit(f"case {number} cannot be read: {json.dumps(checks[number])[:500]}")
            for product, kind in PRODUCTS.items():
                if not any(record["product"] == product for record in view.records):
                    continue
                check = "product" if kind == LASTING else "subscription"
                answers = {"check": checked.get((check, product), (False, "no result")),
                           "diagnose": diagnosed.get(product, (False, "not named")),
                           "timeline": drawn.get(product, (False, "no track"))}
                compared, wrong = judge(view, features, product, moment, answers)
                passed += compared - len(wrong)
                coverage[access(view, product, moment)] += 1
                for one in wrong:
                    classes[one] += 1
                    if one not in examples:
                        examples[one] = (number, product, moment)
    if examples:
        os.makedirs(options.examples, exist_ok=True)
        shutil.copy(roots, options.examples)
    # Classes that differ only in their features are printed as one.
    merged = collections.defaultdict(list)
    for one, count in classes.items():
        merged[(one[0],) + one[2:]].append((count, one))
    for number, (key, group) in enumerate(sorted(merged.items(), key=lambda item: -sum(c for c, _ in item[1]))):
        group.sort(reverse=True)
        case, product, moment = examples[group[0][1]]
        target = os.path.join(options.examples, f"{number:03d}-{key[0]}-{key[1]}-{key[2]}.txt")
        shutil.copy(os.path.join(files, f"{case:06d}"), target)
        form, why, tool, expected, got = key
        print(f"{sum(count for count, _ in group):6d}  {form}, {why}: {tool} says {got}, the oracle {expected}")
        print("        " + ", ".join(f"{one[1]} {count}" for count, one in group[:5]))
        print(f"        {target} --at {utc(moment)} {product}")
    shutil.rmtree(folder)
    print("What was asked: " + ", ".join(
        f"{why} ({expected}) {count}" for (expected, why), count in coverage.most_common()))
    failed = sum(classes.values())
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
