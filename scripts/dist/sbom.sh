#!/bin/sh
# Lists the parts of a program as CycloneDX, from what parts.sh prints.
#
# Usage: sbom.sh PROGRAM PARTS VERSION BINARY >FILE
set -eu
hash=$("$(dirname "$0")/../checksum.sh" "$4" | cut -d ' ' -f 1)
created=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)
awk -F '\t' -v program="$1" -v version="$3" -v hash="$hash" -v created="$created" '
  # Names and versions of packages have no characters that JSON escapes.
  function text(value) { return "\"" value "\"" }
  BEGIN {
    print "{\"$schema\":\"http://cyclonedx.org/schema/bom-1.6.schema.json\","
    print "\"bomFormat\":\"CycloneDX\",\"specVersion\":\"1.6\",\"version\":1,"
    print "\"metadata\":{\"timestamp\":" text(created) ",\"component\":{\"type\":\"application\",\"bom-ref\":" text(program) ","
    print "\"name\":" text(program) ",\"version\":" text(version) ",\"licenses\":[{\"license\":{\"id\":\"MIT\"}}],"
    print "\"hashes\":[{\"alg\":\"SHA-256\",\"content\":" text(hash) "}]}},"
    print "\"components\":["
  }
  {
    print (NR > 1 ? "," : "") "{\"type\":\"library\",\"bom-ref\":" text($4) ",\"name\":" text($1) ",\"version\":" text($2) ","
    print "\"licenses\":[{\"expression\":" text($3) "}],\"purl\":" text($4) ","
    files = split($6, file, " ")
    printf "\"properties\":["
    for (i = 1; i <= files; i++) printf "%s{\"name\":\"receipt:linked\",\"value\":%s}", (i > 1 ? "," : ""), text(file[i])
    print "]}"
    refs = refs (NR > 1 ? "," : "") text($4)
  }
  END { print "],\n\"dependencies\":[{\"ref\":" text(program) ",\"dependsOn\":[" refs "]}]}" }' "$2"
