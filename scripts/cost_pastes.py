"""What programs, mails and people make of a receipt, as inputs of any size: see cost_shapes.py."""

import base64
import html
import json
import quopri


def compact(value):
    return json.dumps(value, separators=(",", ":")).encode()


def lines(text, width=76, before=b"", behind=b""):
    parts = [before + text[at : at + width] + behind + b"\n" for at in range(0, len(text), width)]
    return b"".join(parts)


def numbers(data, separator=b", ", form=b"%d"):
    return separator.join(form % octet for octet in data)


def shapes(receipt, repeat, token):
    """The shapes by name. `receipt` makes a receipt of about so many bytes, `token` a JWS, and `repeat` fills a size
    with a piece."""

    def text(size, growth=1.0):
        """Its base64, with room for what a wrapping adds."""
        return base64.b64encode(receipt(int(size * 0.74 / growth)))

    def printed(form, growth):
        return lambda size: form(receipt(int(size / growth)))

    def pasted(form, growth=1.05):
        return lambda size: form(text(size, growth))

    def answer(whole, open_, member, between, close, separator):
        """An answer of Apple's server with as many purchases as fit."""

        def purchase(number):
            start = 1_704_067_200_000 + number * 60_000
            members = {
                "quantity": 1,
                "product_id": "com.example.monthly",
                "transaction_id": 10**15 + number,
                "original_transaction_id": 10**15,
                "purchase_date_ms": start,
                "original_purchase_date_ms": 1_704_067_200_000,
                "expires_date_ms": start + 60_000,
                "is_trial_period": "false",
            }
            return open_.replace("#", str(number)) + between.join(member.format(*pair) for pair in members.items()) + close

        def make(size):
            count = size // len((purchase(0) + separator).encode())
            return (whole % separator.join(purchase(number) for number in range(count))).encode()

        return make

    def escaped(data):
        return b"".join(b"\\x%02x" % octet for octet in data)

    return {
        # Bytes as programs print them.
        "bytes: a list": printed(lambda d: b"[" + numbers(d) + b"]", 4.6),
        "bytes: a list without blanks": printed(lambda d: b"[" + numbers(d, b",") + b"]", 3.6),
        "bytes: signed, of Java": printed(
            lambda d: b"[" + b", ".join(b"%d" % (o - 256 if o > 127 else o) for o in d) + b"]", 4.8
        ),
        "bytes: a Buffer": printed(lambda d: b"<Buffer " + d.hex(" ").encode() + b">", 3),
        "bytes: a Buffer in JSON": printed(
            lambda d: b'{"receipt":{"type":"Buffer","data":[' + numbers(d, b",") + b"]}}", 3.6
        ),
        "bytes: an array by index": printed(
            lambda d: b"{" + b",".join(b'"%d":%d' % pair for pair in enumerate(d)) + b"}", 12
        ),
        "bytes: a Uint8Array": printed(lambda d: b"Uint8Array(%d) [\n  " % len(d) + numbers(d) + b"\n]", 4.6),
        "bytes: of Python": printed(lambda d: repr(d).encode(), 3),
        "bytes: a bytearray of Python": printed(lambda d: b"bytearray(" + repr(d).encode() + b")", 3),
        "bytes: of Go": printed(lambda d: b"[]byte{" + numbers(d, b", ", b"0x%x") + b"}", 6),
        "bytes: of Go in a row": printed(lambda d: b"[" + numbers(d, b" ") + b"]", 3.6),
        "bytes: of C": printed(lambda d: b"{ " + numbers(d, b", ", b"0x%02X") + b" };", 6),
        "bytes: of Ruby": printed(lambda d: b'"' + escaped(d) + b'"', 4),
        "bytes: of PostgreSQL": printed(lambda d: b"\\x" + d.hex().encode(), 2),
        "bytes: NSData": printed(
            lambda d: b"<" + b" ".join(d[at : at + 4].hex().encode() for at in range(0, len(d), 4)) + b">", 2.3
        ),
        # Lines of a program or a log.
        "lines: quoted": pasted(lambda t: lines(t, before=b"> ")),
        "lines: quoted twice": pasted(lambda t: lines(t, before=b"> > ")),
        "lines: of a log": pasted(lambda t: lines(t, before=b"2026-05-01 10:00:00 web_1  | "), 1.4),
        "lines: constants": pasted(lambda t: lines(t, before=b'  "', behind=b'" +'), 1.2),
        "lines: with backslashes": pasted(lambda t: lines(t, behind=b"\\")),
        "lines: of psql": pasted(lambda t: lines(t, before=b" ", behind=b"+")),
        "lines: numbered": pasted(lambda t: b"".join(
            b"%6d\t%s\n" % (number, t[at : at + 76]) for number, at in enumerate(range(0, len(t), 76), 1)), 1.15),
        "lines: one twice": pasted(lambda t: lines(t[:76] + t[:76] + t[76:])),
        "lines: of a log of Docker": pasted(lambda t: b"".join(
            b'{"log":"%s\\n","stream":"stdout","time":"2026-05-01T10:00:00Z"}\n' % t[at : at + 76]
            for at in range(0, len(t), 76)), 2),
        # A mail, a page, a word processor, a terminal.
        "mail: quoted-printable": pasted(lambda t: quopri.encodestring(t), 1.1),
        "mail: its body in base64": pasted(
            lambda t: b"MIME-Version: 1.0\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\n"
            + lines(base64.b64encode(lines(t))), 1.45),
        "mail: with words": pasted(lambda t: b"Hi,\n\n" + lines(t) + b"\nBye\n"),
        "mail: flowed": pasted(lambda t: lines(t, behind=b" ")),
        "page: escaped": pasted(lambda t: html.escape(json.dumps({"receipt-data": t.decode()})).encode()),
        "page: escaped, each character": pasted(lambda t: b"".join(b"&#%d;" % octet for octet in t), 5),
        "page: in tags": pasted(lambda t: b"<p>" + b"<br>\n".join(
            t[at : at + 76] for at in range(0, len(t), 76)) + b"</p>", 1.12),
        "page: in a tag each": pasted(lambda t: b"".join(
            b"<span>%s</span>" % t[at : at + 8] for at in range(0, len(t), 8)), 2.8),
        "rich text": pasted(lambda t: b"{\\rtf1\\ansi\\f0 " + lines(t, behind=b"\\") + b"}"),
        "rich text: of controls": lambda size: b"{\\rtf1\\ansi " + repeat(b"\\b a\\b0 ", size) + b"}",
        "terminal: colours": pasted(lambda t: b"".join(
            b"\x1b[32m%s\x1b[0m\n" % t[at : at + 76] for at in range(0, len(t), 76)), 1.2),
        "terminal: colours alone": lambda size: repeat(b"\x1b[32ma", size),
        "terminal: without its sign": lambda size: repeat(b"[32ma[0m ", size),
        "text: soft hyphens": pasted(lambda t: "\u00ad".join(
            t[at : at + 20].decode() for at in range(0, len(t), 20)).encode(), 1.15),
        "text: no-break spaces": pasted(lambda t: "\u00a0".join(
            t[at : at + 76].decode() for at in range(0, len(t), 76)).encode()),
        "text: curved quotation marks": answer(
            "{“status”: 0, “receipt”: {“bundle_id”: “com.example.app”, “in_app”: [%s]}}",
            "{", "“{}”: “{}”", ", ", "}", ", "),
        "text: percent": pasted(lambda t: b"".join(b"%%%02X" % octet for octet in t), 3.1),
        "text: spaces for +": pasted(lambda t: t.replace(b"+", b" ")),
        "text: with an ellipsis": pasted(lambda t: t[: len(t) // 2] + b"..." + t[len(t) // 2 + 9 :]),
        "text: masked": pasted(lambda t: t[: len(t) // 2] + b"***" + t[len(t) // 2 + 9 :]),
        # Members of many kinds.
        "console: of Node": answer(
            "{\n  status: 0,\n  receipt: {\n    bundle_id: 'com.example.app',\n    in_app: [\n%s\n    ]\n  }\n}",
            "      {\n", "        {}: '{}'", ",\n", "\n      }", ",\n"),
        "console: of Ruby": answer(
            '{"status"=>0, "receipt"=>{"bundle_id"=>"com.example.app", "in_app"=>[%s]}}',
            "{", '"{}"=>"{}"', ", ", "}", ", "),
        "console: of Kotlin": answer(
            "Response(status=0, receipt=Receipt(bundle_id=com.example.app, in_app=[%s]))",
            "Purchase(", "{}={}", ", ", ")", ", "),
        "console: of Java": answer(
            "Response{status=0, receipt=Receipt{bundle_id='com.example.app', in_app=[%s]}}",
            "Purchase{", "{}='{}'", ", ", "}", ", "),
        "console: of Go": answer(
            "map[receipt:map[bundle_id:com.example.app in_app:[%s]] status:0]",
            "map[", "{}:{}", " ", "]", " "),
        "console: of PHP": answer(
            "Array\n(\n    [status] => 0\n    [receipt] => Array\n        (\n            [bundle_id] => com.example.app\n"
            "            [in_app] => Array\n                (\n%s                )\n\n        )\n\n)\n",
            "                    [#] => Array\n                        (\n",
            "                            [{}] => {}\n", "", "                        )\n\n", ""),
        "console: of NSLog": answer(
            "{\n    status = 0;\n    receipt = {\n        \"bundle_id\" = \"com.example.app\";\n        \"in_app\" = (\n%s\n"
            "        );\n    };\n}\n",
            "            {\n", '                "{}" = "{}";\n', "", "            }", ",\n"),
        "console: of Python": answer(
            "{'status': 0, 'receipt': {'bundle_id': 'com.example.app', 'in_app': [%s]}}",
            "{", "'{}': '{}'", ", ", "}", ", "),
        "console: of Swift": answer(
            '["status": 0, "receipt": ["bundle_id": "com.example.app", "in_app": [%s]]]',
            "[", '"{}": "{}"', ", ", "]", ", "),
        "JSON": answer(
            '{"status": 0, "receipt": {"bundle_id": "com.example.app", "in_app": [%s]}}',
            "{", '"{}": "{}"', ", ", "}", ", "),
        "console: of curl": lambda size: repeat(b"< header: value\n> header: value\n", size) + b'\n{"status":0}',
        "HAR": pasted(lambda t: compact({"log": {"entries": [
            {"request": {"postData": {"text": json.dumps({"receipt-data": t.decode()})}}}]}})),
        # Signed texts of StoreKit 2.
        "JWS: in lines": lambda size: lines(token(int(size * 0.98))),
        "JWS: many in lines": lambda size: repeat(lines(token(0)) + b"\n", size),
        "JWS: a log": lambda size: repeat(b"2026-05-01 10:00:00 INFO got " + token(0) + b"\n", size),
        "JWS: quoted-printable": lambda size: quopri.encodestring(token(int(size * 0.96))),
        "HAR: of JWS": lambda size: compact({"log": {"entries": [
            {"response": {"content": {"text": json.dumps({"signedTransactions": [token(0).decode()] * (
                size // len(token(0)))})}}}]}}),
        "HAR: of small answers": lambda size: b'{"log":{"entries":[' + repeat(compact({
            "request": {"method": "POST", "url": "https://buy.itunes.apple.com/verifyReceipt", "headers": [],
                        "postData": {"mimeType": "application/json", "text": '{"receipt-data":"MIIT"}'}},
            "response": {"status": 200, "content": {"size": 16, "text": '{"status":21003}'}},
        }) + b",", size)[:-1] + b"]}}",
        "SQL": pasted(lambda t: b"INSERT INTO receipts VALUES (1, '" + t + b"');"),
    }
