#!/bin/sh
# Installs what the build needs, if missing: the headers of OpenSSL and libyaml, and pkg-config.
set -eu

# pkg-config does not find an OpenSSL from Homebrew without help.
if command -v pkg-config >/dev/null 2>&1 && pkg-config --exists 'libcrypto >= 3' yaml-0.1; then
  exit 0
fi

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

if command -v apt-get >/dev/null 2>&1; then
  echo "installing libssl-dev, libyaml-dev and pkg-config" >&2
  as_root apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq libssl-dev libyaml-dev pkg-config
elif command -v dnf >/dev/null 2>&1; then
  as_root dnf install -y openssl-devel libyaml-devel pkgconf-pkg-config
elif command -v brew >/dev/null 2>&1; then
  brew install openssl@3 libyaml pkg-config
else
  echo "please install OpenSSL 3 and libyaml with their headers, and pkg-config" >&2
  exit 1
fi
