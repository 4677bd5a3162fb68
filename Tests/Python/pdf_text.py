"""Prints the text of each page of a PDF as JSON: a list of strings without white space.

It reads what Chromium writes: objects outside of object streams, and fonts with a ToUnicode table
(ISO 32000-1, 7.3.10, 9.10.3).
"""

import json
import re
import sys
import zlib


def objects(data):
    for match in re.finditer(rb"(?:^|\n)(\d+) 0 obj\b(.*?)\nendobj", data, re.S):
        yield int(match[1]), match[2]


def stream(body):
    start = re.search(rb"stream\r?\n", body).end()
    raw = body[start : body.rindex(b"endstream")]
    return zlib.decompressobj().decompress(raw) if b"/FlateDecode" in body[:start] else raw


def units(text):
    return bytes.fromhex(text.decode()).decode("utf-16-be")


def characters(table):
    result = {}
    for block in re.findall(rb"beginbfchar(.*?)endbfchar", table, re.S):
        for code, text in re.findall(rb"<(\w+)>\s*<(\w+)>", block):
            result[int(code, 16)] = units(text)
    for block in re.findall(rb"beginbfrange(.*?)endbfrange", table, re.S):
        for low, high, text in re.findall(rb"<(\w+)>\s*<(\w+)>\s*<(\w+)>", block):
            for code in range(int(low, 16), int(high, 16) + 1):
                result[code] = chr(ord(units(text)[-1]) + code - int(low, 16))
    return result


def main(path):
    with open(path, "rb") as file:
        table = dict(objects(file.read()))

    def fonts(body):
        found = {}
        block = re.search(rb"/Font\s*<<(.*?)>>", body, re.S)
        for name, number in re.findall(rb"/(\w+)\s+(\d+) 0 R", block[1] if block else b""):
            unicode = re.search(rb"/ToUnicode (\d+) 0 R", table[int(number)])
            found[name] = characters(stream(table[int(unicode[1])])) if unicode else {}
        return found

    pages = []
    for number, body in sorted(table.items()):
        if not re.search(rb"/Type\s*/Page\b", body):
            continue
        known = fonts(body)
        content = stream(table[int(re.search(rb"/Contents (\d+) 0 R", body)[1])])
        text, font = "", {}
        for name, codes in re.findall(rb"/(\w+) [\d.]+ Tf|<([0-9A-Fa-f]+)>", content):
            if name:
                font = known.get(name, {})
            for index in range(0, len(codes), 4):
                text += font.get(int(codes[index : index + 4], 16), "")
        pages.append("".join(text.split()))
    json.dump(pages, sys.stdout)


main(sys.argv[1])
