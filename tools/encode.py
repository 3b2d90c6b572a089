#!/usr/bin/env python3
"""The clauses of a puzzle and a number of moves: python3 tools/encode.py PUZZLE.toml MOVES > FILE.cnf

They are satisfiable if there is a solution within this number of moves. Written from docs/explanation/sat-proofs.md,
without code of the program: "soliter certify --lrat" writes the same, byte for byte. Built-in models are found beside
tools/.
"""
import hashlib, itertools, pathlib, sys, tomllib  # noqa: E401

STEPS = {"orthogonal": [(-1, 0), (0, 1), (1, 0), (0, -1)], "lines": [(-1, 0), (0, 1), (1, 1), (1, 0), (0, -1), (-1, -1)]}
STEPS["all"] = STEPS["orthogonal"] + [(-1, 1), (1, 1), (1, -1), (-1, -1)]
STEPS["skew"] = STEPS["lines"]

def places(text, triangular):
    """Row and column of each hole of a board's drawing; all marks may be separated by spaces."""
    found = [(r, c) for r, row in enumerate(text.split("\n")) for c, mark in enumerate(row) if mark in "o●"]
    found = [(r - found[0][0], c) for r, c in found]
    if not any((r, c + 1) in found for r, c in found):
        if triangular:
            found = [(r, (c + r) // 2) for r, c in found]
        elif any((r, c + 2) in found for r, c in found) and len({c % 2 for r, c in found}) == 1:
            found = [(r, c // 2) for r, c in found]
    return [(r, c - min(c for _, c in found)) for r, c in found]

def name(scheme, hole, rows):
    r, c = PLACES[hole]
    return {"column-row": f"{c + 1}{rows - r}", "row-column": f"{r + 1}{c + 1}", "number": str(hole + 1),
            "letter-row": f"{chr(97 + c)}{r + 1}", "letter-rank": f"{chr(97 + c)}{rows - r}"}.get(scheme, str(hole))

def position(value, names):
    """The pegs of a start or finish, or their number if only that is given."""
    if isinstance(value, list):
        return {names.index(word.strip() if word.strip() in names else word.strip().lower()) for word in value}
    if isinstance(value, dict):
        return value.get("pegs") or set(HOLES) - position(value["all_but"], names)
    marks = [mark for mark in value if mark in "o●.·"]
    return {hole for hole in HOLES if value == "full" or marks[hole] in "o●"}

def add(clauses, comment=()):
    LINES.extend([f"c {comment}"] if comment else [])
    LINES.extend(" ".join(map(str, [*clause, 0])) for clause in clauses)

def exactly(count, literals, comment=()):
    """A sequential counter: at[t] means that at least t of the literals so far are true."""
    add([], comment)
    before = [t == 0 for t in range(count + 2)]
    for i, literal in enumerate(literals, 1):
        least, most = max(0, count - len(literals) + i), min(i, count)
        at = [t <= least if t <= least or t > most else next(VARIABLES) for t in range(count + 2)]
        for t in range(1, count + 2):
            for one, then, more in ((before[t], at[t], []), (before[t - 1], at[t], [-literal]),
                                    (at[t], before[t], [literal]), (at[t], before[t - 1], [])):
                if one is not False and then is not True:
                    add([[-one] * (one is not True) + [then] * (then is not False) + more])
        before = at

def cycles(path):
    """Closed trails of two to four jumps over different holes, beginning with their least jump."""
    if JUMPS[path[-1]][2] == JUMPS[path[0]][0]:
        yield from [path] if len(path) > 1 else []
    elif len(path) < 4:
        for j in range(path[0] + 1, len(JUMPS)):
            if JUMPS[j][0] == JUMPS[path[-1]][2] and all(JUMPS[i][p] != JUMPS[j][p] for i in path for p in (0, 1)):
                yield from cycles(path + [j])

def slot(k, this):
    """A move: the pegs before it and after it, the holes where it starts and ends, and its jumps."""
    first = [1 + k * BLOCK + part * len(HOLES) for part in range(4)]
    peg, after, start, end = ([base + h for h in HOLES] for base in (first[0], first[0] + BLOCK, *first[1:3]))
    jumps = [(first[3] + j, *jump) for j, jump in enumerate(JUMPS)]
    out, over, into = ([[jump[0] for jump in jumps if jump[part] == h] for h in HOLES] for part in (1, 2, 3))
    taken = [[start[h]] + over[h] for h in HOLES]
    exactly(1, start, this + "the move starts in one hole")
    exactly(1, end, this + "the move ends in one hole")
    add(([-start[h]] + out[h] for h in HOLES), this + "a jump leads away from where it starts")
    add([], this + "as many jumps lead into a hole as out of it, start and end counted")
    for h in HOLES:
        touching = [x if b == h else -x for x, a, m, b in sorted(jumps, key=lambda jump: jump[2]) if h in (a, b)]
        exactly(len(out[h]) + 1, [start[h], -end[h]] + touching)
    classes = [next(VARIABLES) for _ in range(max(CLASSES) + 1 if IS_LISTED else 4)]
    keeps = "jumps lead from one to the other" if IS_LISTED else "a jump keeps row and column even or odd"
    exactly(1, classes, this + "all its holes are of one class: " + keeps)
    its = [classes[number] for number in CLASSES]
    add([-x, its[h]] for x, h in [*zip(start, HOLES), *zip(end, HOLES), *((x, a) for x, a, _, _ in jumps)])
    add(([-x, peg[h]] for h in HOLES for x in taken[h]), this + "the peg that moves and those it leaps over are there")
    add(([-x, -y] for h in HOLES for x, y in itertools.combinations(taken[h], 2)), this + "each is leapt over once")
    add(([-x, -peg[h], start[h]] for h in HOLES for x in [end[h]] + into[h] + out[h]), this + "it lands in empty holes or its first")
    add([], this + "a cycle of jumps is entered, or started from")
    for cycle in CYCLES:
        within = sorted(JUMPS[j][0] for j in cycle)
        entered = [x for x, a, _, b in jumps if b in within and a not in within]
        add([[-jumps[j][0] for j in cycle] + entered + [start[h] for h in within]])
    add([], this + "a peg is there after the move if it landed there, or was there and stayed")
    add([-end[h], after[h]] for h in HOLES)
    add([after[h], -peg[h]] + taken[h] for h in HOLES)
    add([-after[h], end[h], peg[h]] for h in HOLES)
    add([-after[h], end[h], -x] for h in HOLES for x in taken[h])

def items(key):
    """Lists of names: edges, runs or jumps."""
    return [[name.strip() for name in (item.split("-") if isinstance(item, str) else item)] for item in model.get(key, [])]

def along(run):
    """The jumps along a run of holes, in both directions."""
    return [three for a, b, c in zip(run, run[1:], run[2:]) for three in ((a, b, c), (c, b, a))]

def over_edges(edges):
    """The jumps of a graph: over a neighbour into another neighbour of that vertex."""
    near = {}
    for a, b in edges:
        near.setdefault(a, set()).add(b)
        near.setdefault(b, set()).add(a)
    return [(a, over, b) for over in near for a in near[over] for b in near[over] if a != b]

def graph6(text):
    """The number of vertices, and the edges."""
    sextets = [ord(c) - 63 for c in text.strip().removeprefix(">>graph6<<")]
    vertices, rest = (sextets[0], sextets[1:]) if sextets[0] < 63 else (sextets[2] * 64 + sextets[3], sextets[4:])
    bits = iter([sextet >> shift & 1 for sextet in rest for shift in range(5, -1, -1)])
    return vertices, [(str(low), str(high)) for high in range(1, vertices) for low in range(high) if next(bits)]

def changed(names, drawn, edges):
    """The jumps of a board, with those that its file adds and without those that it excludes, in ascending order."""
    jumps = drawn + over_edges(edges + items("edges")) + sum(map(along, items("lines") + items("with")), [])
    jumps += [tuple(jump) for jump in items("jumps")]
    left_out = sum(map(along, items("without")), [])
    return sorted({tuple(map(names.index, jump)) for jump in jumps if jump not in left_out})

def joined(jumps):
    """The class of each hole: jumps lead from hole to hole of a class. Classes are numbered by their first holes."""
    of = list(HOLES)
    for a, _, b in jumps:
        low, high = sorted((of[a], of[b]))
        of = [low if one == high else one for one in of]
    return [sorted(set(of)).index(one) for one in of]

file, moves = pathlib.Path(sys.argv[1]), int(sys.argv[2])
puzzle = tomllib.loads(file.read_text())
own = puzzle["model"]
if isinstance(own, dict):
    model = own
else:
    built_in = pathlib.Path(__file__).resolve().parent.parent / "models" / (own + ".toml")
    model = tomllib.loads((file.parent / own if ".toml" in own else built_in).read_text())
triangular = model.get("lattice") == "triangular"
if "board" in model:
    PLACES = places(model["board"], triangular)
    HOLES = range(len(PLACES))
    scheme = puzzle.get("notation", model.get("names", "row-column" if triangular else "column-row"))
    NAMES = [name(scheme, hole, max(PLACES)[0] + 1) for hole in HOLES]
    steps = STEPS[puzzle.get("directions", model.get("directions", "lines" if triangular else "orthogonal"))]
    sides = [max(place[axis] for place in PLACES) + 1 for axis in (0, 1)] if "wrap" in model else [1 << 20] * 2
    three = [[((r + i * down) % sides[0], (c + i * right) % sides[1]) for i in range(3)] for r, c in PLACES for down, right in steps]
    JUMPS = [tuple(map(PLACES.index, line)) for line in three if all(place in PLACES for place in line) and len(set(line)) == 3]
    # A list that changes nothing leaves the drawing as it is.
    own_names = [name(model.get("names", "row-column" if triangular else "column-row"), hole, max(PLACES)[0] + 1) for hole in HOLES]
    listed = changed(own_names, [tuple(own_names[hole] for hole in jump) for jump in JUMPS], [])
    plain = [[(r + i * down, c + i * right) for i in range(3)] for r, c in PLACES for down, right in steps]
    IS_LISTED = listed != sorted(tuple(map(PLACES.index, line)) for line in plain if all(place in PLACES for place in line))
    JUMPS = listed if IS_LISTED else JUMPS
else:
    vertices, edges = graph6(model["graph6"]) if "graph6" in model else (0, [])
    NAMES = [str(vertex) for vertex in range(vertices)] + [hole.strip() for hole in model.get("holes", [])]
    if not NAMES:
        NAMES = list(dict.fromkeys(sum(items("edges") + items("lines") + items("with") + items("jumps"), [])))
    HOLES, IS_LISTED = range(len(NAMES)), True
    JUMPS = changed(NAMES, [], edges)
CLASSES = joined(JUMPS) if IS_LISTED else [r % 2 * 2 + c % 2 for r, c in PLACES]
CYCLES, LINES = [cycle for j in range(len(JUMPS)) for cycle in cycles([j])], []
BLOCK = 3 * len(HOLES) + len(JUMPS)
VARIABLES = itertools.count(moves * BLOCK + len(HOLES) + 1)
ends = [position(puzzle[end], NAMES) for end in ("start", "finish")]
for what, first, pegs in zip(("start", "finish"), (1, 1 + moves * BLOCK), ends[::-1] if puzzle.get("reverse", puzzle.get("building")) else ends):
    if isinstance(pegs, int):
        exactly(pegs, [first + h for h in HOLES], f"the pegs of the {what}")
    else:
        add(([first + h if h in pegs else -first - h] for h in HOLES), f"the pegs of the {what}")
for k in range(moves):
    slot(k, f"slot {k + 1}: ")
text = "\n".join([f"p cnf {next(VARIABLES) - 1} {sum(line[0] != 'c' for line in LINES)}"] + LINES) + "\n"
title = "".join(c for c in puzzle.get("title", "untitled") if ord(c) > 31 and not 126 < ord(c) < 160)
print("c soliter sweep 1", f"c {title}", f"c moves {moves}", f"c sha256 {hashlib.sha256(text.encode()).hexdigest()}",
      text, sep="\n", end="")
