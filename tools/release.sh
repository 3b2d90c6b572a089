#!/usr/bin/env bash
# release.sh FOLDER [TARGET...]: makes the archives of a release in FOLDER, by default for this machine only. Each archive
# contains the program, the licences and the README, and also the WebAssembly engine if web/build.sh has built it. Shell
# completions and the manual page come from the program for this machine, so name its target first. SHA256SUMS lists the
# checksums. The programs are compiled outside the repository, from the packages as a registry would receive them, so that
# no source file comes from the clone. For Windows, the target is x86_64-pc-windows-gnu, which needs mingw
# (./setup.sh --with-windows). With zig (pip install ziglang cargo-zigbuild), the program for Linux works with glibc 2.17
# or later; without zig, it is linked against this machine's glibc.
set -euo pipefail
out=$(realpath -m "${1:?give a folder for the archives}")
shift
cd "$(dirname "$0")/.."
repository=$PWD
host=$(rustc -vV | sed -n 's/^host: //p')
[ $# -gt 0 ] || set -- "$host"
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -1)
folder=$(realpath -m "${CARGO_TARGET_DIR:-target}")
mkdir -p "$out"
# Settings for Windows. HiGHS uses std::thread, which only the POSIX-threads variant of Debian's two mingw compilers has.
# Windows does not ship libstdc++'s DLL, so the linker gets a folder with only the static library.
windows() {
    local posix="" library
    ! command -v x86_64-w64-mingw32-g++-posix >/dev/null || posix=-posix
    export CC_x86_64_pc_windows_gnu="x86_64-w64-mingw32-gcc$posix" CXX_x86_64_pc_windows_gnu="x86_64-w64-mingw32-g++$posix"
    export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER="$CC_x86_64_pc_windows_gnu"
    mkdir -p "$folder/package/static"
    library=$("$CXX_x86_64_pc_windows_gnu" -print-file-name=libstdc++.a)
    cp "$library" "$folder/package/static/"
    export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUSTFLAGS="-L native=$folder/package/static -C link-arg=-static"
    # Keep CaDiCaL's build from running a Windows program, and point libclang at mingw's headers.
    export CADICAL_RUN_CPP_TESTS=0
    BINDGEN_EXTRA_CLANG_ARGS_x86_64_pc_windows_gnu="-I$("$CC_x86_64_pc_windows_gnu" -print-file-name=include)"
    export BINDGEN_EXTRA_CLANG_ARGS_x86_64_pc_windows_gnu
}

# The packages, unpacked side by side as downloaded from a registry.
cargo package --quiet --workspace --exclude soliter-testing --no-verify
packed=$(mktemp -d)
trap 'rm -r "$packed"' EXIT
for crate in "$folder"/package/soliter*-"$version".crate; do
    tar -xzf "$crate" -C "$packed"
done
cp Cargo.lock "$packed/soliter-$version/"
# Use the unpacked crates of this release instead of those in the registry.
{
    echo "[patch.crates-io]"
    for crate in "$packed"/soliter-*-"$version"; do
        name=$(basename "$crate" "-$version")
        echo "$name = { path = '$crate' }"
    done
} >"$packed/patch.toml"

# The packages compile without the repository's settings too, but then HiGHS and CaDiCaL are compiled file by file, which
# is slower.
for target in "$@"; do
    name="soliter-$version-$target"
    build="$folder/package/build" command=(build --target "$target")
    if [ "$target" = x86_64-unknown-linux-gnu ] && command -v cargo-zigbuild >/dev/null; then
        # A build folder of its own: objects from the two compilers cannot be linked together.
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
    # A program for this machine generates its completions and manual page; archives for later targets get the same files.
    if [ "$target" = "$host" ]; then
        answer=$(cd "$packed" && "$program" solve gardner/latin-cross -q)
        [[ "$answer" == "Latin cross: 5 moves"* ]] || { echo "unexpected answer from the packaged program: $answer" >&2; exit 1; }
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
