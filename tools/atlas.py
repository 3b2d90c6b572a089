#!/usr/bin/env python3
"""Generates docs/atlas/, all problems from one vacancy to one survivor, from puzzles/*.toml and the certificates.

    tools/atlas.py                               writes a table for each board in the atlas, and the list of tables in README.md
    tools/atlas.py --compare                     changes nothing; exit code 1 if a table or README.md is out of date
    tools/atlas.py --check SOLITER [BOARD ..]    verifies the certificates of the given boards, or all certificates, including
                                                 those not in any table; with --both, uses both checkers

Each row is a problem from a collection. Impossible problems without a certificate are left out: their position classes differ.
With --checked FILE, --check adds each valid certificate's digest and checker to FILE and skips those already there, so that a
long check can be done in several runs.
"""
import argparse
import csv
import hashlib
import io
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

HERE = pathlib.Path(__file__).resolve().parent.parent
ATLAS = HERE / "docs" / "atlas"
BOARDS = ["english", "french", "hexagon19", "hexagon37", "square4", "square5", "square6", "triangle10", "triangle15", "triangle21",
          "triangle28", "triangle36"]
# Puzzles with one of these keys do not follow the board's usual rules, so they do not belong in its table.
OTHER_RULES = {"reverse", "directions", "marked"}
# In README.md, everything below this line is generated.
MARK = "\nThe tables:\n"
COLUMNS = ["start", "finish", "status", "moves", "jumps", "positions", "sha256", "solution"]


def problems():
    """Yields each problem with one vacancy and one survivor: its board, the two holes, and its known results."""
    for path in sorted(HERE.glob("puzzles/*.toml")):
        collection = tomllib.loads(path.read_text())
        for puzzle in collection["puzzle"]:
            start, finish = puzzle.get("start"), puzzle.get("finish")
            vacancies = start.get("all_but", []) if isinstance(start, dict) else []
            if len(vacancies) == 1 and isinstance(finish, list) and len(finish) == 1 and not OTHER_RULES & puzzle.keys():
                yield puzzle.get("model", collection.get("model")), vacancies[0], finish[0], puzzle.get("known", {})


def tables():
    """The rows of each board's table, sorted by hole."""
    rows = {board: [] for board in BOARDS}
    for board, start, finish, known in problems():
        if board in rows and (row := row_of(board, start, finish, known)):
            rows[board].append(row)
    return {board: sorted(all_of, key=lambda row: (row["start"], row["finish"])) for board, all_of in rows.items()}


def row_of(board, start, finish, known):
    """The row of a problem; None if it is impossible and has no certificate."""
    path = certificate(board, {"start": start, "finish": finish})
    if not path.exists():
        return None if known.get("impossible") else sys.exit(f"{board} {start} to {finish}: no certificate")
    lines = [line.split() for line in path.read_text().splitlines()]
    pegs = {line[0]: int(line[1], 16).bit_count() for line in lines if line[0] in ("start", "finish")}
    return {
        "start": start,
        "finish": finish,
        "status": "infeasible" if known.get("impossible") else "optimal",
        "moves": known.get("moves", ""),
        "jumps": pegs["start"] - pegs["finish"],
        "positions": sum(int(number) for line in lines if line[0] in ("F", "B") for number in line[1:]),
        "sha256": digest(path),
        "solution": known.get("solution", ""),
    }


def certificate(board, row):
    return ATLAS / "certificates" / board / f"{row['start']}-to-{row['finish']}.layers"


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def table(rows):
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def readme(boards):
    page = (ATLAS / "README.md").read_text()
    lines = [page[:page.index(MARK)] + MARK]
    for board, rows in boards.items():
        moves = [row["moves"] for row in rows if row["moves"]]
        impossible = len(rows) - len(moves)
        answers = [f"{' to '.join(map(str, sorted({min(moves), max(moves)})))} moves"] if moves else []
        answers += [f"{impossible} impossible"] if impossible else []
        lines.append(f"* [{board}]({board}.csv): {len(rows)} problems, {', '.join(answers)}")
    return "\n".join(lines) + "\n"


def write(compare):
    """Writes the generated files, or only compares them; returns whether they were up to date."""
    boards = tables()
    files = {ATLAS / f"{board}.csv": table(rows) for board, rows in boards.items()} | {ATLAS / "README.md": readme(boards)}
    other = [path for path, text in files.items() if not path.exists() or path.read_bytes() != text.encode()]
    for path in other:
        print(f"{path.relative_to(HERE)}: {'out of date' if compare else 'written'}")
        if not compare:
            path.write_bytes(files[path].encode())
    return not other


def check(soliter, board, rows, both, checked):
    """Whether every certificate of a table is valid. `checked` is the file that records the valid ones."""
    right = True
    for row in rows:
        wanted = f"{row['moves']} moves, the fewest possible" if row["moves"] else "there is no solution"
        right &= is_valid(soliter, certificate(board, row), wanted, both, checked)
    return right


def check_untabled(soliter, boards, both, checked):
    """Whether the certificates not in any table are valid. They are large, so the program keeps their layers on disk."""
    named = {certificate(board, row) for board, rows in boards.items() for row in rows}
    others = sorted(set((ATLAS / "certificates").rglob("*.layers")) - named)
    return all([is_valid(soliter, path, "moves, the fewest possible", both, checked, on_disk=True) for path in others])


def is_valid(soliter, path, wanted, both, checked, on_disk=False):
    """Whether the checkers accept this certificate with the expected claim."""
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
        print(f"{path.relative_to(ATLAS / 'certificates')}: valid", flush=True)
    return right


def says(output, wanted):
    """Whether a checker's output contains this claim. "15 moves" does not contain "5 moves"."""
    return re.search(rf"(?<!\d){re.escape(wanted)}", output) is not None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("boards", nargs="*", choices=[[], *BOARDS], metavar="BOARD")
    parser.add_argument("--compare", action="store_true")
    parser.add_argument("--check", metavar="SOLITER")
    parser.add_argument("--both", action="store_true")
    parser.add_argument("--checked", type=pathlib.Path)
    args = parser.parse_intermixed_args()
    if not args.check:
        return 0 if write(args.compare) or not args.compare else 1
    boards = tables()
    right = [check(args.check, board, boards[board], args.both, args.checked) for board in args.boards or BOARDS]
    if not args.boards:
        right.append(check_untabled(args.check, boards, args.both, args.checked))
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main())
