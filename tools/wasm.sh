#!/usr/bin/env bash
# Builds the JavaScript package into FOLDER: tools/wasm.sh [FOLDER], target/js by default. It needs a
# compiler with the target wasm32-unknown-unknown: that of rustup, or else that of Debian, which builds
# the standard library from its own source. Then the module is smaller.
#   rustup:  rustup target add wasm32-unknown-unknown
#   Debian:  apt-get install -y --no-install-recommends rustc-web cargo-web rust-web-src lld-19
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/debian.sh
out=${1:-target/js}
target=${CARGO_TARGET_DIR:-target}
triple=wasm32-unknown-unknown

# The program that makes JavaScript out of the module has a lock of its own.
cargo build --quiet --locked --manifest-path tools/bindgen/Cargo.toml --target-dir "$target/bindgen"

# Every browser of the last years has these instructions. Digits are the same with them.
export RUSTFLAGS="-C target-feature=+simd128"
rustup_core=$(rustc --print target-libdir --target $triple 2>/dev/null || true)
# On Debian 12, root gets Debian's compiler where there is none.
if ! compgen -G "$rustup_core/libcore-*" >/dev/null &&
  ! { [ -d /usr/lib/rustlib/src/rust/library ] && [ -x /usr/bin/cargo ] && command -v wasm-ld-19; } >/dev/null; then
  debian rustc-web cargo-web rust-web-src lld-19 || true
fi
web() {
  if compgen -G "$rustup_core/libcore-*" >/dev/null; then
    cargo build --quiet --locked --profile wasm --target $triple "$@"
  elif [ -d /usr/lib/rustlib/src/rust/library ] && [ -x /usr/bin/cargo ]; then
    # The standard library for size, and without its sentences about panics: no call panics.
    RUSTFLAGS="$RUSTFLAGS -Z location-detail=none -Z unstable-options -C panic=immediate-abort" \
      RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 \
      CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=${WASM_LD:-wasm-ld-19} \
      /usr/bin/cargo build --quiet --locked -Z build-std=std,panic_abort \
      -Z build-std-features=optimize_for_size --profile wasm --target $triple "$@"
  else
    echo "The JavaScript package needs a standard library for $triple. Get one of rustup by" >&2
    echo "'rustup target add $triple', or on Debian 12 as root install the packages" >&2
    echo "rustc-web, cargo-web, rust-web-src and lld-19." >&2
    exit 1
  fi
}
# Both at once, so that they share the core.
web -p scorio-wasm -p scorio-digest --lib

rm -rf "$out"
mkdir -p "$out"
"$target/bindgen/debug/bindgen" "$target/$triple/wasm/scorio_wasm.wasm" "$out"
cp js/*.js js/*.d.ts js/package.json js/README.md LICENSE THIRD_PARTY_NOTICES "$out"
# What js/test/digest.mjs runs. It is no part of the package.
cp "$target/$triple/wasm/scorio_digest.wasm" "$target/scorio_digest.wasm"
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"$/\1/p' Cargo.toml)
grep -q "\"version\": \"$version\"" "$out/package.json" || {
  echo "js/package.json does not have the version $version of Cargo.toml" >&2
  exit 1
}
echo "export const version = \"$version\";" > "$out/version.js"
