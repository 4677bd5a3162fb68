#!/bin/sh
# Prints what the linker put into the binary besides our own sources, one part a line. The columns are name, version,
# licence, package URL, the file with the text of the licence, and the libraries that were linked. Tabs separate them.
# It fails where it does not know a part, so that no list of parts leaves one out.
#
# Usage: parts.sh LINKMAP
set -eu
map=$1
swift=${SWIFT:-swift}
# The static runtime is beside the dynamic one.
runtime=$("$swift" -print-target-info | sed -n 's/.*"runtimeResourcePath" *: *"\(.*\)".*/\1/p')
swift_version=$("$swift" --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p')

fail() {
  echo "parts.sh: $*" >&2
  exit 1
}

swift_licence="Apache-2.0 WITH Swift-exception"

# Prints name, version, licence, package URL and licence text of the part that a file belongs to.
part() {
  case $1 in
  "$runtime"*)
    text=${runtime%/lib/swift}/share/swift/LICENSE.txt
    set -- swift "$swift_version" "$swift_licence" "pkg:swift/github.com/swiftlang/swift@$swift_version" "$text"
    ;;
  "$PWD"/.build/*)
    module=$(basename "$1" .build)
    case $module in
    receipt.product | receipt-online.product | receipt_online) return ;;
    *) if [ -d "Sources/$module" ]; then return; fi ;;
    esac
    sources=$(echo .build/checkouts/*/Sources/"$module")
    [ -d "$sources" ] || fail "no package has the module $module"
    folder=${sources%/Sources/*}
    case $module in
    CNIOBoringSSL)
      version=$(sed -n 's/.* at revision //p' "$sources/hash.txt")
      # A part of it, fiat-crypto, may be used under this licence too.
      set -- boringssl "$version" Apache-2.0 "pkg:github/google/boringssl@$version" "$folder/LICENSE.txt"
      ;;
    CNIOLLHTTP)
      version=$(sed -n 's/^#define LLHTTP_VERSION_[A-Z]* //p' "$sources/include/c_nio_llhttp.h" | paste -s -d .)
      set -- llhttp "$version" MIT "pkg:github/nodejs/llhttp@v$version" "$sources/LICENSE"
      ;;
    # It has a licence of its own, and no text of it.
    CNIOSHA1) fail "add the licence of $module" ;;
    *)
      name=${folder##*/}
      address=$(awk -F '"' -v name="$name" '
        $2 == "location" { address = $4 }
        $2 == "subpath" && $4 == name { print address }' .build/workspace-state.json |
        sed 's|^https://||; s|\.git$||')
      [ -n "$address" ] || fail "the address of $name is not known"
      version=$(git -C "$folder" describe --tags --exact-match)
      licence=Apache-2.0
      if grep -q 'Runtime Library Exception' "$folder/LICENSE.txt"; then licence=$swift_licence; fi
      set -- "$name" "$version" "$licence" "pkg:swift/$address@$version" "$folder/LICENSE.txt"
      ;;
    esac
    [ "$3" = MIT ] || grep -q 'Apache License' "$5" || fail "$1 has another licence now"
    ;;
  *)
    package=$(dpkg -S "$1" 2>/dev/null | sed -n '1s/: .*//p')
    [ -n "$package" ] || fail "no package has the file $1"
    name=$(dpkg-query -W -f '${source:Package}' "$package")
    version=$(dpkg-query -W -f '${source:Version}' "$package")
    case $name in
    openssl) licence=Apache-2.0 ;;
    libyaml) licence=MIT ;;
    glibc) licence=LGPL-2.1-or-later ;;
    gcc-*) licence="GPL-3.0-or-later WITH GCC-exception-3.1" ;;
    *) fail "add the licence of $name" ;;
    esac
    distribution=$(. /etc/os-release && echo "$ID")
    set -- "$name" "$version" "$licence" "pkg:deb/$distribution/$name@$version" "/usr/share/doc/${package%:*}/copyright"
    ;;
  esac
  [ -n "$2" ] || fail "the version of $1 is not known"
  [ -f "$5" ] || fail "the licence of $1 is missing: $5"
  printf '%s\t%s\t%s\t%s\t%s' "$@"
}

[ -f "$map" ] || fail "no map of the linker: remove the program in .build/release, and build it again"
# In the map an input is named with a section, and a member of an archive in parentheses. The objects of a module are
# in one folder.
# A pipe ends as its last command does, so the one that may fail is last.
parts=$(grep -ao '/[^ ():]*\.[ao]\b' "$map" | sed 's|\(/.build/.*\.build\)/.*|\1|' | sort -u | xargs realpath -m | sort -u |
  while read -r file; do
    about=$(part "$file")
    if [ -n "$about" ]; then printf '%s\t%s\n' "$about" "$(basename "$file" .build)"; fi
  done)
echo "$parts" | sort -t "$(printf '\t')" -k 1,6 | awk -F '\t' '
  $4 == before { printf " %s", $6; next }
  before { print "" }
  { printf "%s", $0; before = $4 }
  END { print "" }'
