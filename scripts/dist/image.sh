#!/bin/sh
# Packs a program as an image for containers, in the layout of the Open Container Initiative. The image has nothing
# but the program and the licences, and runs as nobody.
#
# Usage: image.sh PROGRAM NAME VERSION ARCHITECTURE, which writes dist/NAME.oci.tar. The architecture is named as Go names it.
set -eu
program=$1 name=$2 version=$3 architecture=$4
tree=.build/dist/image
documentation=$tree/usr/share/doc/$program
layout=.build/dist/layout
created=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)

digest() { sha256sum "$1" | cut -d ' ' -f 1; }

# Stores a file under its digest, and prints what refers to it: its type, digest and size.
store() {
  hash=$(digest "$2")
  size=$(($(wc -c <"$2")))
  mv "$2" "$layout/blobs/sha256/$hash"
  printf '"mediaType":"%s","digest":"sha256:%s","size":%d' "$1" "$hash" "$size"
}

mkdir -p "$layout/blobs/sha256" "$tree/usr/bin" "$documentation" "$tree/receipts"
install -m 755 ".build/release/$program" "$tree/usr/bin/$program"
cp LICENSE "$documentation/LICENSE"
cp .build/dist/licenses "$documentation/LICENSES-OF-PARTS"

scripts/dist/tar.sh "$tree" usr receipts >"$layout/layer"
content=$(digest "$layout/layer")
gzip -n "$layout/layer"
layer=$(store application/vnd.oci.image.layer.v1.tar+gzip "$layout/layer.gz")

cat >"$layout/config" <<END
{"architecture":"$architecture","os":"linux","created":"$created",
"config":{"User":"65534:65534","Env":["PATH=/usr/bin"],"Entrypoint":["/usr/bin/$program"],"WorkingDir":"/receipts",
"Labels":{"org.opencontainers.image.title":"$program","org.opencontainers.image.version":"$version",
"org.opencontainers.image.revision":"$(git rev-parse HEAD)","org.opencontainers.image.licenses":"MIT",
"org.opencontainers.image.source":"$(scripts/about.sh repository)"}},
"rootfs":{"type":"layers","diff_ids":["sha256:$content"]}}
END
config=$(store application/vnd.oci.image.config.v1+json "$layout/config")

printf '{"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json","config":{%s},"layers":[{%s}]}\n' \
  "$config" "$layer" >"$layout/manifest"
manifest=$(store application/vnd.oci.image.manifest.v1+json "$layout/manifest")

printf '{"schemaVersion":2,"manifests":[{%s,"annotations":{"org.opencontainers.image.ref.name":"%s"}}]}\n' \
  "$manifest" "$version" >"$layout/index.json"
printf '{"imageLayoutVersion":"1.0.0"}\n' >"$layout/oci-layout"
scripts/dist/tar.sh "$layout" blobs index.json oci-layout >"dist/$name.oci.tar"
