#!/usr/bin/env python3
"""The clauses of a peg-solitaire puzzle and a number of moves: python3 tools/encode.py PUZZLE.toml MOVES

They can all be true if the puzzle has a solution of so many moves or fewer. Written from the rules and
docs/certificates.md, sharing nothing with the program, so that "soliter certify --lrat" can be held
against it byte for byte. Reads correct puzzle files only; shipped models are looked for beside tools/.
"""
import hashlib
import itertools
import pathlib
import sys
import tomllib

STEPS = {"orthogonal": [(-1, 0), (0, 1), (1, 0), (0, -1)], "lines": [(-1, 0), (0, 1), (1, 1), (1, 0), (0, -1), (-1, -1)]}
STEPS["all"] = STEPS["orthogonal"] + [(-1, 1), (1, 1), (1, -1), (-1, -1)]
NAMES = {
    "column-row": lambda hole, r, c: f"{c + 1}{ROWS - r}", "row-column": lambda hole, r, c: f"{r + 1}{c + 1}",
    "letter-row": lambda hole, r, c: f"{chr(97 + c)}{r + 1}", "letter-rank": lambda hole, r, c: f"{chr(97 + c)}{ROWS - r}",
    "number": lambda hole, r, c: str(hole + 1), "number0": lambda hole, r, c: str(hole)}


def places(text, triangular):
    """Row and column of each hole of a board's drawing."""
    found = [(r, c) for r, row in enumerate(text.split("\n")) for c, mark in enumerate(row) if mark in "o●"]
    top = min(r for r, _ in found)
    found = [(r - top, c) for r, c in found]
    if not any((r, c + 1) in found for r, c in found):  # a space between all marks
        if triangular:
            found = [(r, (c + r) // 2) for r, c in found]
        elif any((r, c + 2) in found for r, c in found):
            left = min(c for _, c in found)
            if all((c - left) % 2 == 0 for _, c in found):
                found = [(r, (c - left) // 2) for r, c in found]
    left = min(c for _, c in found)
    return [(r, c - left) for r, c in found]


def position(value, names):
    """The pegs of a start or finish; their number where no more is said."""
    if isinstance(value, list):
        return {names.index(name.strip().lower()) for name in value}
    if isinstance(value, dict):
        return value["pegs"] if "pegs" in value else set(range(HOLES)) - position(value["all_but"], names)
    marks = [mark for mark in value if mark in "o●.·"]
    return set(range(HOLES)) if value == "full" else {hole for hole, mark in enumerate(marks) if mark in "o●"}


def clause(*literals):
    LINES.append(" ".join(map(str, literals + (0,))))


def exactly(count, literals):
    """A sequential counter: at[t] says that at least t of the literals up to here are true."""
    global last
    before, n = [True] + [False] * (count + 1), len(literals)
    for i, literal in enumerate(literals, 1):
        at = [True]
        for t in range(1, count + 2):
            unknown = count - (n - i) < t <= min(i, count)
            last += unknown
            at.append(last if unknown else t <= count - (n - i))
        for t in range(1, count + 2):
            for either in ([(before[t], 0), (at[t], 1)], [(before[t - 1], 0), (at[t], 1), (-literal, 1)],
                           [(at[t], 0), (before[t], 1), (literal, 1)], [(at[t], 0), (before[t - 1], 1)]):
                if not any(type(v) is bool and v == bool(sign) for v, sign in either):
                    clause(*(v if sign else -v for v, sign in either if type(v) is not bool))
        before = at


def cycles():
    """Closed trails of three or four jumps over different holes, by their jumps, each from its least."""
    def extend(path):
        tail = JUMPS[path[-1]][2]
        if tail == JUMPS[path[0]][0]:
            if len(path) > 2:
                yield path
        elif len(path) < 4:
            for j in range(path[0] + 1, len(JUMPS)):
                a, over, _ = JUMPS[j]
                if a == tail and all(JUMPS[i][0] != a and JUMPS[i][1] != over for i in path):
                    yield from extend(path + [j])
    return [cycle for j in range(len(JUMPS)) for cycle in extend([j])]


def slot(k):
    peg, after, start, end = ([base + k * BLOCK + hole for hole in range(HOLES)]
                              for base in (1, 1 + BLOCK, 1 + HOLES, 1 + 2 * HOLES))
    jump = [1 + k * BLOCK + 3 * HOLES + j for j in range(len(JUMPS))]
    of = lambda part, hole: [x for x, holes in zip(jump, JUMPS) if holes[part] == hole]
    say = lambda text: LINES.append(f"c slot {k + 1}: {text}")
    say("the move starts in one hole")
    exactly(1, start)
    say("the move ends in one hole")
    exactly(1, end)
    say("a jump leads away from where it starts, and the jumps of each hole are those of a trail")
    for h in range(HOLES):
        clause(-start[h], *of(0, h))
        touching = [(x, x if b == h else -x) for x, (a, _, b) in zip(jump, JUMPS) if h in (a, b)]
        touching.sort(key=lambda pair: JUMPS[pair[0] - jump[0]][1])
        exactly(len(of(0, h)) + 1, [start[h], -end[h]] + [literal for _, literal in touching])
    say("the peg that moves and the pegs that are leapt over are there, each leapt over once")
    for h in range(HOLES):
        for one in [start[h]] + of(1, h):
            clause(-one, peg[h])
        for one, other in itertools.combinations([start[h]] + of(1, h), 2):
            clause(-one, -other)
    say("a hole landed in is empty, or the one that the peg left")
    for h in range(HOLES):
        for one in [end[h]] + of(2, h) + of(0, h):
            clause(-one, -peg[h], start[h])
    say("a cycle of jumps is entered, or started from")
    for cycle in CYCLES:
        within = {JUMPS[j][0] for j in cycle}
        clause(*(-jump[j] for j in cycle), *(x for x, (a, _, b) in zip(jump, JUMPS) if b in within and a not in within),
               *(start[h] for h in sorted(within)))
    say("the position after the move")
    for h in range(HOLES):
        clause(-end[h], after[h])
        clause(-after[h], end[h], peg[h])
        clause(-after[h], end[h], -start[h])
        for x in of(1, h):
            clause(-after[h], -x)
        clause(after[h], -peg[h], start[h], *of(1, h))


file, moves = pathlib.Path(sys.argv[1]), int(sys.argv[2])
puzzle = tomllib.loads(file.read_text())
shipped = pathlib.Path(__file__).resolve().parent.parent / "models" / (puzzle["model"] + ".toml")
model = tomllib.loads((file.parent / puzzle["model"] if puzzle["model"].endswith(".toml") else shipped).read_text())
triangular = model.get("lattice") == "triangular"
PLACES = places(model["board"], triangular)
HOLES, ROWS = len(PLACES), max(r for r, _ in PLACES) + 1
scheme = NAMES[puzzle.get("notation", model.get("names", "row-column" if triangular else "column-row"))]
names = [scheme(hole, r, c) for hole, (r, c) in enumerate(PLACES)]
steps = STEPS[puzzle.get("directions", model.get("directions", "lines" if triangular else "orthogonal"))]
three = [[(r + i * down, c + i * right) for i in range(3)] for r, c in PLACES for down, right in steps]
JUMPS = [tuple(map(PLACES.index, line)) for line in three if all(place in PLACES for place in line)]
BLOCK, CYCLES, LINES = 3 * HOLES + len(JUMPS), cycles(), []
last = moves * BLOCK + HOLES
# Building is the ordinary game from the finish to the start.
ends = [position(puzzle[end], names) for end in ("start", "finish")]
for what, first, pegs in zip(("start", "finish"), (1, 1 + moves * BLOCK), ends[::-1] if puzzle.get("building") else ends):
    LINES.append(f"c the pegs of the {what}")
    if isinstance(pegs, int):
        exactly(pegs, [first + hole for hole in range(HOLES)])
    else:
        for hole in range(HOLES):
            clause(first + hole if hole in pegs else -first - hole)
for k in range(moves):
    slot(k)
number = sum(line[0] != "c" for line in LINES)
text = "\n".join([f"p cnf {last} {number}"] + LINES) + "\n"
title = "".join(c for c in puzzle.get("title", "untitled") if ord(c) > 31 and not 126 < ord(c) < 160)
sys.stdout.write(f"c soliter sweep 1\nc {title}\nc moves {moves}\nc sha256 {hashlib.sha256(text.encode()).hexdigest()}\n{text}")
