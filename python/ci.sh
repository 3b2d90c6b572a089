#!/usr/bin/env bash
# Installs the Python package in a clean virtual environment and runs its tests and notebooks. Answers are compared with
# those of the program named by SOLITER (default: target/release/soliter). If pip cannot download the dependencies, the
# exit code is 77. With --wheel DIR, the wheel is also stored in DIR and works on any Linux with glibc 2.17 or later.
# Set PYTHON to use an interpreter other than python3.
set -euo pipefail
cd "$(dirname "$0")"

wheels=""
if [ "${1:-}" = --wheel ]; then
    wheels=${2:?give a folder for the wheel}
fi
program=${SOLITER:-../target/release/soliter}
[ -x "$program" ] || { echo "$program was not found; build it, or set SOLITER to its path" >&2; exit 1; }
SOLITER=$(realpath "$program")
export SOLITER

work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
"${PYTHON:-python3}" -m venv "$work/venv"
# Without build isolation, pip looks for maturin on PATH.
export PATH="$work/venv/bin:$PATH"
run="$work/venv/bin/python"

seconds() { echo "$1: $((SECONDS - since)) s"; since=$SECONDS; }
since=$SECONDS
"$run" -m pip install --quiet --no-compile --disable-pip-version-check "maturin>=1.9,<2" \
    pytest hypothesis numpy nbmake ipykernel matplotlib networkx highspy ortools mypy "ray>=2.60" fsspec || exit 77
if [ -n "$wheels" ]; then
    # zig can link against an old glibc, whichever version this machine has.
    "$run" -m pip install --quiet --no-compile ziglang || exit 77
    export MATURIN_PEP517_ARGS="--zig --compatibility manylinux2014"
fi
seconds "environment"
# `pip install .` would build the package a second time, so install the wheel just built.
"$run" -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir "$work/wheels" .
"$run" -m pip install --quiet --no-deps --disable-pip-version-check "$work"/wheels/*.whl
seconds "build and install"
size=$(stat -c %s "$work"/wheels/*.whl)
echo "wheel: $size bytes"
[ "$size" -lt 10000000 ] || { echo "the wheel is larger than 10 MB" >&2; exit 1; }

cargo fmt --check
cargo clippy --quiet --release --locked -- -D warnings
seconds "format and lints"

# Not run in this folder, where `import soliter` would find the sources without their compiled module. HOME is set so
# that files written by the notebooks, such as Jupyter's settings, are removed with the environment.
here=$PWD
cd "$work"
export HOME="$work" MPLBACKEND=agg
"$run" -m pytest -q -p no:cacheprovider --ignore "$here/tests/test_distributed.py" "$here/tests"
seconds "tests"
# Takes about a minute. A timeout counts as a failure: exit with 1, since .ci/run tolerates timeout's own exit code, 124.
timeout 600 "$run" -m pytest -x -q -p no:cacheprovider "$here/tests/test_distributed.py" || exit 1
seconds "tests on a Ray cluster"
"$run" -m pytest -q -p no:cacheprovider --nbmake --nbmake-timeout=120 "$here/notebooks"
seconds "notebooks"

if [ -n "$wheels" ]; then
    mkdir -p "$wheels"
    cp "$work"/wheels/*.whl "$wheels"
fi
