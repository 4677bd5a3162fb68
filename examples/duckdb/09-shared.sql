-- Which purchases are in more than one file? Perhaps two users sent the same receipt.
SELECT original_transaction_id, string_agg(DISTINCT file, ' ' ORDER BY file) AS files
FROM purchases GROUP BY original_transaction_id HAVING count(DISTINCT file) > 1 ORDER BY ALL;
