#!/usr/bin/env bash
# Builds the engine of the pages as one file, engine.wasm: beside the program, where `soliter site` looks for it, or at the path
# given. It needs the target wasm32-unknown-unknown (`./setup.sh --with-web`).
# With the standard library's source (the same command installs it), std is compiled for size too, and panics are left
# out, which takes a fifth off the file. SOLITER_WEB_OPT=1 compiles faster, for tests; the file is larger and slower.
set -euo pipefail
cd "$(dirname "$0")"

target=wasm32-unknown-unknown
folder=${CARGO_TARGET_DIR:-../target}
out=${1:-$folder/release/engine.wasm}
if [ ! -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ]; then
    echo "web/build.sh: the target $target is missing; ./setup.sh --with-web installs it" >&2
    exit 1
fi
options=()
if [ -n "${SOLITER_WEB_OPT:-}" ]; then
    export CARGO_PROFILE_RELEASE_OPT_LEVEL=$SOLITER_WEB_OPT CARGO_PROFILE_RELEASE_LTO=false
    export CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16
elif [ -d "$(rustc --print sysroot)/lib/rustlib/src/rust/library" ] &&
    RUSTC_BOOTSTRAP=1 rustc -Zunstable-options -Cpanic=immediate-abort --print cfg >/dev/null 2>&1; then
    # Stable compilers have these options too, but offer them only with RUSTC_BOOTSTRAP. A panic in the engine ends it without
    # a message in either case. A folder of its own keeps the two standard libraries apart.
    export RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zunstable-options -Cpanic=immediate-abort"
    options=(-Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size)
    folder=$folder/engine
else
    echo "web/build.sh: without the component rust-src and Rust 1.92 or newer the file is larger; ./setup.sh --with-web installs it" >&2
fi
cargo build --release --locked --target "$target" --target-dir "$folder" "${options[@]}"
mkdir -p "$(dirname "$out")"
cp "$folder/$target/release/soliter_web.wasm" "$out"
echo "$out: $(wc -c <"$out") bytes, $(gzip -9 -c "$out" | wc -c) compressed" >&2
