-- Which active subscriptions end in the next 14 days?
SELECT o.until, o.product_id, file
FROM diagnoses, unnest(owned) AS t(o)
WHERE o.code = 'active' AND o.until < '2026-03-19T00:00:00Z' ORDER BY ALL;
