"""Reads peg-solitaire boards and drawings of positions for encode.py, without any of Soliter's code.

Only part of the format described in docs/reference/files.md and docs/how-to/graphs.md is supported; anything else is
rejected with a reason.
"""
import itertools
from typing import NamedTuple

STEPS = {"orthogonal": [(-1, 0), (0, 1), (1, 0), (0, -1)], "lines": [(-1, 0), (0, 1), (1, 1), (1, 0), (0, -1), (-1, -1)]}
STEPS["all"] = STEPS["orthogonal"] + [(-1, 1), (1, 1), (1, -1), (-1, -1)]
STEPS["skew"] = STEPS["lines"]
LATTICES = {"square": ["orthogonal", "all", "skew"], "triangular": ["lines"]}
MODEL_KEYS = {"kind", "title", "board", "signs", "lattice", "directions", "names", "holes", "edges", "graph6", "lines", "jumps",
              "with", "without", "wrap", "places"}
MOST_HOLES = 65535


class Refused(Exception):
    """Why a puzzle is rejected."""


def need(truth, what):
    if not truth:
        raise Refused(what)


def entry(table, key, kind, default=None):
    """The value of a key, which must have the given type."""
    value = table.get(key, default)
    need(isinstance(value, kind) or value is default, f"\"{key}\" has the wrong type")
    return value


def choice(table, key, words, default):
    word = entry(table, key, str, default)
    need(key not in table or word in words, f"unknown {key} \"{word}\"")
    return word


def only(table, known, what):
    for key in table:
        need(key in known, f"unknown key \"{key}\" in {what}")


# Drawings


def touch(places):
    return any(a[0] == b[0] and a[1] + 1 == b[1] for a, b in zip(places, places[1:]))


def without_gaps(places):
    """The places of a drawing whose marks are separated by spaces, without those spaces; None for any other drawing."""
    has_gap = any(a[0] == b[0] and a[1] + 2 == b[1] for a, b in zip(places, places[1:]))
    return [(r, c // 2) for r, c in places] if has_gap and all(c % 2 == 0 for _, c in places) else None


def marks_of(text, known, is_triangular):
    """The marks of a drawing, row by row, and the row and column of each."""
    found = [(r, c, mark) for r, row in enumerate(text.split("\n")) for c, mark in enumerate(row.removesuffix("\r")) if mark != " "]
    for *_, mark in found:
        need(mark in known, f"the meaning of {mark!r} in this drawing is ambiguous; use {' '.join(known)}"
             + ", or signs = { .. }" * ("." in known))
    need(found, "a drawing is empty")
    places = [(r - found[0][0], c) for r, c, _ in found]
    if is_triangular and not touch(places):
        need(len({(r + c) % 2 for r, c in places}) == 1, "a mark stands between the places of a triangular drawing")
        places = [(r, (r + c) // 2) for r, c in places]
    left = min(c for _, c in places)
    return [mark for *_, mark in found], [(r, c - left) for r, c in places]


def holes_of(text, is_triangular, directions):
    """The places of a board's holes."""
    _, places = marks_of(text, "o●", is_triangular)
    if is_triangular or touch(places):
        return places
    has_gaps = any(a[0] == b[0] and a[1] + 2 == b[1] for a, b in zip(places, places[1:]))
    # If holes touch only at their corners, the board is meant for diagonal jumps.
    is_diagonal = directions == "all" and len({(r + c) % 2 for r, c in places}) == 1
    closed = without_gaps(places)
    need(closed or is_diagonal or not has_gaps, "a mark stands between the columns of a drawing")
    return closed or places


def drawn(text, places, is_triangular, signs):
    """The pegs of a drawing of a position."""
    if signs is not None:
        for sign in text:
            need(sign in " \r\n" or sign in signs, f"{sign!r} is not defined in \"signs\"")
        text = "".join(signs.get(sign, sign) for sign in text)
    else:
        # One of the two then means an empty hole, and Soliter infers which from the complete puzzle.
        is_mixed = "o" in text and "●" in text and not set(text) & set(".·")
        need(not is_mixed, "it is ambiguous whether 'o' or '●' is a peg; add signs = { peg = \"●\", empty = \"o\" }")
    marks, shape = marks_of(text, "o●.·", is_triangular)
    is_shape = shape == places or not is_triangular and without_gaps(shape) == places
    need(is_shape, "the drawing of a position does not have the shape of the board")
    return {hole for hole, mark in enumerate(marks) if mark in "o●"}


# Names


def names_of(scheme, places):
    """The names of the holes of a drawing."""
    rows, columns = (max(place[axis] for place in places) + 1 for axis in (0, 1))
    limit = {"column-row": 9, "row-column": 9, "letter-row": 26, "letter-rank": 26}.get(scheme)
    fits = limit is None or columns <= limit and (rows <= limit or limit > 9)
    need(fits, f"\"{scheme}\" cannot name the holes of {rows} rows and {columns} columns; choose another notation")
    if scheme == "letters":
        turned = [(rows - 1 - r, columns - 1 - c) for r, c in reversed(places)]
        need(len(places) % 2 and len(places) <= 47 and turned == places, "\"letters\" needs an opposite hole for every hole but the centre")
        first = [chr(97 + hole) for hole in range(len(places) // 2)]
        return [*first, "x", *(letter.upper() for letter in reversed(first))]
    return [{"column-row": f"{c + 1}{rows - r}", "row-column": f"{r + 1}{c + 1}", "number": f"{hole + 1}", "number0": f"{hole}",
             "letter-row": f"{chr(97 + c % 26)}{r + 1}", "letter-rank": f"{chr(97 + c % 26)}{rows - r}"}[scheme]
            for hole, (r, c) in enumerate(places)]


SCHEMES = ["column-row", "row-column", "letter-row", "letter-rank", "number", "number0", "letters"]


def finder(scheme, names):
    """A function from names to holes. It ignores case, except for letter names and the board's own names."""
    holes = {name: hole for hole, name in enumerate(names)}

    def find(word):
        need(isinstance(word, str), f"{word!r} is not the name of a hole")
        name = word.strip()
        if scheme in ("number", "number0") and len(name) > 1:
            name = name.removeprefix("0")
        if scheme not in ("letters", "own") and name.isascii():
            name = name.lower()
        need(name in holes, f"no hole is called \"{word}\"")
        return holes[name]
    return find


# Jumps


def items(model, key):
    """The items of a key, as lists of hole names: edges, runs or jumps."""
    fewest = 2 if key == "edges" else 3
    most = fewest if key in ("edges", "jumps") else MOST_HOLES
    found = []
    for item in entry(model, key, list, []):
        item = item.split("-") if isinstance(item, str) else item
        fits = isinstance(item, list) and fewest <= len(item) <= most and all(isinstance(name, str) for name in item)
        need(fits, f"an item of \"{key}\" is malformed")
        found.append([name.strip() for name in item])
    return found


def along(run):
    """The jumps along a run of holes, in both directions."""
    return [three for a, b, c in zip(run, run[1:], run[2:]) for three in ((a, b, c), (c, b, a))]


def over_edges(edges):
    """The jumps of a graph: from a vertex over a neighbour to another neighbour of that neighbour."""
    near = {}
    for a, b in edges:
        near.setdefault(a, set()).add(b)
        near.setdefault(b, set()).add(a)
    return [(a, over, b) for over in near for a in near[over] for b in near[over] if a != b]


def graph6(text):
    """The number of vertices, and the edges."""
    sextets = [ord(c) - 63 for c in text.strip().removeprefix(">>graph6<<")]
    need(sextets and all(0 <= sextet < 64 for sextet in sextets), "\"graph6\" is not a valid graph6 string")
    head = 1 if sextets[0] < 63 else 4
    number = sextets[0] if head == 1 else sum(sextet << shift for sextet, shift in zip(sextets[1:4], (12, 6, 0)))
    pairs = [(low, high) for high in range(1, number) for low in range(high)] if number <= 4096 else []
    bits = [sextet >> shift & 1 for sextet in sextets[head:] for shift in range(5, -1, -1)]
    fits = 0 < number <= 4096 and 0 <= len(bits) - len(pairs) < 6 and not any(bits[len(pairs):])
    need(fits, "\"graph6\" is not a valid graph6 string, or the graph is too large")
    return number, [pair for pair, bit in zip(pairs, bits) if bit]


def changed(model, jumps, edges, find):
    """The jumps of a board in ascending order, after its file's additions and exclusions."""
    def read(*keys):
        return [tuple(map(find, item)) for key in keys for item in items(model, key)]
    runs, single = read("lines", "with"), read("jumps")
    jumps = {*jumps, *over_edges(edges + read("edges")), *single, *itertools.chain.from_iterable(map(along, runs))}
    need(all(len(set(jump)) == 3 for jump in jumps) and all(a != b for a, b in read("edges")), "a jump must have three different holes, an edge two")
    without = set(itertools.chain.from_iterable(map(along, read("without"))))
    need(without <= jumps, "\"without\" names a jump that the board does not have")
    return sorted(jumps - without)


def joined(holes, jumps):
    """The class of each hole: jumps never leave a class. Classes are numbered in the order of their first holes."""
    of = list(holes)
    for a, _, b in jumps:
        low, high = sorted((of[a], of[b]))
        of = [low if one == high else one for one in of] if low != high else of
    number = {one: place for place, one in enumerate(sorted(set(of)))}
    return [number[one] for one in of]


class Board(NamedTuple):
    """A board with its naming scheme. `places` is empty if the board has no drawing."""

    places: list
    jumps: list
    is_listed: bool
    is_triangular: bool
    scheme: str
    own_names: list

    def names(self, scheme):
        if not self.places:
            need(scheme in ("own", "number", "number0"), f"\"{scheme}\" needs a board with a drawing")
            first = int(scheme == "number")
            return self.own_names if scheme == "own" else [str(hole + first) for hole in range(len(self.own_names))]
        return names_of(scheme, self.places)


def jumps_between(places, steps, sides=None):
    """The jumps of a drawing, by hole and direction. With `sides`, the board wraps around."""
    hole_at = {place: hole for hole, place in enumerate(places)}
    sides = sides or (1 << 20, 1 << 20)
    lines = [[((r + i * down) % sides[0], (c + i * right) % sides[1]) for i in range(3)] for r, c in places for down, right in steps]
    return [tuple(map(hole_at.get, line)) for line in lines if all(place in hole_at for place in line) and len(set(line)) == 3]


def drawn_board(model):
    lattice = choice(model, "lattice", LATTICES, "square")
    is_triangular = lattice == "triangular"
    directions = choice(model, "directions", LATTICES[lattice], LATTICES[lattice][0])
    scheme = choice(model, "names", SCHEMES, "row-column" if is_triangular else "column-row")
    only(model, MODEL_KEYS - {"holes", "graph6", "places"}, "a model with a drawing")
    places = holes_of(entry(model, "board", str, ""), is_triangular, directions)
    need(len(places) <= MOST_HOLES, f"a board has at most {MOST_HOLES} holes")
    plain = jumps_between(places, STEPS[directions])
    sides = None
    if choice(model, "wrap", ["torus"], None):
        need(not is_triangular, "only a board on a square lattice can wrap around")
        sides = [max(place[axis] for place in places) + 1 for axis in (0, 1)]
    jumps = changed(model, jumps_between(places, STEPS[directions], sides), [], finder(scheme, names_of(scheme, places)))
    # If the lists change nothing, treat the board as drawn.
    is_listed = jumps != sorted(plain)
    return Board(places, jumps if is_listed else plain, is_listed, is_triangular, scheme, [])


def listed_board(model):
    only(model, MODEL_KEYS - {"lattice", "directions", "wrap", "signs"}, "a model without a drawing")
    # Soliter derives jumps from each of the two separately, never from an edge of one and an edge of the other.
    need("graph6" not in model or "edges" not in model, "\"graph6\" and \"edges\" together are ambiguous; list all edges")
    vertices, edges = graph6(entry(model, "graph6", str)) if "graph6" in model else (0, [])
    names = [str(vertex) for vertex in range(vertices)]
    for name in entry(model, "holes", list, []):
        need(isinstance(name, str), "\"holes\" must be a list of names")
        names.append(name.strip())
    if "graph6" not in model and "holes" not in model:
        names = [name for key in ("edges", "lines", "with", "jumps") for item in items(model, key) for name in item]
    names = list(dict.fromkeys(names))
    need(0 < len(names) <= MOST_HOLES, f"a board has 1 to {MOST_HOLES} holes")
    for name in names:
        need(len(name) <= 32 and name.replace("_", "a").isalnum(), f"\"{name}\" cannot be the name of a hole")
    jumps = changed(model, [], edges, finder("own", names))
    return Board([], jumps, True, False, choice(model, "names", ["number", "number0"], "own"), names)
