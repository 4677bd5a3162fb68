#!/bin/sh
# Puts the rows of receipts into a file of DuckDB, and into one of Parquet. Those of an earlier run are replaced.
# Usage: duckdb.sh RECEIPTS.NDJSON, where each line is an object with the members user_id and receipt.
set -eu

receipt table --lines --field receipt --keep user_id --bad-rows report "$1" >rows.ndjson
{
  receipt schema table --format sql | sed 's/^CREATE TABLE/CREATE OR REPLACE TABLE/'
  cat <<'SQL'
ALTER TABLE receipt_rows ADD COLUMN user_id bigint;
-- COPY takes the types of the table. read_json would guess them from the first rows, and a column that is null in
-- all of those would stay null.
COPY receipt_rows FROM 'rows.ndjson' (FORMAT json);
COPY receipt_rows TO 'rows.parquet' (FORMAT parquet);
SQL
} | duckdb receipts.duckdb
