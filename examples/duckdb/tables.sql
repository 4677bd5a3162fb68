-- The answers of receipt as tables. The columns are named, because DuckDB would otherwise guess them from the rows
-- that happen to be there.
CREATE VIEW checks AS
SELECT source.name AS file, verdict, checks, error
FROM read_json('checks.ndjson', format = 'newline_delimited', columns = {
  source: 'STRUCT(name VARCHAR)', verdict: 'VARCHAR', error: 'STRUCT(code VARCHAR, hint VARCHAR)',
  checks: 'STRUCT(id VARCHAR, status VARCHAR, reason VARCHAR)[]'});

CREATE VIEW diagnoses AS
SELECT source.name AS file, summary.genuine.code AS genuine, summary.owned AS owned, summary.action.code AS action
FROM read_json('diagnoses.ndjson', format = 'newline_delimited', columns = {
  source: 'STRUCT(name VARCHAR)',
  summary: 'STRUCT(genuine STRUCT(code VARCHAR), action STRUCT(code VARCHAR),
    owned STRUCT(product_id VARCHAR, code VARCHAR, until VARCHAR)[])'});

CREATE VIEW receipts AS
SELECT source.name AS file, source.form AS form, receipt.bundle_id AS bundle_id,
  receipt.environment AS environment, receipt.in_app AS in_app, signature.status AS signature
FROM read_json('decoded.ndjson', format = 'newline_delimited', columns = {
  source: 'STRUCT(name VARCHAR, form VARCHAR)', signature: 'STRUCT(status VARCHAR)',
  receipt: 'STRUCT(bundle_id VARCHAR, environment VARCHAR, in_app STRUCT(
    product_id VARCHAR, transaction_id VARCHAR, original_transaction_id VARCHAR, purchase_date VARCHAR,
    expires_date VARCHAR, cancellation_date VARCHAR, is_trial_period BOOLEAN)[])'});

-- What is signed, one row for each purchase in each file. Only apple counts outside of tests.
CREATE VIEW purchases AS
SELECT file, unnest(in_app, recursive := true)
FROM receipts WHERE signature IN ('apple', 'custom');
