# How many purchases and renewals were there of each product in each month of 2026?
# input: decoded.ndjson
[.[] | select(.signature.status == "apple" or .signature.status == "custom") | .receipt.in_app[]?
  | select(.purchase_date >= "2026")]
| unique_by(.transaction_id)
| group_by([.purchase_date[:7], .product_id])[]
| [.[0].purchase_date[:7], .[0].product_id, length]
| @tsv
