#!/usr/bin/env python3
"""Writes the results of docs/atlas/ into [known] of the built-in puzzles, as far as certificates prove them.

    tools/known.py           updates the puzzle files, and names each one that it changes
    tools/known.py --check   changes nothing; exit code 1 if a file is out of date

A problem with one survivor takes its row of the table. A problem with any survivor takes the least of the rows with its
vacancy, if every row has a certificate; tests/it/atlas.rs checks that no row is missing. Files that already have `moves`
or `impossible` are left alone; the same test compares them with the tables.
"""
import csv
import pathlib
import sys
import tomllib

HERE = pathlib.Path(__file__).resolve().parent.parent
ATLAS = HERE / "docs" / "atlas"
# Keys that change the rules of the board, so that the table of the board does not apply.
OTHER_RULES = {"reverse", "directions", "jump", "marked"}


def problem(puzzle):
    """The vacancy and the survivor of a puzzle (None for any survivor); None if it is another kind of puzzle."""
    start, finish = puzzle.get("start"), puzzle.get("finish")
    vacancies = start.get("all_but", []) if isinstance(start, dict) else []
    if OTHER_RULES & puzzle.keys() or len(vacancies) != 1:
        return None
    if finish == {"pegs": 1}:
        return vacancies[0], None
    return (vacancies[0], finish[0]) if isinstance(finish, list) and len(finish) == 1 else None


def result(rows, start, finish):
    """The lines of [known] for a problem, or None if the table does not settle it."""
    if finish is None:
        rows = [row for row in rows if row["start"] == start]
        if not all(row["sha256"] for row in rows):
            return None
        rows = [row for row in rows if row["status"] == "optimal"]
        rows = [min(rows, key=lambda row: int(row["moves"]))] if rows else []
        note = "The least of the certified minima of docs/atlas for this vacancy; so is the solution."
    else:
        rows = [row for row in rows if (row["start"], row["finish"]) == (start, finish) and row["sha256"]]
        note = "Proved by its certificate in docs/atlas, which contains the solution."
    if not rows:
        return None
    if rows[0]["status"] == "infeasible":
        return ["# Proved by its certificate in docs/atlas.", "impossible = true"]
    return [f"# {note}", f"moves = {rows[0]['moves']}", f"solution = \"{rows[0]['solution']}\""]


def main():
    changed = []
    for table in sorted(ATLAS.glob("*.csv")):
        with open(table, newline="") as file:
            rows = list(csv.DictReader(file))
        for path in sorted(HERE.glob("puzzles/*/*.toml")):
            text = path.read_text()
            puzzle = tomllib.loads(text)
            known = puzzle.get("known", {})
            if puzzle["model"] != table.stem or not problem(puzzle) or "moves" in known or "impossible" in known:
                continue
            lines = result(rows, *problem(puzzle))
            if lines:
                changed.append(path.relative_to(HERE))
                if "--check" not in sys.argv[1:]:
                    head = text.split("\n[known]\n")[0].rstrip("\n")
                    path.write_text(head + "\n\n[known]\n" + "\n".join(lines) + "\n")
    print("\n".join(map(str, changed)) or "all puzzle files are up to date")
    return 1 if changed and "--check" in sys.argv[1:] else 0


if __name__ == "__main__":
    sys.exit(main())
