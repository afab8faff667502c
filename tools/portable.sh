#!/usr/bin/env bash
# Compares the digits of the platforms: scorio-digest makes 500 calls and then 5,500, and compares
# their bits with the committed ones. It runs natively, on ARM, with musl, and in WebAssembly.
#
#   tools/portable.sh PLATFORM...  of native, aarch64, musl, wasm; all of them by default
#
# ARM and musl need a standard library for their target: that of rustup (`rustup target add`), or that
# of Debian 12, which is built from its source. zig links them. ARM runs in qemu, on Debian's C library.
# On Debian 12, root installs what is missing. Elsewhere it says what is missing, and skips the
# platform. That is a failure where the environment variable CI is "true".
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/debian.sh

target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
python=$PWD/.venv/bin/python
failures=0

skip() {
  echo "$1: skipped: $2"
  if [ "${CI:-}" = true ]; then failures=$((failures + 1)); fi
}

# The packages of Debian that hold these files, each given as PACKAGE:FILE.
have() {
  local wanted=() one
  missing=
  for one in "$@"; do
    [ -e "${one#*:}" ] || wanted+=("${one%%:*}")
  done
  [ ${#wanted[@]} -gt 0 ] || return 0
  missing="Debian's ${wanted[*]}"
  debian "${wanted[@]}" && missing=
}

fail() {
  echo "$1: $2"
  failures=$((failures + 1))
}

# What keeps a platform from its turn: something that is missing, or a defect.
stop() {
  if [ -n "$missing" ]; then skip "$1" "it needs $missing"; else fail "$1" "the program is not built"; fi
}

# The program of both numbers of calls, by the command in front of it.
compare() {
  local name=$1 calls
  shift
  for calls in 500 5500; do
    if ! "$@" "$calls" > "$target/portable.txt"; then
      fail "$name" "other digits in $calls calls"
      cat "$target/portable.txt"
      return
    fi
  done
  echo "$name: the same digits in 500 and in 5,500 calls"
}

# With the crates of the Makefile, whose tests have compiled the core.
native() {
  cargo build --quiet --locked --profile fast --workspace --exclude scorio-python --exclude scorio-module \
    --bin scorio-digest --example panicking
  compare "native ($(uname -sm))" "$target/fast/scorio-digest"
}

# zig has an unwinder of its own in place of those of GCC.
linker() {
  mkdir -p "$target/portable"
  cat > "$target/portable/$1" <<WRAPPER
#!/bin/sh
for one; do
  shift
  case \$one in
    -lgcc_s | -lgcc_eh) set -- "\$@" -lunwind ;;
    -lgcc | --target=*) ;;
    *) set -- "\$@" "\$one" ;;
  esac
done
exec "$python" -m ziglang cc -target $1 "\$@"
WRAPPER
  chmod +x "$target/portable/$1"
}

# Builds the program for a target of Rust, with a target of zig. Where something is missing, it says
# so in `missing`, and otherwise a failure is one.
cross() {
  local triple=$1 zig=$2 variable
  missing=
  "$python" -c 'import ziglang' 2>/dev/null || { missing="ziglang in .venv"; return 1; }
  linker "$zig"
  variable=$(echo "$triple" | tr 'a-z-' 'A-Z_')
  export "CARGO_TARGET_${variable}_LINKER=$target/portable/$zig"
  if compgen -G "$(rustc --print target-libdir --target "$triple")/libcore-*" >/dev/null; then
    cargo build --quiet --locked --profile fast --target "$triple" -p scorio-digest
  elif have rustc-web:/usr/bin/rustc cargo-web:/usr/bin/cargo \
    rust-web-src:/usr/lib/rustlib/src/rust/library; then
    RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 /usr/bin/cargo build --quiet --locked \
      -Z build-std=std,panic_unwind --profile fast --target "$triple" -p scorio-digest
  else
    missing="a standard library: rustup target add $triple, or $missing"
    return 1
  fi
}

aarch64() {
  local name="ARM under qemu"
  have qemu-user-static:/usr/bin/qemu-aarch64-static libc6-arm64-cross:/usr/aarch64-linux-gnu/lib ||
    { stop "$name"; return; }
  cross aarch64-unknown-linux-gnu aarch64-linux-gnu.2.17 || { stop "$name"; return; }
  compare "$name" qemu-aarch64-static -L /usr/aarch64-linux-gnu \
    "$target/aarch64-unknown-linux-gnu/fast/scorio-digest"
}

musl() {
  local name="x86-64 with musl"
  # zig brings musl, and links it into the program.
  RUSTFLAGS="-C target-feature=+crt-static -C relocation-model=static -C link-self-contained=no" \
    cross x86_64-unknown-linux-musl x86_64-linux-musl || { stop "$name"; return; }
  compare "$name" "$target/x86_64-unknown-linux-musl/fast/scorio-digest"
}

wasm() {
  local name="WebAssembly in Node"
  command -v node >/dev/null || { skip "$name" "it needs node"; return; }
  [ -e "$target/scorio_digest.wasm" ] || { skip "$name" "it needs the package: make js"; return; }
  if SCORIO_DIGEST_WASM=$target/scorio_digest.wasm node --test js/test/digest.mjs > "$target/portable.txt"; then
    echo "$name: the same digits"
  else
    fail "$name" "other digits"
    cat "$target/portable.txt"
  fi
}

for platform in ${*:-native aarch64 musl wasm}; do
  $platform
done
[ "$failures" = 0 ]
