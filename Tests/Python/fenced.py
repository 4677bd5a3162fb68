"""Prints the example that a page marks with a comment: fenced.py PAGE NAME"""

import re
import sys

from report import expect_equal


def main(path, name):
    with open(path, encoding="utf-8") as file:
        found = re.findall(rf"<!-- {name} -->\n```[a-z]+\n(.*?)```", file.read(), re.DOTALL)
    expect_equal(len(found), 1, f"examples {name}")
    sys.stdout.write(found[0])


main(*sys.argv[1:])
