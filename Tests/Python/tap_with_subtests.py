"""A strict reader of the Test Anything Protocol, version 13, with the subtests of version 14, written from
their specifications.

Available readers stop at version 13, and treat subtests as unknown text.
"""

import re

import yaml

from report import expect, expect_equal

POINT = re.compile(r"(not )?ok (\d+) - (.*)")
DIRECTIVE = re.compile(r"(.*?)(?<!\\) # (SKIP|TODO)(?: (.*))?", re.IGNORECASE)


def unescaped(text):
    expect(not re.search(r"(?<!\\)(?:\\\\)*#", text), f"a bare # in {text!r}")
    return re.sub(r"\\(.)", r"\1", text)


class Reader:
    def __init__(self, text):
        expect(text.endswith("\n"), "no line feed at the end")
        self.lines = text[:-1].split("\n")
        self.position = 0

    def peek(self, indent):
        """The next line of a block, without its indent; None where the block ends."""
        if self.position == len(self.lines):
            return None
        line = self.lines[self.position]
        return line[len(indent):] if line.startswith(indent) else None

    def document(self):
        expect_equal(self.lines[0], "TAP version 13", "first line")
        self.position = 1
        points = self.block("")
        expect_equal(self.position, len(self.lines), "lines that were read")
        return points

    def block(self, indent):
        points, plan, subtest = [], None, None
        while (line := self.peek(indent)) is not None:
            if line.startswith("# Subtest: "):
                self.position += 1
                subtest = (unescaped(line[11:]), self.block(indent + "    "))
            elif match := re.fullmatch(r"1\.\.(\d+)", line):
                expect(plan is None, "a second plan")
                plan = int(match[1])
                self.position += 1
            elif match := POINT.fullmatch(line):
                self.position += 1
                points.append(self.point(match, len(points) + 1, subtest, indent))
                subtest = None
            else:
                expect(False, f"no line of TAP: {line!r}")
        expect(subtest is None, "a subtest without its test point")
        expect_equal(len(points), plan, "points, and the plan")
        return points

    def point(self, match, number, subtest, indent):
        expect_equal(int(match[2]), number, "number of a test point")
        text, skip, todo = match[3], None, None
        if directive := DIRECTIVE.fullmatch(text):
            text, reason = directive[1], unescaped(directive[3] or "")
            if directive[2].upper() == "SKIP":
                skip = reason
            else:
                todo = reason
        point = {"ok": not match[1], "name": unescaped(text), "skip": skip, "todo": todo}
        point["children"] = None
        if subtest:
            expect_equal(subtest[0], point["name"], "name of a subtest")
            point["children"] = subtest[1]
            if not all(child["ok"] or child["todo"] is not None for child in subtest[1]):
                expect(not point["ok"], "a subtest failed, and its test point did not")
        point["yaml"] = self.diagnostics(indent + "  ")
        return point

    def diagnostics(self, indent):
        if self.peek(indent) != "---":
            return None
        start = self.position + 1
        while self.peek(indent) != "...":
            self.position += 1
            expect(self.position < len(self.lines), "diagnostics without an end")
        body = self.lines[start:self.position]
        self.position += 1
        return yaml.safe_load("\n".join(body))
