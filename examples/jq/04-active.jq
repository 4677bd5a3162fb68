# Who has an active subscription, and until when?
# input: diagnoses.ndjson
[.[] | .source.name as $file | .summary.owned[] | select(.code == "active" or .code == "grace")
  | [$file, .product_id, .until]]
| sort[]
| @tsv
