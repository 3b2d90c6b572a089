#!/usr/bin/env bash
# Builds the WebAssembly engine of the pages, engine.wasm, at the given path; by default, beside the program, where
# `soliter site` looks for it. It needs the Rust target wasm32-unknown-unknown (`./setup.sh --with-web`). If binaryen is
# installed, its wasm-opt makes the file smaller. For tests, SOLITER_WEB_OPT=1 compiles faster, but makes the file larger
# and the engine slower.
set -euo pipefail
cd "$(dirname "$0")"

target=wasm32-unknown-unknown
folder=${CARGO_TARGET_DIR:-../target}
out=${1:-$folder/release/engine.wasm}
if [ ! -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ]; then
    echo "web/build.sh: the Rust target $target is missing; install it with ./setup.sh --with-web" >&2
    exit 1
fi
if [ -n "${SOLITER_WEB_OPT:-}" ]; then
    export CARGO_PROFILE_RELEASE_OPT_LEVEL=$SOLITER_WEB_OPT CARGO_PROFILE_RELEASE_LTO=false
    export CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16
fi
cargo build --release --locked --target "$target" --target-dir "$folder"
built=$folder/$target/release/soliter_web.wasm
mkdir -p "$(dirname "$out")"
if [ -z "${SOLITER_WEB_OPT:-}" ] && command -v wasm-opt >/dev/null; then
    # Enable only the WebAssembly features that the compiler itself uses.
    wasm-opt -Oz --enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext --enable-mutable-globals \
        --enable-multivalue --enable-reference-types "$built" -o "$out"
else
    cp "$built" "$out"
fi
echo "$out: $(wc -c <"$out") bytes, $(gzip -9 -c "$out" | wc -c) compressed" >&2
