-- Who has an active subscription, and until when?
SELECT file, o.product_id, o.until
FROM diagnoses, unnest(owned) AS t(o) WHERE o.code IN ('active', 'grace') ORDER BY ALL;
