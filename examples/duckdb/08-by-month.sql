-- How many purchases and renewals were there of each product in each month of 2026?
SELECT purchase_date[1:7] AS month, product_id, count(DISTINCT transaction_id) AS purchases
FROM purchases WHERE purchase_date >= '2026' GROUP BY ALL ORDER BY ALL;
