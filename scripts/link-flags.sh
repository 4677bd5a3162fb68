#!/bin/sh
# Prints the flags for a program on Linux that is as static as this machine allows: not at all, the Swift runtime, or
# everything, which runs wherever it is copied.
#
# Usage: link-flags.sh FOLDER-OF-THE-STATIC-RUNTIME
[ -d "$1" ] || exit 0

has_static() { [ -f "$(pkg-config --variable=libdir "$1" 2>/dev/null)/$2" ]; }
if has_static libcrypto libcrypto.a && has_static yaml-0.1 libyaml.a; then
  # lld, because gold warns about every function of the C library that Foundation wants dynamically linked.
  # None of them is used here. Functions with the same code are linked once.
  echo "-static-stdlib -static-executable -use-ld=lld -Xlinker -s -Xlinker --icf=all -Xlinker -O2" \
    "-Xlinker --no-eh-frame-hdr -Xlinker -T -Xlinker scripts/release.ld"
else
  echo "-static-stdlib -Xlinker -s"
fi
