# Which purchases are in more than one file? Perhaps two users sent the same receipt.
# input: decoded.ndjson
[.[] | select(.signature.status == "apple" or .signature.status == "custom")
  | {file: .source.name, id: .receipt.in_app[]?.original_transaction_id}]
| unique
| group_by(.id)[]
| select(length > 1)
| [.[0].id, (map(.file) | join(" "))]
| @tsv
