#!/bin/sh
# Judges the messages of the topic receipts, and sends a row for each product to the topic receipt-rows.
# Each message is an object with the members user_id and receipt. Debezium puts a row into an envelope: there the options
# are --field after.receipt --keep after.user_id.
# Usage: kafka.sh BROKER [option of kcat for the consumer …]
set -eu
broker=$1
shift

# -u: kcat keeps nothing back, so an answer does not wait for the next message.
kcat -C -q -u -b "$broker" -t receipts "$@" |
  receipt table --lines --field receipt --keep user_id --bad-rows report |
  kcat -P -b "$broker" -t receipt-rows
