# Reads what swift test prints; prints what needs to be read: compiler messages, failures whole, skipped tests
# with their reasons, and the counts. `status` names the file with the exit code, once it is known.

# The arguments of a case may have several lines.
inCase { inCase = !/ started\.$/; next }

# Symbols differ between systems, so lines are known by their words.
{ event = $0; sub(/^[^ ]+ +/, "", event) }

event ~ /^Test run started\.$/ { shows = 0; next }
event ~ /^Test run with / { split(event, words, " "); total = words[4]; shows = 0; next }
event ~ /^Suite .* (started\.|passed after .*)$/ { shows = 0; next }
event ~ /^Suite .* failed after / { shows = 0; next }
event ~ /^Suite .* skipped/ { shows = 0; next }
event ~ /^Test case passing / { shows = 0; inCase = !/ started\.$/; next }

event ~ /^Test .* started\.$/ { started++; shows = 0; next }
event ~ /^Test .* passed after / { passed++; shows = 0; tell(); next }
event ~ /^Test .* failed after / { failed++; shows = 1; print; tell(); next }
event ~ /^Test .* skipped(:|\.)/ {
  shows = 0
  at = match(event, / skipped(:|\.)/)
  reason = substr(event, at + RLENGTH + 1)
  gsub(/^"|"$/, "", reason)
  if (reason == "") reason = "no reason given"
  if (!(reason in skips)) reasons[++reasonCount] = reason
  skips[reason]++
  names[reason] = names[reason] "\n  " substr(event, 6, at - 6)
  skipped++
  next
}

# Says how far it is.
function tell() {
  if ((passed + failed) % 250 == 0) printf "%d of %d tests have ended\n", passed + failed, started
  fflush()
}

# What follows a line belongs to it: details of a failure, or the library's version.
/^↳/ { if (shows) print; next }
/^\[[0-9]+\/[0-9]+\] / || /^Building for / || /^Build complete!/ { next }
{ shows = 1; print }

END {
  code = 1
  if ((getline line < status) > 0) code = line + 0
  for (i = 1; i <= reasonCount; i++) {
    reason = reasons[i]
    printf "\n%d skipped: %s%s\n", skips[reason], reason, names[reason]
  }
  # Two events may mix in one line, which then counts for neither. Where all passed, their number is in the last one.
  if (code == 0 && total > 0) passed = started = total - skipped
  ended = passed + failed
  # A crash ends the run in the middle of its tests; after an error of the compiler it never began.
  if (started > ended) {
    printf "\n%d tests did not end: exit code %d\n", started - ended, code
    failed += started - ended
  }
  if (code != 0 && failed == 0) {
    printf "\nThe tests did not run: exit code %d\n", code
    failed = 1
  }
  printf "\n%d tests: %d passed, %d skipped%s, %d failed; the whole log: %s\n", \
    passed + failed + skipped, passed, skipped, skipped ? " (reasons above)" : "", failed, log_
  counted = sprintf("%d passed, %d failed, %d skipped", passed, failed, skipped)
  # One of several runs leaves the closing line to the end of them all.
  if (counts != "") print counted >>counts
  else print counted
}
