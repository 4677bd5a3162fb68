# Which active subscriptions end in the next 14 days?
# input: diagnoses.ndjson
[.[] | .source.name as $file | .summary.owned[]
  | select(.code == "active" and .until < "2026-03-19T00:00:00Z")
  | [.until, .product_id, $file]]
| sort[]
| @tsv
