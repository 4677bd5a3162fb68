#!/bin/sh
# Prints the flags for a binary as static as this machine allows: nothing, the Swift runtime, or all.
swift=${1:-swift}

# A toolchain manager may put a launcher on the PATH; the compiler itself knows where it lives.
resources=$("$swift" -print-target-info 2>/dev/null |
  sed -n 's/.*"runtimeResourcePath" *: *"\(.*\)".*/\1/p')
[ -d "${resources}_static" ] || exit 0

libraries=$(pkg-config --variable=libdir libcrypto 2>/dev/null)
if [ -f "$libraries/libcrypto.a" ]; then
  # lld, because gold prints a warning for every function of the C library that Foundation would
  # rather have dynamic. None of them is used here.
  echo "--static-swift-stdlib -Xswiftc -static-executable -Xswiftc -use-ld=lld -Xlinker -s"
else
  echo "--static-swift-stdlib -Xlinker -s"
fi
