#!/usr/bin/env python3
"""Names the tests that can pass without having asked anything.

    scripts/test_paths.py

On every path through a @Test function an expectation must run. It is #expect, #require, Issue.record, or a function of
the tests that has one on all its own paths. A loop that has expectations must run: the text shows what it goes through,
or another expectation names it. If one side of a do/catch has expectations, so must the other. A test that is right all
the same has a row in scripts/test_paths.tsv with its reason.

This reads the text alone, so it needs no build. First it looks at small tests of its own, some of which it must name.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXCEPTIONS = ROOT / "scripts/test_paths.tsv"

ENDS = "can end without an expectation"
LOOPS = "has expectations in a loop that may not run"
CATCHES = "has expectations on one side of a do/catch, and none on the other"

# Comments, strings and regular expressions: braces and names in them mean nothing.
TEXTS = re.compile(
    r'//[^\n]*|(?P<comment>/\*)|(?P<many>#*)"""|(?P<one>#*)"|(?P<raw>#+)/|(?<=[(,=:\[{!&|?])(?P<gap>\s*)/(?![/*\s])'
)


def blanked(text):
    """The text, with spaces for comments and for what stands in strings and regular expressions."""
    out, at = [], 0
    while match := TEXTS.search(text, at):
        out.append(text[at : match.start()])
        end = end_of_text(text, match)
        out.append(re.sub(r"[^\n]", " ", text[match.start() : end]))
        at = end
    return "".join(out) + text[at:]


def end_of_text(text, match):
    at = match.end()
    if match["comment"]:
        depth = 1
        while depth:
            mark = re.compile(r"/\*|\*/").search(text, at)
            depth, at = depth + (1 if mark[0] == "/*" else -1), mark.end()
        return at
    if match["raw"]:
        return text.index("/" + match["raw"], at) + 1 + len(match["raw"])
    if match["gap"] is not None:
        end = re.compile(r"(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])*/").match(text, at)
        return end.end() if end else at
    hashes = match["many"] if match["many"] is not None else match["one"]
    if hashes is None:
        return at  # A comment to the end of the line.
    close = ('"""' if match["many"] is not None else '"') + hashes
    escape = "\\" + hashes
    while not text.startswith(close, at):
        if text.startswith(escape + "(", at):
            at = end_of_interpolation(text, at + len(escape) + 1)
        else:
            at += len(escape) + 1 if text.startswith(escape, at) else 1
    return at + len(close)


def end_of_interpolation(text, at):
    depth = 1
    while depth:
        mark = re.compile(r'[()]|#*"').search(text, at)
        at = mark.end()
        if mark[0] in "()":
            depth += 1 if mark[0] == "(" else -1
        else:
            at = end_of_text(text, TEXTS.search(text, mark.start()))
    return at


SAYS = re.compile(r"#(?:expect|require)\b|\bIssue\.record\b")
# Names in the source of a loop that say nothing of it.
COMMON = {"try", "await", "where", "in", "self", "zip", "enumerated", "sorted", "count", "elements", "split"}

# What a token means only if it does not stand behind a dot, and is no label.
TOKEN = re.compile(
    r"(?<![.\w`#$@])(?P<word>if|guard|for|while|repeat|do|switch|return|throw|defer|break|continue"
    r"|func|struct|enum|class|actor|extension)\b(?!\s*:)(?!`)"
    r"|(?P<says>#(?:expect|require)\b|\bIssue\.record\b|\bconfirmation\b)"
    r"|(?<![#@\w])(?:(?P<of>\w*)[?!)\]}]?\s*(?P<dot>\.))?(?<![#@\w])(?P<call>\w+)(?=\s*\(|\s*\{)|(?P<brace>\{)"
)
# The closure of these runs for each element, so perhaps for none.
EACH = (
    r"(?:map|compactMap|flatMap|forEach|filter|allSatisfy|contains|first|firstIndex|last|reduce|sorted|min|max"
    r"|drop|prefix)"
)


class File:
    def __init__(self, path, text):
        self.path, self.text = path, blanked(text)
        self.pairs, stack = {}, []
        for mark in re.finditer(r"[(){}\[\]]", self.text):
            if mark[0] in "({[":
                stack.append(mark.start())
            else:
                open_ = stack.pop()
                self.pairs[open_] = mark.start()
                self.pairs[mark.start()] = open_
        head = r"(?:struct|class|enum|actor|extension) ([\w.]+)[^{}\n]*(?:\n[^{}\n]*)?\{"
        self.types = [
            (match[1].split(".")[-1], match.end() - 1, self.pairs[match.end() - 1])
            for match in re.finditer(head, self.text)
        ]
        self.functions = list(self.find_functions())
        self.filled = set(self.find_filled())

    def type_at(self, at):
        around = [(start, name) for name, start, end in self.types if start < at < end]
        return max(around)[1] if around else ""

    def find_functions(self):
        # A function, an initialiser, or a closure with a name.
        head = re.compile(
            r"(?<![\w.#])(?:func (\w+|[^\w\s(]+)|(init)\??)(?:<[^(]*>)?\("
            r"|\b(?:let|var) (\w+)(?:: [^={}\n]+)? = \{"
        )
        for match in head.finditer(self.text):
            if match[3]:
                brace = match.end() - 1
            else:
                brace = self.body_after(self.pairs[match.end() - 1] + 1)
                if brace is None:
                    continue
            name = match[1] or match[3] or self.type_at(match.start())
            yield Function(self, name, match.start(), brace + 1, self.pairs[brace])

    def body_after(self, at):
        """Where the body of a function begins whose parameters end here; none in a protocol."""
        while mark := re.compile(r"[({\[]|\n(?!\s*(?:->|async|throws|rethrows|where|\{))").search(self.text, at):
            if mark[0] in "{\n":
                return mark.start() if mark[0] == "{" else None
            at = self.pairs[mark.start()] + 1
        return None

    def tests(self):
        for match in re.finditer(r"@Test\b(\s*\()?", self.text):
            end = self.pairs[match.end() - 1] if match[1] else match.end()
            later = [function for function in self.functions if function.head > end]
            yield min(later, key=lambda function: function.head)

    def find_filled(self):
        """Names that hold at least one element, as the text shows."""
        for match in re.finditer(r"\b(?:let|var) (\w+)(?:: [^={}\n]+)? =\s+(?:try )?(?=[\[(\w.])", self.text):
            if self.is_literal(match.end()):
                yield match[1]

    def is_literal(self, at):
        if self.text[at] == "[":
            inside = self.text[at + 1 : self.pairs[at]].strip()
            # The text was blanked, so a list of strings has only commas, or nothing but space.
            empty = self.pairs[at] == at + 1 or inside == ":"
            after = self.text[self.pairs[at] + 1 : self.pairs[at] + 2]
            return not empty and after != "("
        span = r"(?:\d[\d_]*|[\w.]*\.min) ?\.\.[.<]|stride\(from: \d|[\w.]+\.allCases\b"
        return bool(re.compile(span).match(self.text, at))


class Function:
    def __init__(self, file, name, head, start, end):
        self.file, self.name, self.head, self.start, self.end = file, name, head, start, end
        self.type = file.type_at(head)
        self.id = f"{self.type}/{name}"
        line = file.text[file.text.rfind("\n", 0, head) + 1 : head]
        self.is_private, self.is_static = "private " in line, "static " in line


class Reader:
    """Follows the statements of one function."""

    def __init__(self, function, asks, filled):
        self.function, self.file, self.asks, self.filled = function, function.file, asks, filled
        self.text, self.pairs = self.file.text, self.file.pairs
        self.findings = []

    def run(self):
        """Whether every path has asked something."""
        after, exits = self.block(self.function.start, self.function.end, False)
        return all(exits) and after is not False

    def block(self, at, end, said):
        """Whether something was asked before the end, None if it is not reached; and the same of each way out."""
        exits = []
        while match := TOKEN.search(self.text, at, end):
            at = match.end()
            word = match["word"]
            if match["says"] or match["call"]:
                said = said or bool(match["says"]) or self.asks(self.function, match)
                continue
            if match["brace"]:
                said, at = self.closure(match.start(), said), self.pairs[match.start()] + 1
            elif word in ("return", "throw", "break", "continue"):
                stop = self.end_of_statement(at, end)
                inner, _ = self.block(at, stop, said)
                if word != "throw":
                    exits.append(bool(inner))
                # What follows is not reached.
                return None, exits
            elif word == "func":
                at = self.pairs[self.file.body_after(self.pairs[self.text.index("(", at)] + 1)] + 1
            elif word in ("struct", "enum", "class", "actor", "extension"):
                at = self.pairs[self.text.index("{", at)] + 1
            else:
                said, at = getattr(self, word + "_")(at, end, said, exits)
                if said is None:
                    return None, exits
        return said, exits

    def end_of_statement(self, at, end):
        while at < end:
            mark = re.compile(r"[({\[]|\n").search(self.text, at, end)
            if mark is None:
                return end
            if mark[0] == "\n":
                if not re.compile(r"\s*(?:[.?:+*/%&|=<>!-]|as\b|is\b)").match(self.text, mark.end()):
                    return mark.start()
                at = mark.end()
            else:
                at = self.pairs[mark.start()] + 1
        return end

    def closure(self, brace, said):
        after, exits = self.block(brace + 1, self.pairs[brace], said)
        before = self.text[max(0, brace - 200) : brace].rstrip()
        if before.endswith(")"):
            open_ = self.pairs[self.text.rindex(")", 0, brace)]
            before = self.text[max(0, open_ - 60) : open_]
        is_value = re.search(r"(?:let|var) \w+(?:: [^=\n]+)? =$", before)
        if said or is_value or re.search(r"\." + EACH + r"\(?$", before):
            return said
        return all(exits) and after is not False

    def brace(self, at, end):
        """The body after a condition, in which a brace stands only between parentheses."""
        while True:
            mark = re.compile(r"[({\[]").search(self.text, at, end)
            if mark[0] == "{":
                return mark.start()
            at = self.pairs[mark.start()] + 1

    def body(self, brace, said, exits):
        after, inner = self.block(brace + 1, self.pairs[brace], said)
        exits += inner
        return after

    @staticmethod
    def joined(sides):
        reached = [side for side in sides if side is not None]
        return all(reached) if reached else None

    def if_(self, at, end, said, exits):
        sides = []
        while True:
            brace = self.brace(at, end)
            said, _ = self.block(at, brace, said)
            sides.append(self.body(brace, said, exits))
            at = self.pairs[brace] + 1
            other = re.compile(r"\s*else\b\s*(if\b|\{)").match(self.text, at, end)
            if other is None:
                return self.joined(sides + [said]), at
            at = other.end()
            if other[1] == "{":
                sides.append(self.body(at - 1, said, exits))
                return self.joined(sides), self.pairs[at - 1] + 1

    def guard_(self, at, end, said, exits):
        start = at
        while True:
            mark = re.compile(r"[({\[]|\belse\b").search(self.text, at, end)
            if mark[0] == "else":
                break
            at = self.pairs[mark.start()] + 1
        said, _ = self.block(start, mark.start(), said)
        brace = self.text.index("{", mark.end())
        self.body(brace, said, exits)
        return said, self.pairs[brace] + 1

    def for_(self, at, end, said, exits):
        brace = self.brace(at, end)
        head = re.compile(r"[\s\S]*?\bin\s+").match(self.text, at, brace)
        said, _ = self.block(head.end(), brace, said)
        after, inner = self.block(brace + 1, self.pairs[brace], said)
        asks = self.joined(inner + [after])
        is_filled = self.is_filled(head.end(), brace)
        if not is_filled and SAYS.search(self.text, brace, self.pairs[brace]) and not self.is_named(head.end(), brace):
            self.findings.append((LOOPS, at))
        return said or (is_filled and asks is not False), self.pairs[brace] + 1

    def is_filled(self, at, end):
        """Whether the text shows that this has an element."""
        source = re.sub(r"^(?:try |await )+", "", self.text[at:end].strip())
        if " where " in re.sub(r"\s", " ", source):
            return False
        list_ = re.compile(r"(?:Set|Array)\((?=\[)").match(self.text, at)
        if self.file.is_literal(list_.end() if list_ else at):
            return True
        steps = r"(?:\.(?:enumerated|reversed|sorted|shuffled|prefix)\([^()]*\)|\.indices)+$"
        source = re.sub(steps, "", re.sub(r"^(?:zip|Array|Set)\((.*)\)$", r"\1", source, flags=re.S))
        return any(name.split(".")[-1] in self.filled for name in re.split(r",\s*", source))

    def is_named(self, at, brace):
        """Whether an expectation outside the loop names its source, or something that the loop counts or collects."""
        body = self.text[brace : self.pairs[brace]]
        names = set(re.findall(r"\b[a-z]\w*", self.text[at:brace])) - COMMON
        names.update(re.findall(r"(\w+)(?:\[[^\]]*\])? \+= ", body))
        names.update(re.findall(r"(\w+)\.(?:append|insert|formUnion)\(", body))
        for match in SAYS.finditer(self.text, self.function.start, self.function.end):
            if not brace < match.start() < self.pairs[brace]:
                open_ = self.text.find("(", match.end())
                if names.intersection(re.findall(r"\w+", self.text[open_ : self.pairs[open_]])):
                    return True
        return False

    def while_(self, at, end, said, exits):
        brace = self.brace(at, end)
        said, _ = self.block(at, brace, said)
        self.block(brace + 1, self.pairs[brace], said)
        return said, self.pairs[brace] + 1

    def repeat_(self, at, end, said, exits):
        brace = self.brace(at, end)
        after, inner = self.block(brace + 1, self.pairs[brace], said)
        return self.joined(inner + [after]) is not False, self.pairs[brace] + 1

    def defer_(self, at, end, said, exits):
        brace = self.brace(at, end)
        return self.body(brace, said, exits), self.pairs[brace] + 1

    def do_(self, at, end, said, exits):
        brace = self.brace(at, end)
        sides = [self.body(brace, said, exits)]
        alone = [self.block(brace + 1, self.pairs[brace], False)[0]]
        at = self.pairs[brace] + 1
        while match := re.compile(r"\s*catch\b").match(self.text, at, end):
            brace = self.brace(match.end(), end)
            sides.append(self.body(brace, said, exits))
            alone.append(self.block(brace + 1, self.pairs[brace], False)[0])
            at = self.pairs[brace] + 1
        # A side that asks something is nothing if the other is taken.
        if True in alone and False in alone:
            self.findings.append((CATCHES, match.start() if match else brace))
        return self.joined(sides), at

    def switch_(self, at, end, said, exits):
        brace = self.brace(at, end)
        said, _ = self.block(at, brace, said)
        stop = self.pairs[brace]
        labels = [
            mark
            for mark in re.finditer(r"(?m)^\s*(?:@unknown )?(?:case\b|default\s*:)", self.text[:stop][brace + 1 :])
            if self.depth_is(brace, brace + 1 + mark.start())
        ]
        sides = []
        for index, label in enumerate(labels):
            start = brace + 1 + label.end()
            finish = brace + 1 + labels[index + 1].start() if index + 1 < len(labels) else stop
            after, inner = self.block(start, finish, said)
            exits += inner
            sides.append(after)
        return (self.joined(sides) if sides else said), stop + 1

    def depth_is(self, brace, at):
        """Whether the place is in these braces, and in none inside."""
        position = brace + 1
        while mark := re.compile(r"[({\[]").search(self.text, position, at):
            position = self.pairs[mark.start()] + 1
            if position > at:
                return False
        return True


def findings(files, sources=()):
    filled = {name for file in [*files, *sources] for name in file.filled}
    tests = [test for file in files for test in file.tests()]
    heads = {(test.file.path, test.head) for test in tests}
    functions = {}
    for file in [*files, *sources]:
        for function in file.functions:
            if (file.path, function.head) not in heads:
                functions.setdefault(function.name, []).append(function)
    suites = {test.type for test in tests}
    asserting = set()

    def asks(caller, call):
        """Whether all functions that a call may mean ask something."""
        found = [
            function
            for function in functions.get(call["call"], [])
            if function.file is caller.file or not function.is_private
        ]
        of = call["of"] if call["dot"] else "Self"
        if of in ("Self", "self"):
            found = [function for function in found if function.type in (caller.type, "", call["call"])]
        elif of[:1].isupper():
            found = [function for function in found if function.type == of]
        else:
            found = [function for function in found if function.type not in suites and not function.is_static]
        return bool(found) and all(function in asserting for function in found)

    while True:
        before = len(asserting)
        for function in (function for file in files for function in file.functions):
            if function not in asserting and Reader(function, asks, filled).run():
                asserting.add(function)
        if len(asserting) == before:
            break
    for test in tests:
        reader = Reader(test, asks, filled)
        found = [] if reader.run() else [(ENDS, test.head)]
        for rule, at in sorted(set(reader.findings), key=lambda finding: finding[1]) + found:
            yield test.id, f"{test.file.path}:{test.file.text.count(chr(10), 0, at) + 1}", rule


def swift(folder):
    return [File(path.relative_to(ROOT), path.read_text()) for path in sorted((ROOT / folder).rglob("*.swift"))]


# Each test of the first kind must be named with its rule, and none of the second.
PLANTED = """
@Suite struct Planted {
  @Test func ends_nothing() { let a = 1 }
  @Test func ends_return() { if a { return }; #expect(a) }
  @Test func ends_guard() throws {
    let (a, b) = ("}", 1)
    guard try verify(a).isTrusted else { return }
    #expect(b)
  }
  @Test func ends_if() { if a { #expect(a) } else if b { } else { #expect(c) } }
  @Test func ends_iflet() { if let a { #expect(a) } }
  @Test func ends_switch() { switch a { case .b: #expect(a)
    default: break } }
  @Test func ends_helper() { partly(a) }
  @Test(arguments: [1, 2]) func ends_closure(a: Int) { let check = { #expect(a) } }
  @Test func ends_each() { a.forEach { #expect($0) } }
  @Test func ends_while() { while a { #expect(a) } }
  @Test func ends_comment() { /* #expect(a) { */ a() // #expect(a) {
  }
  @Test func ends_string() { a("#expect(\\("#expect(a)"))") }
  @Test func ends_continue() { for a in [1] { if a == 1 { continue }; #expect(a) } }
  @Test func loops_empty() { #expect(a); for b in list() { #expect(b) } }
  @Test func loops_where() { #expect(a); for b in [1, 2] where b > 2 { #expect(b) } }
  @Test func catches_throw() { #expect(a); do { try b() } catch { #expect(error == c) } }
  @Test func catches_swallow() { #expect(a); do { #expect(try b()) } catch {} }

  @Test func fine_expect() { #expect(a) }
  @Test func fine_require() throws { let a = try #require(b) }
  @Test func fine_if() { if a { #expect(a) } else { Issue.record() } }
  @Test func fine_guard() throws { guard a else { throw b }; #expect(a) }
  @Test func fine_guardSays() { guard a else { Issue.record(); return }; #expect(a) }
  @Test func fine_loop() { for a in [1, 2] { #expect(a) } }
  @Test func fine_counted() { var n = 0; for a in b() { #expect(a); n += 1 }; #expect(n > 0) }
  @Test func fine_named() { let b = list(); #expect(!b.isEmpty); for a in b { #expect(a) } }
  @Test func fine_catch() { do { try a(); Issue.record() } catch { #expect(error) } }
  @Test func fine_helper() { wholly(a) }
  @Test func fine_closure() { a.withBytes { #expect($0) } }
  @Test func fine_regex() { a.replacing(/"{[^"/]*/, with: b); #expect(a) }

  private func partly(_ a: Int) { if a == 1 { #expect(a) } }
  private func wholly(_ a: Int) { if a == 1 { #expect(a) } else { again(a) } }
  private func again(_ a: Int) { #expect(a) }
}
"""
RULES = {"ends": ENDS, "loops": LOOPS, "catches": CATCHES}


def look_at_planted():
    file = File(pathlib.Path("planted"), PLANTED)
    found = {(id_.split("/")[1], rule) for id_, _, rule in findings([file])}
    names = [test.name for test in file.tests()]
    wanted = {(name, RULES[name.split("_")[0]]) for name in names if not name.startswith("fine")}
    # One without expectations in its loop may have both faults.
    for name, rule in sorted(wanted - found):
        sys.exit(f"scripts/test_paths.py does not find that {name} {rule}")
    for name, rule in sorted(found - wanted):
        sys.exit(f"scripts/test_paths.py says that {name} {rule}")


def exceptions():
    lines = EXCEPTIONS.read_text().splitlines()[1:]
    return dict(line.split("\t", 1) for line in lines)


def swift(folder):
    return [File(path.relative_to(ROOT), path.read_text()) for path in sorted((ROOT / folder).rglob("*.swift"))]


def main():
    look_at_planted()
    excused = exceptions()
    found = list(findings(swift("Tests"), swift("Sources")))
    for id_, place, rule in found:
        if id_ not in excused:
            print(f"{place}: {id_} {rule}")
    unused = sorted(set(excused) - {id_ for id_, _, _ in found})
    for id_ in unused:
        print(f"scripts/test_paths.tsv: {id_} needs no exception")
    if unused or any(id_ not in excused for id_, _, _ in found):
        sys.exit(1)


if __name__ == "__main__":
    main()
