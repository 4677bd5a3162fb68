# How many customers had a free trial of each product, and how many paid afterwards?
# input: decoded.ndjson
[.[] | select(.signature.status == "apple" or .signature.status == "custom") | .receipt.in_app[]?]
| (map(select(.is_trial_period == false and (.cancellation_date | not)) | .original_transaction_id) | unique) as $paid
| map(select(.is_trial_period) | {id: .original_transaction_id, product: .product_id})
| unique
| group_by(.product)[]
| [.[0].product, length, (map(select(.id as $id | $paid | index($id))) | length)]
| @tsv
