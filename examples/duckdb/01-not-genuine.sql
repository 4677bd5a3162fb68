-- Which receipts are not genuine, and why?
SELECT file, list_aggregate(
  [c.reason FOR c IN checks IF c.status IN ('fail', 'undetermined')], 'string_agg', ' ') AS reasons
FROM checks WHERE verdict = 'fail' ORDER BY file;
