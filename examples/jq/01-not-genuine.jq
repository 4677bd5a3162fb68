# Which receipts are not genuine, and why?
# input: checks.ndjson
map(select(.verdict == "fail"))
| sort_by(.source.name)[]
| [.source.name, ([.checks[] | select(.status == "fail" or .status == "undetermined") | .reason] | join(" "))]
| @tsv
