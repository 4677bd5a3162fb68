# Which files could not be read, and what helps?
# input: checks.ndjson
map(select(.verdict == "error"))
| sort_by(.source.name)[]
| [.source.name, .error.code, .error.hint]
| @tsv
