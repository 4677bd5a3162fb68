#!/bin/sh
# Puts the rows of receipts into a file of DuckDB, and into one of Parquet.
# Usage: duckdb.sh RECEIPTS.NDJSON, where each line is an object with the members user_id and receipt.
set -eu

receipt table --lines --field receipt --keep user_id --bad-rows report "$1" >rows.ndjson
{
  receipt schema table --format sql
  cat <<'SQL'
ALTER TABLE receipt_rows ADD COLUMN user_id bigint;
INSERT INTO receipt_rows BY NAME SELECT * FROM read_json('rows.ndjson', format = 'newline_delimited');
COPY receipt_rows TO 'rows.parquet' (FORMAT parquet);
SQL
} | duckdb receipts.duckdb
