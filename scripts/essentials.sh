#!/bin/sh
# Builds Sources/FoundationEssentials, which stands in the place of Swift's module of that name, and prints the folder
# that it is in. ArgumentParser uses little of that module, but the linker keeps all of it: a quarter of the program.
set -eu
swift=${1:-swift}
cd "$(dirname "$0")/.."

# The folder has a checksum of the compiler, which alone can read the module, and of its sources, since what is compiled
# with it can be linked with no other. Its symbols have another name, for tests have both modules.
sources=Sources/FoundationEssentials
version=$({ "$swift" -print-target-info && cat scripts/essentials.sh "$sources"/*; } | cksum | cut -d ' ' -f 1)
folder=.build/essentials/$version/FoundationEssentials.build
object=$folder/FoundationEssentials.o
if [ ! -f "$object" ]; then
  mkdir -p "$folder"
  "${swift}c" -O -wmo -parse-as-library -swift-version 6 -strict-memory-safety -warnings-as-errors \
    -gnone -file-prefix-map "$PWD=." -Xfrontend -function-sections -module-name FoundationEssentials \
    -module-abi-name ReceiptEssentials \
    -emit-module -emit-module-path "$folder/FoundationEssentials.swiftmodule" \
    -emit-object -o "$object" "$sources"/*.swift >&2
fi
echo "$PWD/$folder"
