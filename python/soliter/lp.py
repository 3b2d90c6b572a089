"""Integer programs of a puzzle as text: in the LP format for HiGHS and many others, or in MPS, for OR-Tools too.

`relaxation` and `by_time` are written here in plain Python, for learning how such programs are built. `by_jump`
and `by_move` are the stronger ones of docs/explanation/integer-programs.md, and need a build with the feature `milp`.
"""

import operator

from . import _soliter
from .errors import Disagreement, MissingFeature, Unfit

_BUILD = 'pip install ./python -C build-args="--features milp"; it takes a C++ compiler, cmake and libclang'


def _sum(terms):
    """Coefficients by column; the terms of the same column are added."""
    total = {}
    for coefficient, column in terms:
        total[column] = total.get(column, 0) + coefficient
    return {column: number for column, number in total.items() if number}


def _text(total):
    """`+1 x -1 y`"""
    return " ".join(f"{number:+d} {column}" for column, number in total.items())


def _program(format, about, objective, rows, sections):
    rows = [(name, _sum(terms), relation, right) for name, terms, relation, right in rows]
    kept = [row for row in rows if row[1]]
    # A row without terms always holds, or the program has no solution.
    holds = {"<=": operator.le, ">=": operator.ge, "=": operator.eq}
    if not all(holds[relation](0, right) for _, total, relation, right in rows if not total):
        kept.append(("Never", {"never": 1}, ">=", 2))
        sections = {**sections, "bin": [*sections.get("bin", []), "never"]}
    write = {"lp": _lp, "mps": _mps}.get(format)
    if write is None:
        raise Unfit(f"there is no format {format!r}", '"lp" or "mps"')
    return "\n".join([*write(about, _sum(objective), kept, sections), ""])


def _lp(about, objective, rows, sections):
    yield from (f"\\ {line}" for line in about)
    yield from ("min", f" obj: {_text(objective)}", "st")
    for name, total, relation, right in rows:
        yield f" {name}: {_text(total)} {relation} {right}"
    for section, columns in sections.items():
        if columns:
            yield section
            yield from (f" {column}" for column in columns)
    yield "end"


def _mps(about, objective, rows, sections):
    """Free MPS. All columns are nonnegative integers; those in `bin` are at most 1."""
    yield from (f"* {line}" for line in about)
    yield from ("NAME soliter", "ROWS", " N obj")
    entries = {column: [] for columns in sections.values() for column in columns}
    for name, total, relation, _ in [("obj", objective, None, 0), *rows]:
        if relation:
            yield f" {({'<=': 'L', '>=': 'G', '=': 'E'})[relation]} {name}"
        for column, number in total.items():
            entries[column].append(f" {column} {name} {number}")
    yield from ("COLUMNS", " MARKER 'MARKER' 'INTORG'")
    for column, lines in entries.items():
        # A column is declared by its entries.
        yield from lines or [f" {column} obj 0"]
    yield from (" MARKER 'MARKER' 'INTEND'", "RHS")
    yield from (f" RHS {name} {right}" for name, _, _, right in rows if right)
    yield "BOUNDS"
    for section, columns in sections.items():
        # Readers disagree on the default bounds of an integer, so they are written out.
        kind = "BV" if section == "bin" else "PL"
        yield from (f" {kind} BND {column}" for column in columns)
    yield "ENDATA"


def _plain(puzzle):
    if puzzle.marked:
        raise Unfit("these programs do not follow marked pegs, which the puzzle has", "lp.by_jump does")
    return puzzle.board, (puzzle.board.jumps, range(len(puzzle.board)), puzzle.board.name)


def relaxation(puzzle, *, format: str = "lp") -> str:
    """The number of times that each jump is made, in any order: its optimum is a lower bound on the number of moves.

    Columns: `uses_a_b`, the number of jumps from a to b; `from_h` and `to_h`, the numbers of moves that begin and end
    in hole h. If it has no solution, the puzzle has none.
    """
    board, (jumps, holes, name) = _plain(puzzle)
    uses = {jump: f"uses_{name(jump.from_hole)}_{name(jump.to_hole)}" for jump in jumps}
    whole = [*uses.values()]
    binary = []
    rows = []
    over = 1 if puzzle.reverse else -1
    if puzzle.finish is None:
        binary = [f"finish_{name(hole)}" for hole in holes]
        rows.append(("Finish", [(1, column) for column in binary], "=", puzzle.pegs_left))
    for hole in holes:
        out = [column for jump, column in uses.items() if jump.from_hole == hole]
        into = [column for jump, column in uses.items() if jump.to_hole == hole]
        leapt = [column for jump, column in uses.items() if jump.over_hole == hole]
        change = [(-1, c) for c in out] + [(1, c) for c in into] + [(over, c) for c in leapt]
        start, label = int(hole in puzzle.start), name(hole)
        if puzzle.finish is None:
            rows.append((f"Balance_{label}", [*change, (-1, f"finish_{label}")], "=", -start))
        else:
            rows.append((f"Balance_{label}", change, "=", int(hole in puzzle.finish) - start))
        first, last = f"from_{label}", f"to_{label}"
        whole += [first, last]
        flow = [(1, c) for c in out] + [(-1, c) for c in into] + [(-1, first), (1, last)]
        rows.append((f"Flow_{label}", flow, "=", 0))
        rows.append((f"From_{label}", [(1, first)] + [(-1, c) for c in out], "<=", 0))
        rows.append((f"To_{label}", [(1, last)] + [(-1, c) for c in into], "<=", 0))
    rows.append(("Moves", [(1, f"from_{name(hole)}") for hole in holes], ">=", 1))
    objective = [(1, f"from_{name(hole)}") for hole in holes]
    about = [f"puzzle: {_ascii(puzzle.title)}", "relaxation: how often each jump is made"]
    return _program(format, about, objective, rows, {"bin": binary, "gen": whole})


def by_time(puzzle, *, format: str = "lp") -> str:
    """The jump that is made at each time. Its optimum is the fewest moves; it has no solution if the puzzle has none.

    Columns, with times from 1: `jump_t_a_b`, the jump at time t goes from a to b; `peg_t_h`, a peg is in hole h before
    that jump; `new_t`, that jump begins a move. `solution_of` reads the values.
    """
    board, (jumps, holes, name) = _plain(puzzle)
    times = range(1, puzzle.jumps + 1)
    label = {jump: f"{name(jump.from_hole)}_{name(jump.to_hole)}" for jump in jumps}

    def made(time, test):
        return [f"jump_{time}_{label[jump]}" for jump in jumps if test(jump)]

    def peg(time, hole):
        return f"peg_{time}_{name(hole)}"

    rows = []
    for hole in holes:
        rows.append((f"Start_{name(hole)}", [(1, peg(1, hole))], "=", int(hole in puzzle.start)))
        if puzzle.finish is not None:
            end = peg(puzzle.jumps + 1, hole)
            rows.append((f"Finish_{name(hole)}", [(1, end)], "=", int(hole in puzzle.finish)))
    over = 1 if puzzle.reverse else -1
    for time in times:
        rows.append((f"One_{time}", [(1, c) for c in made(time, lambda jump: True)], "=", 1))
        for hole in holes:
            at = f"{time}_{name(hole)}"
            out = made(time, lambda jump: jump.from_hole == hole)
            into = made(time, lambda jump: jump.to_hole == hole)
            leapt = made(time, lambda jump: jump.over_hole == hole)
            # A jump needs a peg where it starts, none where it lands, and one (in reverse solitaire none) between them.
            full, empty = (out, into + leapt) if puzzle.reverse else (out + leapt, into)
            here, there = (1, peg(time, hole)), (-1, peg(time + 1, hole))
            rows.append((f"Peg_{at}", [(1, c) for c in full] + [(-1, here[1])], "<=", 0))
            rows.append((f"Room_{at}", [(1, c) for c in empty] + [here], "<=", 1))
            change = [(-1, c) for c in out] + [(1, c) for c in into] + [(over, c) for c in leapt]
            rows.append((f"Next_{at}", [here, there, *change], "=", 0))
            if time > 1:
                landed = made(time - 1, lambda jump: jump.to_hole == hole)
                chain = [(1, c) for c in out] + [(-1, c) for c in landed] + [(-1, f"new_{time}")]
                rows.append((f"Move_{at}", chain, "<=", 0))
    rows.append(("First", [(1, "new_1")], "=", 1))
    binary = [c for time in times for c in made(time, lambda jump: True)]
    binary += [peg(time, hole) for time in range(1, puzzle.jumps + 2) for hole in holes]
    binary += [f"new_{time}" for time in times]
    about = [f"puzzle: {_ascii(puzzle.title)}", "by time: which jump is made at which time"]
    return _program(format, about, [(1, f"new_{time}") for time in times], rows, {"bin": binary})


def solution_of(puzzle, values):
    """The solution that the values of `by_time` describe: a mapping of columns to numbers. It is replayed by the rules."""
    jumps = []
    for time in range(1, puzzle.jumps + 1):
        column = f"jump_{time}_{{}}_{{}}".format
        name = puzzle.board.name
        chosen = [
            jump
            for jump in puzzle.board.jumps
            if values.get(column(name(jump.from_hole), name(jump.to_hole)), 0) > 0.5
        ]
        if len(chosen) != 1:
            raise Unfit(f"at time {time} there are {len(chosen)} jumps", "give the values of all columns")
        jumps += chosen
    line = puzzle.line(jumps)
    if not line.finish_reached:
        raise Disagreement("the values describe a line that does not reach the finish")
    return line


def by_jump(puzzle, *, format: str = "lp") -> str:
    """The program of models/solitaire.np with this puzzle, in the format `lp` or `mps`."""
    return _built()(puzzle, "by-jump", format=format)


def by_move(puzzle, moves: int, *, format: str = "lp") -> str:
    """A program that has a solution exactly if the puzzle has one within `moves` moves."""
    return _built()(puzzle, "by-move", moves=moves, format=format)


def __getattr__(name):
    """Looks up the old name of a function, with a warning."""
    import sys

    from . import deprecated

    return deprecated.attribute(sys.modules[__name__], name)


def _built():
    if "milp" not in _soliter.features:
        raise MissingFeature("this soliter was built without milp", _BUILD)
    return _soliter.puzzle_lp


def _ascii(text):
    return "".join(letter if " " <= letter <= "~" else "?" for letter in text)[:200]
