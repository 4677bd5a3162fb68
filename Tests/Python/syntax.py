"""Reads files of other languages with the grammars of tree-sitter: syntax.py LANGUAGE FILE

Fails where the grammar does not fit.
"""

import pathlib
import sys

import tree_sitter
import tree_sitter_groovy
import tree_sitter_ruby

from report import expect

GRAMMARS = {"groovy": tree_sitter_groovy, "ruby": tree_sitter_ruby}


def parse(language, path):
    parser = tree_sitter.Parser(tree_sitter.Language(GRAMMARS[language].language()))
    tree = parser.parse(pathlib.Path(path).read_bytes()).root_node
    expect(not tree.has_error, f"{path} is not {language}")
    return tree


def nodes(tree, kind):
    """All nodes of a kind, in their order."""
    if tree.type == kind:
        yield tree
    for child in tree.children:
        yield from nodes(child, kind)


if __name__ == "__main__":
    parse(*sys.argv[1:])
