#!/usr/bin/env bash
# Makes sure that a `julia` of at least 1.5 is on PATH for the tests.
#
#   tools/install-julia.sh           install it where that is known to work: Debian 12, as root
#   tools/install-julia.sh --check   print nothing, and succeed if it is there
#
# Debian 12 has no Julia, but Debian 11's, 1.5.3, runs there with two additions. Without Debian 11's
# libunwind, every exception in Julia is a segmentation fault. Without libgcc_s loaded first, a panic
# in a Rust library cannot be caught.
#
# Elsewhere it says what is missing, and how to run what is skipped. That is a failure where the
# environment variable CI is "true".
set -euo pipefail

minimum=1.5
home=/opt/julia-debian-11

works() {
  command -v julia >/dev/null 2>&1 || return 1
  julia --startup-file=no -e "
    VERSION >= v\"$minimum\" || exit(1)
    try error() catch; exit(0) end
    exit(1)" >/dev/null 2>&1
}

missing() {
  echo "The Julia tests and the parity of Julia and Python are skipped: $1." >&2
  echo "To run them, put a julia of at least $minimum on PATH, and call make test again." >&2
  if [ "${CI:-}" = true ]; then exit 1; fi
  exit 0
}

add_debian_11() {
  local here=/etc/apt/sources.list.d
  grep -qs bookworm "$here/debian.sources" || missing "$here/debian.sources does not name Debian 12"
  # The machine's sources for the older release, from which nothing is installed unless named.
  sed -e 's/ *bookworm-updates//' -e 's/bookworm/bullseye/g' "$here/debian.sources" \
    > "$here/debian-11.sources"
  printf 'Package: *\nPin: release n=bullseye*\nPin-Priority: 100\n' \
    > /etc/apt/preferences.d/debian-11
}

install() {
  [ "$(id -u)" = 0 ] || missing "no julia on PATH, and only root may install one"
  command -v apt-get >/dev/null || missing "no julia on PATH, and no apt-get to install one"
  [ -e /etc/apt/sources.list.d/debian-11.sources ] || add_debian_11
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq || missing "Debian's packages cannot be reached"
  apt-get install -qq --no-install-recommends julia >/dev/null 2>&1 ||
    missing "Debian 11's julia could not be installed"
  local work
  work=$(mktemp -d)
  (cd "$work" && apt-get download -qq libunwind8/bullseye >/dev/null 2>&1 &&
    dpkg-deb -x libunwind8_*.deb .) || missing "Debian 11's libunwind could not be installed"
  mkdir -p "$home"
  cp -a "$work"/usr/lib/*/libunwind*.so* "$home/"
  rm -rf "$work"
  cat > /usr/local/bin/julia <<WRAPPER
#!/bin/sh
export LD_LIBRARY_PATH="$home\${LD_LIBRARY_PATH:+:\$LD_LIBRARY_PATH}"
export LD_PRELOAD="libgcc_s.so.1\${LD_PRELOAD:+:\$LD_PRELOAD}"
exec /usr/bin/julia "\$@"
WRAPPER
  chmod +x /usr/local/bin/julia
  hash -r
}

if [ "${1:-}" = --check ]; then works; exit; fi
if ! works; then
  install
  works || missing "a julia was installed, but an exception in it is still fatal"
fi
julia --version
