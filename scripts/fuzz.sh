#!/bin/bash
# Fuzzes the targets of Fuzz/, two at a time, and says what was reached. What it learned stays in
# .build-fuzz/corpora; a finding is written to .build-fuzz/findings, and makes the script fail.
#
#   scripts/fuzz.sh [--build-quick | --keep] [TARGET…]
#
# --build-quick only builds the fuzzer, for runs of seconds: without optimization, with which the library alone takes
# four times as long.
# FUZZ_QUICK=1 takes the one that it built, and begins from Fuzz/Corpora alone. Otherwise a run begins from the whole
# catalogue too, which takes ten seconds a command.
# TIME is the number of seconds for each target, 60 by default. With --keep, the smallest corpus that reaches
# the same is written to Fuzz/Corpora. The next run begins from there.
set -euo pipefail
cd "$(dirname "$0")/.."

work="$PWD/.build-fuzz"
seconds=${TIME:-60}
# Of one input, in seconds. Without optimization, and beside other builds, the machine may be busy for long.
limit=20
if [ -n "${FUZZ_QUICK:-}" ]; then limit=200; fi
keeps=
builds=
speed=-O
case ${1:-} in
--build-quick) builds=1 speed=-Onone ;;
--keep)
  keeps=1
  shift
  ;;
esac

# The backtracer would hang on a crash that the sanitizer reports.
export SWIFT_BACKTRACE=enable=no
if [ -z "${FUZZ_QUICK:-}" ]; then
  linker=()
  if [ "$(uname -s)" = Linux ]; then linker=(-Xswiftc -use-ld=lld); fi
  # Of the three sanitizers, that for undefined behaviour is for C: our shims.
  RECEIPT_PART=fuzz "${SWIFT:-swift}" build -c release --product ReceiptFuzz --scratch-path "$work" \
    --disable-index-store -debug-info-format none -Xswiftc $speed -Xswiftc -enable-testing \
    -Xswiftc -sanitize=fuzzer,address -Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=undefined \
    "${linker[@]}" >"$work.log" 2>&1 || {
    grep -E "error|warning:" "$work.log"
    exit 1
  }
fi
if [ -n "$builds" ]; then exit; fi
fuzzer="$work/release/ReceiptFuzz"

# A container and a payload have lengths inside lengths, so inputs stay small; texts may be longer.
options=(-close_fd_mask=2 "-timeout=$limit" -rss_limit_mb=2048 -malloc_limit_mb=512 -max_len=16384
  -reload=0 -print_final_stats=1 -dict=Fuzz/receipt.dict)

targets=("$@")
if [ ${#targets[@]} = 0 ]; then
  while read -r name; do targets+=("$name"); done < <("$fuzzer" --list)
fi

# The commands under test read and write files: in memory, where there is such a place.
memory=${TMPDIR:-/tmp}
if [ -d /dev/shm ]; then memory=/dev/shm; fi
folders=$(mktemp -d "$memory/receipt-fuzz.XXXXXX")
trap 'rm -rf "$folders"' EXIT

# One target. It is a failure if something was found.
fuzz() {
  local target=$1 found=0
  local corpus="$work/corpora/$target" log="$work/logs/$target" finding small
  export RECEIPT_FUZZ_FOLDER="$folders/$target"
  mkdir -p "$corpus" "$RECEIPT_FUZZ_FOLDER"
  if [ -f "Fuzz/Corpora/$target.tar.gz" ]; then tar -xzf "Fuzz/Corpora/$target.tar.gz" -C "$corpus" || return 1; fi
  if [ -z "${FUZZ_QUICK:-}" ]; then "$fuzzer" "$target" --seeds "$corpus" || return 1; fi
  # The corpus is replayed first, so its inputs are regression tests.
  if ! "$fuzzer" "$target" "${options[@]}" -max_total_time="$seconds" \
    -artifact_prefix="$work/findings/$target-" "$corpus" >"$log" 2>&1; then
    found=1
    finding=$(sed -n 's/.*Test unit written to //p' "$log" | tail -1)
    echo "$target: FOUND: $finding"
    # Again, with the messages that fuzzing hides.
    "$fuzzer" "$target" "$finding" 2>&1 | grep -aE 'ERROR|Fatal error|runtime error' | head -3 || true
  fi
  awk -v target="$target" '
    / cov: / { for (i = 1; i < NF; i++) if ($i == "cov:") edges = $(i + 1) }
    /number_of_executed_units/ { runs = $2 }
    /peak_rss_mb/ { memory = $2 }
    END { printf "%s: %d executions, %d edges, %d MB\n", target, runs, edges, memory }' "$log"

  if [ -n "$keeps" ]; then
    small="$work/minimal/$target"
    rm -rf "$small"
    mkdir -p "$small" Fuzz/Corpora
    "$fuzzer" "$target" "${options[@]}" -merge=1 "$small" "$corpus" >>"$log" 2>&1
    # The smallest inputs, up to a size at which all targets together stay below a megabyte.
    (cd "$small" && wc -c ./* | sort -n | awk '$2 != "total" && (sum += $1) <= 45000 { print $2 }' | LC_ALL=C sort) |
      tar -C "$small" --format=ustar --no-recursion --mtime=@0 --owner=0 --group=0 --mode=644 -cf - -T - |
      gzip -n9 >"Fuzz/Corpora/$target.tar.gz"
  fi
  return $found
}

failed=0
mkdir -p "$work/findings" "$work/logs"
# Each uses one processor, so every other one runs beside the rest.
every_other() {
  local number found=0
  for ((number = $1; number < ${#targets[@]}; number += 2)); do fuzz "${targets[number]}" || found=1; done
  return $found
}
every_other 1 &
every_other 0 || failed=1
wait $! || failed=1
exit $failed
