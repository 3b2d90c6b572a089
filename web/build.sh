#!/usr/bin/env bash
# Builds the engine of the pages as one file, engine.wasm: beside the program, where `soliter site` looks for it, or at the path
# given. It needs the target wasm32-unknown-unknown (`./setup.sh --with-web`).
# SOLITER_WEB_OPT=1 compiles faster, for tests; the file is larger and slower.
set -euo pipefail
cd "$(dirname "$0")"

target=wasm32-unknown-unknown
folder=${CARGO_TARGET_DIR:-../target}
out=${1:-$folder/release/engine.wasm}
if [ ! -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ]; then
    echo "web/build.sh: the target $target is missing; ./setup.sh --with-web installs it" >&2
    exit 1
fi
faster=()
if [ -n "${SOLITER_WEB_OPT:-}" ]; then
    export CARGO_PROFILE_RELEASE_OPT_LEVEL=$SOLITER_WEB_OPT CARGO_PROFILE_RELEASE_LTO=false
    export CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16
    faster=(--config "profile.release.package.soliter-peg.opt-level=$SOLITER_WEB_OPT")
fi
cargo build --release --locked --target "$target" --target-dir "$folder" "${faster[@]}"
mkdir -p "$(dirname "$out")"
cp "$folder/$target/release/soliter_web.wasm" "$out"
echo "$out: $(wc -c <"$out") bytes, $(gzip -9 -c "$out" | wc -c) compressed" >&2
