-- What was refunded, and when? The same transaction may be in several files.
SELECT DISTINCT cancellation_date, product_id, transaction_id
FROM purchases WHERE cancellation_date IS NOT NULL ORDER BY ALL;
