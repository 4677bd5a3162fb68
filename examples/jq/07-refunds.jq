# What was refunded, and when? The same transaction may be in several files.
# input: decoded.ndjson
[.[] | select(.signature.status == "apple" or .signature.status == "custom") | .receipt.in_app[]?
  | select(.cancellation_date)
  | [.cancellation_date, .product_id, .transaction_id]]
| unique[]
| @tsv
