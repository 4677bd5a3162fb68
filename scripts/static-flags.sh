#!/bin/sh
# Prints the flags for a binary that is as static as this machine allows: not at all, the Swift runtime, or
# everything.
swift=${1:-swift}

# The PATH may have only a launcher of a toolchain manager, but the compiler knows its own place.
resources=$("$swift" -print-target-info 2>/dev/null |
  sed -n 's/.*"runtimeResourcePath" *: *"\(.*\)".*/\1/p')
[ -d "${resources}_static" ] || exit 0

has_static() { [ -f "$(pkg-config --variable=libdir "$1" 2>/dev/null)/$2" ]; }
if has_static libcrypto libcrypto.a && has_static yaml-0.1 libyaml.a; then
  # lld, because gold warns about every function of the C library that Foundation wants dynamically linked.
  # None of them is used here.
  echo "--static-swift-stdlib -Xswiftc -static-executable -Xswiftc -use-ld=lld -Xlinker -s" \
    "-Xlinker --no-eh-frame-hdr -Xlinker -T -Xlinker scripts/release.ld"
else
  echo "--static-swift-stdlib -Xlinker -s"
fi
