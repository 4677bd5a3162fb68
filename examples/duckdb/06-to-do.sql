-- What must be done, and for how many receipts?
SELECT action, count(*) AS receipts FROM diagnoses GROUP BY action ORDER BY receipts DESC, action;
