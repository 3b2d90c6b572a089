#!/usr/bin/env bash
# Makes the archives of a release in a folder: release.sh FOLDER [TARGET...]. Without targets, for this machine. Each
# archive has the program, the engine of the pages if web/build.sh has built it, completions, the manual page and the
# licences; SHA256SUMS has the checksums. The programs are compiled from the packages for a registry, outside the
# repository, so that no source in them comes from a clone. For Windows, name x86_64-pc-windows-gnu; it takes mingw
# (./setup.sh --with-windows). With zig (pip install ziglang cargo-zigbuild), the program for Linux runs with every glibc
# since 2.17; otherwise, with this one's.
set -euo pipefail
out=$(realpath -m "${1:?name a folder for the archives}")
shift
cd "$(dirname "$0")/.."
repository=$PWD
host=$(rustc -vV | sed -n 's/^host: //p')
[ $# -gt 0 ] || set -- "$host"
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -1)
folder=$(realpath -m "${CARGO_TARGET_DIR:-target}")
mkdir -p "$out"
# For Windows. Of Debian's two mingw, only the one with POSIX threads has std::thread, which HiGHS uses. The linker finds
# libstdc++ in a folder without its DLL, since Windows has none.
windows() {
    local posix="" library
    ! command -v x86_64-w64-mingw32-g++-posix >/dev/null || posix=-posix
    export CC_x86_64_pc_windows_gnu="x86_64-w64-mingw32-gcc$posix" CXX_x86_64_pc_windows_gnu="x86_64-w64-mingw32-g++$posix"
    export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER="$CC_x86_64_pc_windows_gnu"
    mkdir -p "$folder/package/static"
    library=$("$CXX_x86_64_pc_windows_gnu" -print-file-name=libstdc++.a)
    cp "$library" "$folder/package/static/"
    export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUSTFLAGS="-L native=$folder/package/static -C link-arg=-static"
    # CaDiCaL's build would start a program of the other system, and libclang looks for this system's headers.
    export CADICAL_RUN_CPP_TESTS=0
    BINDGEN_EXTRA_CLANG_ARGS_x86_64_pc_windows_gnu="-I$("$CC_x86_64_pc_windows_gnu" -print-file-name=include)"
    export BINDGEN_EXTRA_CLANG_ARGS_x86_64_pc_windows_gnu
}

# The packages, unpacked beside each other as a registry would give them.
cargo package --quiet --workspace --exclude soliter-testing --no-verify
packed=$(mktemp -d)
trap 'rm -r "$packed"' EXIT
for crate in "$folder"/package/soliter*-"$version".crate; do
    tar -xzf "$crate" -C "$packed"
done
cp Cargo.lock "$packed/soliter-$version/"
# Crates of the same release replace those of the registry.
{
    echo "[patch.crates-io]"
    for crate in "$packed"/soliter-*-"$version"; do
        name=$(basename "$crate" "-$version")
        echo "$name = { path = '$crate' }"
    done
} >"$packed/patch.toml"

# A package compiles without the repository's settings too, but then HiGHS and CaDiCaL are compiled file by file.
for target in "$@"; do
    name="soliter-$version-$target"
    build="$folder/package/build" command=(build --target "$target")
    if [ "$target" = x86_64-unknown-linux-gnu ] && command -v cargo-zigbuild >/dev/null; then
        # Objects of the two compilers cannot be linked together.
        build="$folder/package/zig" command=(zigbuild --target "$target.2.17")
        export CMAKE_TOOLCHAIN_FILE_x86_64_unknown_linux_gnu="$repository/.cargo/highs/zig.cmake"
    fi
    (
        if [[ "$target" != "$host" && "$target" == *windows-gnu ]]; then windows; fi
        cd "$packed/soliter-$version"
        cargo "${command[@]}" --quiet --release --config "$repository/.cargo/config.toml" --config "$packed/patch.toml" --target-dir "$build"
    )
    program="$build/$target/release/soliter"
    [ -e "$program" ] || program="$program.exe"
    rm -rf "${packed:?}/$name" && mkdir "$packed/$name"
    cp "$program" LICENSE-* README.md "$packed/$name/"
    [ ! -e "$folder/release/engine.wasm" ] || cp "$folder/release/engine.wasm" "$packed/$name/"
    # What runs here describes itself; the same texts go with the program for another system.
    if [ "$target" = "$host" ]; then
        answer=$(cd "$packed" && "$program" solve gardner/latin-cross -q)
        [[ "$answer" == "Latin cross: 5 moves"* ]] || { echo "the packaged program answers: $answer" >&2; exit 1; }
        mkdir -p "$packed/texts"
        for shell in bash zsh fish elvish powershell; do
            "$program" completions "$shell" >"$packed/texts/soliter.$shell"
        done
        "$program" man >"$packed/texts/soliter.1"
    fi
    [ ! -d "$packed/texts" ] || cp -r "$packed/texts" "$packed/$name/shell"
    case "$target" in
        *windows*) (cd "$packed" && python3 -m zipfile -c "$out/$name.zip" "$name") ;;
        *) tar --sort=name --owner=0 --group=0 -czf "$out/$name.tar.gz" -C "$packed" "$name" ;;
    esac
done
(cd "$out" && sha256sum soliter-"$version"-* >SHA256SUMS)
ls -l "$out"
