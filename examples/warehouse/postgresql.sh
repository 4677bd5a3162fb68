#!/bin/sh
# Judges the receipts of the table customers (user_id, seen_at, receipt) in PostgreSQL, and keeps a row for each user
# and product in receipt_rows. psql finds the database by PGHOST, PGDATABASE and its other variables.
set -eu

# The columns of receipt_rows, and before them the key. A later run finds the table there.
table() {
  receipt schema table --format sql | sed "s/^CREATE TABLE receipt_rows (/$1 (\n  user_id bigint NOT NULL,/"
}

{
  echo 'SET client_min_messages = warning;'
  table 'CREATE TABLE IF NOT EXISTS receipt_rows'
  echo 'CREATE INDEX IF NOT EXISTS receipt_rows_user ON receipt_rows (user_id);'
} | psql -q -v ON_ERROR_STOP=1

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{
  table 'CREATE TEMPORARY TABLE fresh'
  cat <<'SQL'
\copy fresh FROM pstdin (FORMAT csv, HEADER)
-- A user's rows are replaced together: a product that the newer receipt no longer has must not stay.
DELETE FROM receipt_rows USING fresh WHERE receipt_rows.user_id = fresh.user_id;
INSERT INTO receipt_rows SELECT * FROM fresh;
SQL
} >"$folder/load.sql"

# No step begins before the one before it has ended well: a pipe would pass on what a program that was killed has
# written until then. Each receipt is judged at the time at which it was seen. A receipt that cannot be read is a row
# too, so it does not end the run; one transaction takes all rows, or none.
psql -q -v ON_ERROR_STOP=1 -c "COPY (SELECT user_id, seen_at, receipt FROM customers) TO STDOUT (FORMAT csv, HEADER)" \
  >"$folder/customers.csv"
receipt table --lines --column receipt --keep user_id --at-field seen_at --bad-rows report --format csv \
  "$folder/customers.csv" >"$folder/rows.csv"
psql -q -v ON_ERROR_STOP=1 -1 -f "$folder/load.sql" <"$folder/rows.csv"
