#!/usr/bin/env bash
# Installs the build dependencies of HiGHS and CaDiCaL that do not come with Rust: a C++ compiler, cmake and libclang.
#   --with-browser  also Chromium and its driver, and axe if pip can download it, for tests/browser/
#   --with-python   also numpy, for tools/check_layers.py
#   --with-web      also the Rust target for web/build.sh
#   --with-windows  also the Rust target for Windows, mingw and Wine, for .ci/windows/run
#   --with-macos    also the Rust targets for .ci/macos
# It is safe to run again: only missing packages are installed.
set -euo pipefail

with_browser=no
with_python=no
with_windows=no
targets=()
for argument in "$@"; do
    case "$argument" in
        --with-browser) with_browser=yes ;;
        --with-python) with_python=yes ;;
        --with-web) targets+=(wasm32-unknown-unknown) ;;
        --with-windows) with_windows=yes targets+=(x86_64-pc-windows-gnu) ;;
        --with-macos) targets+=(aarch64-apple-darwin x86_64-apple-darwin) ;;
        *)
            echo "setup.sh: unknown option \"$argument\"; use --with-browser, --with-python, --with-web, --with-windows or --with-macos" >&2
            exit 2
            ;;
    esac
done

missing=()
command -v cmake >/dev/null 2>&1 || missing+=(cmake)
command -v c++ >/dev/null 2>&1 || missing+=(g++)

has_libclang() {
    if [ -n "${LIBCLANG_PATH:-}" ] && [ -e "$LIBCLANG_PATH" ]; then return 0; fi
    # The pattern must not match libclang-cpp, a different library.
    if ldconfig -p 2>/dev/null | grep -qE 'libclang(-[0-9.]+)?\.so'; then return 0; fi
    # Debian and Ubuntu install it with LLVM, macOS with the command-line tools.
    compgen -G '/usr/lib/llvm-*/lib/libclang.so*' >/dev/null && return 0
    compgen -G '/usr/lib/llvm-*/lib/libclang-[0-9]*.so*' >/dev/null && return 0
    compgen -G '/Library/Developer/CommandLineTools/usr/lib/libclang.dylib' >/dev/null
}
# libclang alone cannot parse C headers: it needs Clang's own headers, such as stddef.h.
has_clang_headers() {
    [ "$(uname -s)" != Linux ] && return 0
    compgen -G '/usr/lib*/clang/*/include/stddef.h' >/dev/null && return 0
    compgen -G '/usr/lib/llvm-*/lib/clang/*/include/stddef.h' >/dev/null
}
{ has_libclang && has_clang_headers; } || missing+=(libclang-dev)

if [ "$with_browser" = yes ]; then
    command -v chromium >/dev/null 2>&1 || missing+=(chromium)
    command -v chromedriver >/dev/null 2>&1 || missing+=(chromium-driver)
fi

if [ "$with_windows" = yes ]; then
    command -v x86_64-w64-mingw32-gcc >/dev/null 2>&1 || missing+=(gcc-mingw-w64-x86-64)
    command -v x86_64-w64-mingw32-g++ >/dev/null 2>&1 || missing+=(g++-mingw-w64-x86-64-posix)
    [ -x /usr/lib/wine/wine64 ] || command -v wine64 >/dev/null 2>&1 || missing+=(wine64)
fi

# axe checks pages for accessibility. Only the script in the package is used.
axe="$(dirname "$0")/target/axe"
if [ "$with_browser" = yes ] && [ ! -e "$axe/axe_playwright_python/axe.min.js" ]; then
    python3 -m pip install --quiet --no-deps --target "$axe" axe-playwright-python==0.1.8 >&2 ||
        echo "setup.sh: could not install axe; skipping the accessibility tests" >&2
fi

has_numpy() { python3 -c 'import numpy' >/dev/null 2>&1; }
if [ "$with_python" = yes ] && ! has_numpy; then
    # Debian's numpy package works only with Debian's Python; for any other Python, use pip.
    if [ "$(command -v python3 || echo /usr/bin/python3)" = /usr/bin/python3 ]; then
        missing+=(python3-numpy)
    else
        echo "setup.sh: installing numpy with pip" >&2
        python3 -m pip install --quiet numpy >&2
    fi
fi

if ! command -v cargo >/dev/null 2>&1; then
    echo "setup.sh: cargo is missing; install Rust 1.89 or newer from https://rustup.rs" >&2
    exit 1
fi

# If Rust was not installed with rustup, its targets have to come from the same source as the compiler.
for target in ${targets[@]+"${targets[@]}"}; do
    [ ! -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ] || continue
    if ! command -v rustup >/dev/null 2>&1; then
        echo "setup.sh: the Rust target $target is missing; install it with your package manager, or install Rust from https://rustup.rs" >&2
        exit 1
    fi
    rustup target add "$target" >&2
done
if [ ${#missing[@]} -eq 0 ]; then
    exit 0
fi

if ! command -v apt-get >/dev/null 2>&1; then
    cat >&2 <<EOF
setup.sh: missing: ${missing[*]}
This script uses apt-get, which was not found. Install the packages with your package manager:
  Fedora:  dnf install cmake clang-devel gcc-c++
  Arch:    pacman -S cmake clang gcc
  macOS:   brew install cmake   and   xcode-select --install
EOF
    exit 1
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "setup.sh: missing: ${missing[*]}; run as root: apt-get install -y ${missing[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi

echo "setup.sh: installing ${missing[*]}" >&2
# Everything goes to standard error, so that standard output holds only what the command after this script prints.
"${as_root[@]}" apt-get update -qq >&2
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" >&2
