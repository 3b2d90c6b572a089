#!/usr/bin/env bash
# Builds the engine of the pages as one file, engine.wasm: beside the program, where `soliter site` looks for it, or at the path
# given. It needs the target wasm32-unknown-unknown (`./setup.sh --with-web`).
# With the standard library's source (the same command installs it), std is compiled for size too, and panics are left
# out, which takes a quarter off the file; the tools of the package binaryen, if they are there, take off a little more.
# docs/contributing/engine-size.md lists where the bytes are, and what else was tried.
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
binaryen=
options=()
last=(-C link-arg=--compress-relocations)
if [ -n "${SOLITER_WEB_OPT:-}" ]; then
    export CARGO_PROFILE_RELEASE_OPT_LEVEL=$SOLITER_WEB_OPT CARGO_PROFILE_RELEASE_LTO=false
    export CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16
else
    # The rounds of a digest as a loop.
    export RUSTFLAGS='--cfg sha2_backend_soft="compact"'
    if command -v wasm-as >/dev/null; then
        # It sorts functions by their names, and leaves these out at the end.
        binaryen=yes CARGO_PROFILE_RELEASE_STRIP=debuginfo
        export CARGO_PROFILE_RELEASE_STRIP
    fi
    # One instruction copies a value of several words, not a load and a store for each.
    if rustc -C llvm-args=-max-store-memcpy=2 --print cfg >/dev/null 2>&1; then
        last+=(-C llvm-args=-max-store-memcpy=2)
    fi
    if [ -d "$(rustc --print sysroot)/lib/rustlib/src/rust/library" ] &&
        RUSTC_BOOTSTRAP=1 rustc -Zunstable-options -Cpanic=immediate-abort --print cfg >/dev/null 2>&1; then
        # Stable compilers have these options too, but offer them only with RUSTC_BOOTSTRAP. A panic in the engine ends it
        # without a message in either case. A folder of its own keeps the two standard libraries apart.
        export RUSTC_BOOTSTRAP=1 RUSTFLAGS="$RUSTFLAGS -Zunstable-options -Cpanic=immediate-abort"
        options=(-Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size)
        folder=$folder/engine
    else
        echo "web/build.sh: without the component rust-src and Rust 1.92 or newer the file is larger; ./setup.sh --with-web installs it" >&2
    fi
fi
cargo rustc --release --locked --target "$target" --target-dir "$folder" "${options[@]}" -- "${last[@]}"
built=$folder/$target/release/soliter_web.wasm
mkdir -p "$(dirname "$out")"
if [ -n "$binaryen" ]; then
    # Only the features that the compiler itself uses.
    features=(--enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext --enable-mutable-globals
        --enable-multivalue --enable-reference-types)
    # The lowest kilobyte of the memory is the last of the stack: an access there may end the engine, as a full stack does.
    wasm-opt -Oz --converge --low-memory-unused -g "${features[@]}" "$built" -o "$out"
    # Functions that resemble each other compress better side by side: the text of the module, with its functions sorted
    # by crate (part of their names) and length.
    wasm-dis "${features[@]}" "$out" | awk '
        /^ \(func / {
            crate = match($0, /Cs[0-9A-Za-z]+_[0-9]+[a-z_]+/) ? substr($0, RSTART, RLENGTH) : "-"
            text = ""
            inside = 1
        }
        inside { text = text "\v" $0 }
        !inside { print (text == "" ? 0 : 2) "\t-\t0\t" $0 }
        inside && /^ \)$/ { print 1 "\t" crate "\t" length(text) "\t" substr(text, 2); inside = 0 }' |
        LC_ALL=C sort -s -t $'\t' -k1,1n -k2,2 -k3,3n | cut -f4- | tr '\v' '\n' >"$out.wat"
    wasm-as "${features[@]}" "$out.wat" -o "$out"
    rm "$out.wat"
else
    cp "$built" "$out"
fi
echo "$out: $(wc -c <"$out") bytes, $(gzip -9 -c "$out" | wc -c) compressed" >&2
