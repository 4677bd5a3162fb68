#!/usr/bin/env bash
# Installs the packages of dist/ on a bare Debian, uses them, and removes them. It prints every command with its
# output, and fails where one fails. The packages of receipt-online are tried if dist/ has them. The Debian is a
# folder, .build/debian, which is made the first time. Needs root, and Debian or Ubuntu.
#
# Usage: try-packages.sh
set -euo pipefail
cd "$(dirname "$0")/.."
pristine=.build/debian
root=.build/debian-try
image=.build/image-try
# Where the project makes manual pages and completions, the packages must have them.
has_manual=$(sed -n '/^manual:/p' Makefile)
version=$(scripts/about.sh version)
name=receipt-$version-$(scripts/about.sh platform)
online=receipt-online-$version-$(scripts/about.sh platform)

if [ "$(id -u)" != 0 ]; then
  echo "Run this as root: it works in a folder of its own, with chroot." >&2
  exit 1
fi
scripts/setup-program.sh mmdebstrap mmdebstrap umoci umoci lintian lintian

if [ ! -d $pristine ]; then
  rm -rf $pristine.new
  # The packages come from where this machine has its own.
  sources=/etc/apt/sources.list
  for file in /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list.d/ubuntu.sources; do
    if [ -f $file ]; then sources=$file; fi
  done
  codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
  mmdebstrap --quiet --variant=minbase --include=man-db,bash-completion --dpkgopt=force-unsafe-io \
    --aptopt='Acquire::Languages "none"' "$codename" $pristine.new "$sources"
  mv $pristine.new $pristine
fi

# A server may still run where something failed.
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf $root $image' EXIT
rm -rf $root $image
cp -a $pristine $root
mkdir $root/receipts
cp "dist/$name.tar.gz" dist/receipt_*.deb Fixtures/sandbox-subscription.b64 $root/receipts
echo 'receipt: {bundle_id: com.example.tea, in_app: [{product_id: com.example.tea.pro}]}' >$root/receipts/spec.yaml

# Runs chroot with arguments, after it mounted /proc in a folder.
# shellcheck disable=SC2016
enter=(env -i PATH=/opt/receipt/bin:/usr/bin:/usr/sbin:/bin:/sbin HOME=/root TERM=dumb MANWIDTH=80
  unshare --mount sh -c 'mount -t proc proc "$0/proc" && exec chroot "$@"')

# Runs a command on the bare Debian, and prints it as one would have typed it.
run() {
  printf '$ %s\n' "$1"
  "${enter[@]}" $root $root bash -eo pipefail -c "cd /receipts && $1"
}

# What a person tries first.
use() {
  run 'receipt --version'
  run 'receipt decode sandbox-subscription.b64 | sed -n 1,6p'
  run 'receipt check sandbox-subscription.b64 | grep ": pass: signed by Apple"'
  run 'receipt diagnose sandbox-subscription.b64 --at 2018-11-29T08:45:00Z | sed -n 1,3p'
  run 'receipt make spec.yaml -o tea.receipt --root roots.pem && receipt check tea.receipt --trust-root roots.pem | sed -n 1p'
  run 'rm tea.receipt roots.pem'
}

# Removes packages, and looks for what they left.
purge() {
  run "dpkg --listfiles $* >files && dpkg --purge $*"
  # shellcheck disable=SC2016
  run 'while read -r file; do [ ! -f "$file" ] || { echo "still there: $file"; exit 1; }; done <files'
}

# Unpacks an image into a folder.
unpack() {
  rm -rf $image
  mkdir -p $image
  tar -xf "dist/$1.oci.tar" -C $image
  umoci --log=error unpack --image "$image:$version" $image/bundle
  mkdir $image/bundle/rootfs/proc
}

# Starts the server, asks it whether it is well, and ends it. The arguments are those of enter.
serve() {
  echo '$ receipt-online serve --listen 127.0.0.1:0'
  : >$root/address
  "${enter[@]}" "$@" /usr/bin/receipt-online serve --listen 127.0.0.1:0 >$root/address &
  server=$!
  until [ -s $root/address ]; do
    kill -0 $server
    sleep 0.1
  done
  cat $root/address
  port=$(sed 's|.*:\(.*\)/|\1|' $root/address)
  exec 3<>"/dev/tcp/127.0.0.1/$port"
  printf 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nConnection: close\r\n\r\n' "$port" >&3
  grep -x ok <&3
  exec 3>&-
  kill $server
  wait $server
}

echo "== the bare Debian has no compiler and no OpenSSL =="
run '! command -v cc gcc clang swift openssl receipt'

echo "== the .deb =="
suppressed=()
if [ -z "$has_manual" ]; then suppressed=(--suppress-tags no-manual-page); fi
lintian --allow-root --fail-on error,warning "${suppressed[@]}" dist/receipt_*.deb
run 'dpkg --install receipt_*.deb'
use
if [ -n "$has_manual" ]; then run 'man receipt | sed -n 1,8p'; fi
if [ -n "$has_manual" ]; then
  # Bash-completion says with 124 that it found a completion.
  # shellcheck disable=SC2016
  run '. /usr/share/bash-completion/bash_completion && { _completion_loader receipt || test $? = 124; } && complete -p receipt'
fi
purge receipt

echo "== the archive =="
run "mkdir /opt/receipt && tar -xzf $name.tar.gz -C /opt/receipt --strip-components=1 && ls /opt/receipt"
use

echo "== the image, unpacked and run as nobody =="
unpack "$name"
cp Fixtures/sandbox-subscription.b64 $image/bundle/rootfs/receipts
echo '$ receipt check sandbox-subscription.b64'
"${enter[@]}" $image/bundle/rootfs --userspec=65534:65534 $image/bundle/rootfs \
  /usr/bin/receipt check /receipts/sandbox-subscription.b64 | sed -n 1p

if [ ! -f "dist/$online.oci.tar" ]; then exit; fi

echo "== the .deb of receipt-online, beside that of receipt =="
lintian --allow-root --fail-on error,warning dist/receipt-online_*.deb
cp dist/receipt-online_*.deb $root/receipts
run 'dpkg --install receipt_*.deb receipt-online_*.deb'
run 'receipt-online --version'
serve $root $root
run 'man receipt-online-serve | sed -n 1,8p'
# shellcheck disable=SC2016
run '. /usr/share/bash-completion/bash_completion && { _completion_loader receipt-online || test $? = 124; } && complete -p receipt-online'
purge receipt receipt-online

echo "== the image of receipt-online, unpacked and run as nobody =="
unpack "$online"
serve $image/bundle/rootfs --userspec=65534:65534 $image/bundle/rootfs
