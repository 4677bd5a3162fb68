"""Prints what DuckDB answers to a question, as tab-separated values: ask_duckdb.py TABLES QUESTION."""

import pathlib
import sys

import duckdb

tables, question = (pathlib.Path(file).read_text() for file in sys.argv[1:])
database = duckdb.connect()
database.execute(tables)
for row in database.sql(question).fetchall():
    print(*row, sep="\t")
