# What must be done, and for how many receipts?
# input: diagnoses.ndjson
group_by(.summary.action.code)
| sort_by([-length, .[0].summary.action.code])[]
| [.[0].summary.action.code, length]
| @tsv
