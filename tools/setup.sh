#!/usr/bin/env bash
# Installs what the build needs on Debian 12, with --clients also what only tests/clients/run.py uses. Does nothing
# when all is there.
set -euo pipefail
cd "$(dirname "$0")/.."

needed=(g++ cmake ninja-build ccache pkg-config python3 xz-utils libprotozero-dev libflatbuffers-dev libcli11-dev
        nlohmann-json3-dev libfmt-dev doctest-dev libjpeg-dev libpng-dev zlib1g-dev libre2-dev
        libutf8proc-dev libwebp-dev libtiff-dev libopenjp2-7-dev libzip-dev libbenchmark-dev)
wanted=(clang-19 libclang-rt-19-dev clang-format-19 clang-tidy-19)  # checks and sanitizers; the release build does without
if [ "${1:-}" = --clients ]; then
  wanted+=(mono-mcs mono-runtime libmono-system-core4.0-cil libmono-system-runtime4.0-cil
           libmono-system-numerics4.0-cil libmono-system-numerics-vectors4.0-cil)
fi

# The packages of the argument list that are not installed, one a line.
absent() {
  local package
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || echo "$package"
  done
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

if [ -d .git ] && [ -x tools/hooks/pre-commit ]; then
  [ "$(git config core.hooksPath || true)" = tools/hooks ] || git config core.hooksPath tools/hooks
fi
if ! command -v dpkg-query >/dev/null; then
  echo "setup: not a Debian system; install by hand: ${needed[*]}" >&2
  exit 0
fi
mapfile -t missing < <(absent "${needed[@]}")
mapfile -t missing_wanted < <(absent "${wanted[@]}")
[ ${#missing[@]} = 0 ] && [ ${#missing_wanted[@]} = 0 ] && exit 0

export DEBIAN_FRONTEND=noninteractive
as_root apt-get update -qq
if [ ${#missing[@]} != 0 ]; then
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi
if [ ${#missing_wanted[@]} != 0 ]; then
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    "${missing_wanted[@]}" || echo "setup: went without ${missing_wanted[*]}" >&2
fi
