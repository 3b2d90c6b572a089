#!/usr/bin/env python3
"""Makes or checks docs/atlas/, all problems of boards from one vacancy to one survivor with their certificates.

    tools/atlas.py SOLITER [BOARD ..]           makes the missing parts for these boards, and the page of all boards
    tools/atlas.py SOLITER --check [BOARD ..]   checks every certificate again, with both checkers if --both is given, for no
                                                BOARD also those of boards without a table
    tools/atlas.py SOLITER --open [BOARD ..]    lists the problems without a certificate

The default boards are those that have a table. A problem that takes longer than --each (10m) stays open, which is
reported. With --checked FILE, --check records each certificate that is right by its digest and checker, and skips those that the
file records already, so that a long check can be done in parts.
"""
import argparse
import csv
import hashlib
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent.parent
ATLAS = HERE / "docs" / "atlas"


def rows_of(board):
    with open(ATLAS / f"{board}.csv", newline="") as file:
        return list(csv.DictReader(file))


def certificate(board, row):
    return ATLAS / "certificates" / board / f"{row['start'].replace(' ', '-')}-to-{row['finish']}.layers"


def make(soliter, board, each):
    """Makes the missing parts for a board."""
    table = [soliter, "survey", board, "--csv", ATLAS / f"{board}.csv",
             "--certify", ATLAS / "certificates" / board, "--each", each, "--threads", "1"]
    code = subprocess.run(table, stdout=subprocess.DEVNULL).returncode
    if code not in (0, 3):
        sys.exit(f"soliter survey {board} ends with {code}")


def check(soliter, board, both, checked):
    """Whether every certificate is the one in the table, and valid. `checked` is the file of those that are known to be."""
    right = True
    for row in rows_of(board):
        path = certificate(board, row)
        if not row["sha256"]:
            print(f"{board} {row['start']} to {row['finish']}: no certificate")
        elif not path.exists() or digest(path) != row["sha256"]:
            print(f"{path}: this is not the certificate of the table")
            right = False
        else:
            wanted = f"{row['moves']} moves, the fewest possible" if row["moves"] else "there is no solution"
            right &= is_valid(soliter, path, wanted, both, checked)
    return right


def check_untabled(soliter, both, checked):
    """Whether the certificates that no table names are valid. They are large, so the program keeps their layers on disk."""
    named = {certificate(table.stem, row) for table in ATLAS.glob("*.csv") for row in rows_of(table.stem)}
    others = sorted(set((ATLAS / "certificates").rglob("*.layers")) - named)
    return all([is_valid(soliter, path, "moves, the fewest possible", both, checked, on_disk=True) for path in others])


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def is_valid(soliter, path, wanted, both, checked, on_disk=False):
    """Whether the checkers accept this certificate, and say what is wanted."""
    known = set(checked.read_text().splitlines()) if checked and checked.exists() else set()
    right = True
    for checker in ["rust", "python"] if both else ["rust"]:
        record = f"{digest(path)} {checker}"
        if record in known:
            continue
        with tempfile.TemporaryDirectory() as folder:
            commands = {"rust": [soliter, "verify", path, "-q", *(["--dir", folder] if on_disk else [])],
                        "python": [sys.executable, HERE / "tools" / "check_layers.py", path]}
            done = subprocess.run(commands[checker], capture_output=True, text=True)
        if done.returncode != 0 or not says(done.stdout, wanted):
            print(f"{path}: {done.stdout}{done.stderr}", flush=True)
            right = False
        elif checked:
            with open(checked, "a") as file:
                print(record, file=file)
    if right:
        print(f"{path.relative_to(ATLAS / 'certificates')}: right", flush=True)
    return right


def says(output, wanted):
    """Whether a checker says this. "5 moves" is not said by "15 moves"."""
    return re.search(rf"(?<!\d){re.escape(wanted)}", output) is not None


def list_open(board):
    """Whether every problem has a certificate; prints those without."""
    rows = [row for row in rows_of(board) if not row["sha256"]]
    for row in rows:
        print(f"{board} {row['start']} to {row['finish']}: {figure(row)}, {proof(row)}")
    return not rows


def figure(row):
    """The number of moves, a range, or "impossible"."""
    if row["status"] == "infeasible":
        return "impossible"
    if row["status"] == "optimal":
        return row["moves"]
    return f"{row['lower_bound'] or '?'} to {row['moves'] or '?'}"


def proof(row):
    """The grounds of the answer."""
    if row["sha256"]:
        positions = f"{int(row['positions']):,} positions" if row["positions"] != "0" else "weights or a marking"
        return f"{positions}, `{row['sha256'][:12]}`, {float(row['certify_seconds']):.0f} s, version {row['version']}"
    return "by the search alone" if row["status"] in ("optimal", "infeasible") else "open"


def readme(boards):
    lines = (ATLAS / "head.md").read_text().splitlines()
    for board in boards:
        rows = rows_of(board)
        lines += ["", f"## {board}", "",
                  f"[The table]({board}.csv).", "",
                  "| vacancy | survivor | moves | jumps | proof | solution |", "|---|---|---|---|---|---|"]
        for row in rows:
            own = proof(row)
            if row["sha256"]:
                path = certificate(board, row).relative_to(ATLAS)
                own = f"[certificate]({path}): {own}"
            cells = [row["start"], row["finish"], figure(row), row["jumps"], own, row["solution"] or "-"]
            lines.append("| " + " | ".join(cells) + " |")
    (ATLAS / "README.md").write_text("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("soliter")
    parser.add_argument("boards", nargs="*")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--both", action="store_true")
    parser.add_argument("--open", action="store_true")
    parser.add_argument("--checked", type=pathlib.Path)
    parser.add_argument("--each", default="10m")
    args = parser.parse_intermixed_args()
    there = sorted(path.stem for path in ATLAS.glob("*.csv"))
    boards = args.boards or there
    if args.check:
        right = [check(args.soliter, board, args.both, args.checked) for board in boards]
        if not args.boards:
            right.append(check_untabled(args.soliter, args.both, args.checked))
        return 0 if all(right) else 1
    if args.open:
        return 0 if all([list_open(board) for board in boards]) else 1
    for board in boards:
        make(args.soliter, board, args.each)
    readme(sorted(set(there) | set(boards)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
