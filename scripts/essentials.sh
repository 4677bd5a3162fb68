#!/bin/sh
# Prints the flags with which Sources/FoundationEssentials stands in the place of Swift's module of that name, and
# builds it before. ArgumentParser uses little of that module, but the linker keeps all of it: a quarter of the program.
set -eu
swift=${1:-swift}
cd "$(dirname "$0")/.."

# Another compiler cannot read the module.
version=$("$swift" -print-target-info | sed -n 's/.*"compilerVersion" *: *"\(.*\)".*/\1/p' | cksum | cut -d ' ' -f 1)
folder=.build/essentials/$version/FoundationEssentials.build
object=$folder/FoundationEssentials.o
sources=Sources/FoundationEssentials
if [ ! -f "$object" ] || [ -n "$(find "$sources" -newer "$object")" ]; then
  mkdir -p "$folder"
  "${swift}c" -O -wmo -parse-as-library -swift-version 6 -strict-memory-safety -warnings-as-errors \
    -gnone -file-prefix-map "$PWD=." -Xfrontend -function-sections -module-name FoundationEssentials \
    -emit-module -emit-module-path "$folder/FoundationEssentials.swiftmodule" \
    -emit-object -o "$object" "$sources"/*.swift >&2
fi
echo "-Xswiftc -I -Xswiftc $PWD/$folder -Xlinker $PWD/$object"
