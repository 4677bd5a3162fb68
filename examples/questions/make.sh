#!/bin/sh
# Makes a folder of receipts, the same ones every time, and asks receipt about them. The answers are in checks.ndjson,
# diagnoses.ndjson and decoded.ndjson, with one line for each receipt. RECEIPT names the tool.
set -eu
receipt=${RECEIPT:-receipt}

rm -rf receipts
mkdir receipts
"$receipt" make --quiet --root root.pem

made() {
  file=$1
  shift
  "$receipt" make --quiet "$@" -o "receipts/$file"
}
for story in subscription-renewals subscription-lapsed subscription-refund subscription-upgrade \
  subscription-gap subscription-trial consumables family; do
  made "$story.bin" --scenario "$story" --created 2026-03-01
done
# The same customer half a year before, and one with the receipt of another.
made subscription-renewals.old.bin --scenario subscription-renewals --created 2025-09-01 --seed 2
cp receipts/subscription-lapsed.bin receipts/somebody-else.bin
cat > app.yaml <<'END'
receipt: {bundle_id: com.example.tea, environment: Sandbox}
END
made tester.bin app.yaml --scenario subscription-trial --created 2026-02-28
made transactions --scenario subscription-refund --created 2026-03-01 --style jws-transaction --seed 3
made forged.bin --broken content-changed
head -c 900 receipts/consumables.bin > receipts/half.bin
echo '<html><body>504 Gateway Time-out</body></html>' > receipts/gateway.html

# The questions are about failed checks and unreadable files, so the exit codes 1 and 2 are no failure here.
at="--at 2026-03-05"
ask() { "$receipt" "$@" receipts --trust-root root.pem --format ndjson --quiet || test $? -le 2; }
ask check $at > checks.ndjson
ask diagnose $at --settings none > diagnoses.ndjson
ask decode > decoded.ndjson
