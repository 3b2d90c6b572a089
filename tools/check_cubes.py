#!/usr/bin/env python3
"""Checks a table of cubes, and the refutation of each cube: python3 tools/check_cubes.py TABLE.cubes [--rows FIRST-LAST]

The cubes are recomputed from the rules and compared with the rows (with check_layers.py). The clauses of each cube come from
encode.py, and their digest must be the one in its row. `soliter certify --lrat --moves N` then refutes them once more, and
check_lrat.py checks its proof against the clauses of encode.py. The program supplies proofs only, so that a fault in it cannot
make a wrong table pass. docs/explanation/sat-proofs.md says why a table that passes proves its claim.

With --rows, only those rows are refuted, so that several runs can share the work; without it, all of them are. A row of
the central game takes about ten seconds. SOLITER names the program; without it, target/release/soliter is used. Exit code 0: everything is
correct; 1: a row or the table is rejected; 2: a file cannot be read, or a proof cannot be produced.
"""
import argparse
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import check_layers
import check_lrat
from check_layers import DECIMAL, HEX, Game, Refused, holes_of, need

TOOLS = pathlib.Path(__file__).resolve().parent
ROW = re.compile(f"({HEX}) ({DECIMAL}) ({DECIMAL}) ({DECIMAL}) ({DECIMAL}) ([0-9a-f]{{64}}) ([0-9a-f]{{64}})")
LONGEST = 1 << 9


class Failed(Exception):
    """The reason why there is no proof. It says nothing about the table."""


def last_layer(game):
    """The positions after as many moves as the header has layers, up to symmetry, with more pegs than the finish."""
    counts = game.all("F", DECIMAL)
    game.need("F", 0 < len(counts) <= game.most, "there are more layers than moves to refute")
    known = last = game.least(check_layers.np.array([game.start], check_layers.U))
    for moves, count in enumerate(counts):
        if moves:
            last = game.next_layer(known, last, moves, forward=True)
            known = check_layers.ascending(known, last)
        game.need("F", str(len(last)) == count, f"layer {moves} has {len(last)} positions, not {count}")
    ends = {int(game.least(check_layers.np.array([game.finish], check_layers.U))[0])} if game.finish else \
        {position for position in map(int, known) if position.bit_count() == game.pegs}
    game.need("F", ends.isdisjoint(map(int, known)), "a layer contains a finish")
    return [position for position in map(int, last) if position.bit_count() > game.pegs], len(counts) - 1


def read_table(path):
    """The game of a table, and its rows in the order of the file: position, slots, digest of the clauses."""
    with open(path, "rb") as file:
        words, places, proof, has_data = check_layers.read(file)
        header = file.tell()
        need(proof == "F" and not has_data, "this is not a table of cubes")
        for key in ("B", "sha256", "regions", "pagodas-F", "pagodas-B", "line"):
            need(key not in words, f"a table of cubes has no {key!r}")
        game = Game(words, places)
        cubes, after = last_layer(game)
        file.seek(0)
        sealed = hashlib.sha256(file.read(header))
        rows, missing = [], set(cubes)
        for number, line in enumerate(iter(lambda: file.readline(LONGEST), b""), 1):
            row = ROW.fullmatch(line.decode("ascii", "replace").removesuffix("\n"))
            need(row and line.endswith(b"\n"), f"row {number} cannot be read")
            position, slots = int(row[1], 16), int(row[2])
            need(position in missing, f"row {number}: {position:x} is not a cube, or has two rows")
            missing.remove(position)
            # A row is cut into at most as many moves as it has jumps.
            right = min(game.most - after, position.bit_count() - game.pegs)
            need(slots == right, f"row {number}: {right} moves are to be refuted, not {slots}")
            seal = sealed.copy()
            seal.update(line[:-65])
            need(seal.hexdigest() == row[7], f"row {number} does not match its seal")
            rows.append((position, slots, row[6]))
        need(not missing, f"{len(missing)} of {len(cubes)} rows are missing")
    return game, rows


def puzzle(game, position):
    """The text of a puzzle file: the game from a cube to the finish. Holes are called 1, 2, ..."""
    def names(pegs):
        return [str(hole + 1) for hole in holes_of(pegs)]
    if game.is_listed:
        jumps = [[str(hole + 1) for hole in jump] for jump in game.jumps]
        model = f"holes = {names((1 << game.holes) - 1)}\njumps = {jumps}"
    else:
        # The header draws triangular boards sheared, that is, on the square lattice with one diagonal.
        directions = game.words["directions"][0].replace("lines", "skew")
        rows = game.words["board"][0].replace(".", " ").replace("/", "\n")
        model = f'board = """\n{rows}\n"""\ndirections = "{directions}"\nnames = "number"'
    finish = names(game.finish) if game.finish else f"{{ pegs = {game.pegs} }}"
    # encode.py and the program find the model of "cube.model.toml" beside the puzzle.
    return f'kind = "peg-solitaire"\n{model}\n', f'model = "cube.model.toml"\nstart = {names(position)}\nfinish = {finish}\n'


def run(*command):
    made = subprocess.run(list(map(str, command)), capture_output=True)
    if made.returncode:
        raise Failed(f"{command[0]} failed: {made.stderr.decode(errors='replace').strip()[:500]}")
    return made.stdout


def refute(game, row, program, folder):
    """Checks one row; the number of steps of the proof, in words."""
    position, slots, digest = row
    model, text = puzzle(game, position)
    (folder / "cube.model.toml").write_text(model)
    (folder / "cube.toml").write_text(text)
    clauses = run(sys.executable, TOOLS / "encode.py", folder / "cube.toml", slots)
    need(f"\nc moves {slots}\nc sha256 {digest}\n".encode() in clauses[:1000], "the digest is not that of its clauses")
    run(program, "certify", folder / "cube.toml", "--lrat", folder / "cube.lrat", "--moves", slots)
    # The proof has to hold for these clauses, whatever the program has written.
    (folder / "cube.cnf").write_bytes(clauses)
    try:
        return check_lrat.check(folder / "cube.cnf", folder / "cube.lrat")
    except check_lrat.Refused as why:
        raise Failed(f"the program's proof is rejected: {why}") from None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("table")
    parser.add_argument("--rows", metavar="FIRST-LAST", help="refute these rows only, counted from 1")
    options = parser.parse_args()
    program = os.environ.get("SOLITER", str(TOOLS.parent / "target/release/soliter"))
    try:
        game, rows = read_table(options.table)
        bounds = re.fullmatch("([0-9]{1,9})-([0-9]{1,9})", options.rows or f"1-{len(rows)}")
        first, last = map(int, bounds.groups()) if bounds else (0, 0)
        if not (0 < first <= last <= len(rows) or not rows):
            parser.error(f"--rows takes two numbers from 1 to {len(rows)}, such as 1-10")
        for number, row in list(enumerate(rows, 1))[max(first, 1) - 1:last]:
            with tempfile.TemporaryDirectory() as folder:
                said = refute_named(number, game, row, program, pathlib.Path(folder))
            print(f"row {number} of {len(rows)}, {row[0]:x}: {row[1]} moves refuted, {said}", flush=True)
    except Refused as why:
        print(f"rejected: {why}")
        return 1
    except (OSError, Failed) as error:
        print(f"cannot be checked: {error}", file=sys.stderr)
        return 2
    claim = "there is no solution" if game.fewest > game.jumped else f"no solution has fewer than {game.fewest} moves"
    if last - first + 1 < len(rows):
        print(f"correct: rows {first} to {last} of {len(rows)}; if all are, {claim}")
    else:
        print(f"correct: {claim}")
    return 0


def refute_named(number, game, row, program, folder):
    try:
        return refute(game, row, program, folder).rpartition("(")[2].rstrip(")")
    except Refused as why:
        raise Refused(f"row {number}: {why}") from None
    except Failed as why:
        raise Failed(f"row {number}: {why}") from None


if __name__ == "__main__":
    sys.exit(main())
