# How many receipts are there of each app, from where, and in which form?
# input: decoded.ndjson
map(select(.source.form))
| group_by([.receipt.bundle_id, .receipt.environment, .source.form])[]
| [.[0].receipt.bundle_id, .[0].receipt.environment, .[0].source.form, length]
| @tsv
