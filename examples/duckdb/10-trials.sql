-- How many customers had a free trial of each product, and how many paid afterwards?
SELECT trial.product_id, count(*) AS trials, count(paid.original_transaction_id) AS paid
FROM (SELECT DISTINCT original_transaction_id, product_id FROM purchases WHERE is_trial_period) AS trial
LEFT JOIN (
  SELECT DISTINCT original_transaction_id FROM purchases
  WHERE is_trial_period = false AND cancellation_date IS NULL) AS paid USING (original_transaction_id)
GROUP BY trial.product_id ORDER BY ALL;
