-- What is to be done, and for how many?
SELECT action, count(*) AS receipts FROM diagnoses GROUP BY action ORDER BY receipts DESC, action;
