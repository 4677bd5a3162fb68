-- How many receipts are there of each app, from where, and in which form?
SELECT bundle_id, environment, form, count(*) AS receipts
FROM receipts WHERE form IS NOT NULL GROUP BY ALL ORDER BY ALL;
