#!/usr/bin/env bash
# Writes a certificate for every proved answer of docs/tables/ that can be had in a minute, into
# docs/tables/certificates/, and has each checked. `tools/certify_tables.sh SOLITER BOARD...`, for example
# `tools/certify_tables.sh target/release/soliter english square6`. Those that are there stay.
set -euo pipefail
cd "$(dirname "$0")/.."

soliter=$1
shift
puzzle=$(mktemp --suffix .toml)
trap 'rm "$puzzle"' EXIT
mkdir -p docs/tables/certificates
for board in "$@"; do
    while IFS=, read -r start finish status _; do
        [ "$status" = optimal ] || [ "$status" = infeasible ] || continue
        file=docs/tables/certificates/$board-$start-$finish.layers
        [ ! -e "$file" ] || continue
        printf 'title = "%s, %s to %s"\nmodel = "%s"\nstart = { all_but = ["%s"] }\nfinish = ["%s"]\n' \
            "$board" "$start" "$finish" "$board" "$start" "$finish" >"$puzzle"
        line=--line
        [ "$status" = optimal ] || line=
        # shellcheck disable=SC2086
        if ! "$soliter" certify "$puzzle" $line --time-limit 60 -o "$file" >/dev/null; then
            rm -f "$file"
            continue
        fi
        "$soliter" verify "$file"
    done < <(tail -n +2 "docs/tables/$board.csv")
done
