#!/bin/sh
# Installs what the build needs, if missing: the headers of OpenSSL and libyaml, and pkg-config.
set -eu

# pkg-config does not look where Homebrew keeps its OpenSSL. SwiftPM does.
if command -v brew >/dev/null 2>&1; then
  PKG_CONFIG_PATH="$(brew --prefix)/opt/openssl@3/lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
  export PKG_CONFIG_PATH
fi
if command -v pkg-config >/dev/null 2>&1 && pkg-config --exists 'libcrypto >= 3' yaml-0.1; then
  exit 0
fi

if command -v apt-get >/dev/null 2>&1; then
  echo "installing libssl-dev, libyaml-dev and pkg-config" >&2
  "$(dirname "$0")/apt-install.sh" libssl-dev libyaml-dev pkg-config
elif command -v dnf >/dev/null 2>&1; then
  if [ "$(id -u)" = 0 ]; then sudo=; else sudo=sudo; fi
  $sudo dnf install -y openssl-devel libyaml-devel pkgconf-pkg-config
elif command -v brew >/dev/null 2>&1; then
  brew install openssl@3 libyaml pkg-config
else
  echo "please install OpenSSL 3 and libyaml with their headers, and pkg-config" >&2
  exit 1
fi
