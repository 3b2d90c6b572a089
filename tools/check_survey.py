#!/usr/bin/env python3
"""Checks the CSV files of `soliter survey graphs` from the rules alone, without Soliter.

    tools/check_survey.py FILE ..

Every number of a row is recomputed by trying every game, and every solution is replayed. A graph with n vertices takes
up to 2^n positions, so this is for graphs with up to about 16 vertices. The rows have to be complete: the number of
rows is printed, to be compared with the number of graphs.
"""
import csv
import hashlib
import sys

COLUMNS = ["line", "graph", "vertices", "edges", "class", "peg_solitaire_number", "fools_solitaire_number",
           "solvable_vacancies", "fewest_pegs", "most_pegs", "positions"]
OPTIONAL = [["fewest_moves", "solutions"], ["unsolvable_by_pegs", "unsolvable_sha256"]]


class Refused(Exception):
    """A row that is wrong."""


def need(condition, what):
    if not condition:
        raise Refused(what)


# Graphs


def bits_of(text):
    """Six bits for each character."""
    need(all(63 <= ord(c) <= 126 for c in text), "a character outside the format")
    return [(ord(c) - 63) >> (5 - place) & 1 for c in text for place in range(6)]


def number(bits):
    return int("".join(map(str, bits)) or "0", 2)


def size(text):
    """The number of vertices of graph6 and sparse6, and the rest of the text."""
    if text.startswith("~~"):
        return number(bits_of(text[2:8])), text[8:]
    if text.startswith("~"):
        return number(bits_of(text[1:4])), text[4:]
    return number(bits_of(text[:1])), text[1:]


def graph(text):
    """The number of vertices, and the edges as a set of pairs in both directions."""
    for head in (">>graph6<<", ">>sparse6<<"):
        text = text.removeprefix(head)
    pairs = []
    if text[0].isdigit():
        words = text.split()
        vertices = int(words.pop(0)) if "-" not in words[0] else None
        if words and "-" in words[0]:
            pairs = [tuple(map(int, word.split("-"))) for word in words]
        else:
            pairs = list(zip(map(int, words[::2]), map(int, words[1::2]), strict=True))
        if vertices is None:
            vertices = 1 + max(max(pair) for pair in pairs)
    elif text.startswith(":"):
        vertices, rest = size(text[1:])
        bits, wide, v = bits_of(rest), (vertices - 1).bit_length(), 0
        for at in range(0, len(bits) - wide, wide + 1):
            v += bits[at]
            x = number(bits[at + 1:at + 1 + wide])
            if max(x, v) >= vertices:
                break
            if x > v:
                v = x
            else:
                pairs.append((x, v))
    else:
        vertices, rest = size(text)
        bits = iter(bits_of(rest))
        pairs = [(u, v) for v in range(1, vertices) for u in range(v) if next(bits)]
    edges = set(pairs) | {(v, u) for u, v in pairs}
    need(len(edges) == 2 * len(pairs) and all(u != v and 0 <= u < vertices for u, v in edges), "no simple graph")
    return vertices, edges


# Games. A position is an integer with bit v for a peg on vertex v.


def jumps_of(vertices, edges):
    return [(u, v, w) for u, v in sorted(edges) for w in range(vertices) if w != u and (v, w) in edges]


def after(position, jumps):
    """The positions after each legal jump."""
    for u, v, w in jumps:
        if position >> u & 1 and position >> v & 1 and not position >> w & 1:
            yield position ^ (1 << u | 1 << v | 1 << w)


def ends(start, jumps, known):
    """The fewest and the most pegs that can be left. A jump removes a peg, so the depth is the number of pegs."""
    if start not in known:
        results = [ends(position, jumps, known) for position in set(after(start, jumps))]
        left = start.bit_count()
        known[start] = (min((one[0] for one in results), default=left), max((one[1] for one in results), default=left))
    return known[start]


def classify(fewest, known, jumps, edges):
    least = min(fewest)
    if least == 1:
        return "freely solvable" if max(fewest) == 1 else "solvable"
    if least == 2:
        for position in known:
            if position.bit_count() == 2 and not any(after(position, jumps)):
                u, v = (vertex for vertex in range(position.bit_length()) if position >> vertex & 1)
                between = {w for one, w in edges if one == u} & {w for one, w in edges if one == v}
                if between and (u, v) not in edges:
                    return "distance-2 solvable"
    return f"{least}-solvable"


def numbers(text):
    return [int(word) for word in text.split()]


def check_solutions(row, vertices, edges, fewest):
    """Replays every solution. It is not checked that none has fewer moves."""
    solutions = dict(part.split(": ") for part in row["solutions"].split("; ") if part)
    need([int(one) for one in solutions] == [v for v in range(vertices) if fewest[v] == 1], "solutions")
    moves = row["fewest_moves"].split()
    need(len(moves) == vertices, "fewest_moves")
    for vacancy in range(vertices):
        if fewest[vacancy] > 1:
            need(moves[vacancy] == "-", "fewest_moves")
            continue
        paths = solutions[str(vacancy)].split()
        need(moves[vacancy].removeprefix("<=") == str(len(paths)), "fewest_moves")
        pegs = set(range(vertices)) - {vacancy}
        for path in paths:
            path = [int(vertex) for vertex in path.split("-")]
            need(len(path) >= 3 and len(path) % 2 == 1, f"the move {path}")
            for at in range(0, len(path) - 2, 2):
                u, v, w = path[at:at + 3]
                need((u, v) in edges and (v, w) in edges and u != w, f"the jump {u}-{v}-{w}")
                need(u in pegs and v in pegs and w not in pegs, f"the jump {u}-{v}-{w}")
                pegs = pegs - {u, v} | {w}
        need(len(pegs) == 1, "a solution leaves more than one peg")


def check_evidence(row, vertices, jumps, fewest):
    unsolvable = [v for v in range(vertices) if fewest[v] > 1]
    reached, level = set(), {(1 << vertices) - 1 - (1 << v) for v in unsolvable}
    while level:
        reached |= level
        level = {one for position in level for one in after(position, jumps)}
    by_pegs = [0] * (vertices + 1)
    for position in reached:
        by_pegs[position.bit_count()] += 1
    digest = hashlib.sha256(b"".join(position.to_bytes(4, "little") for position in sorted(reached)))
    expected = (by_pegs, digest.hexdigest()) if unsolvable else ([], "")
    need((numbers(row["unsolvable_by_pegs"]), row["unsolvable_sha256"]) == expected, "unsolvable_*")


def check_row(row):
    vertices, edges = graph(row["graph"])
    jumps, known = jumps_of(vertices, edges), {}
    full = (1 << vertices) - 1
    results = [ends(full - (1 << vacancy), jumps, known) for vacancy in range(vertices)]
    fewest, most = [one[0] for one in results], [one[1] for one in results]
    expected = {
        "vertices": str(vertices),
        "edges": str(len(edges) // 2),
        "class": classify(fewest, known, jumps, edges),
        "peg_solitaire_number": str(min(fewest)),
        "fools_solitaire_number": str(max(most)),
        "solvable_vacancies": " ".join(str(v) for v in range(vertices) if fewest[v] == 1),
        "fewest_pegs": " ".join(map(str, fewest)),
        "most_pegs": " ".join(map(str, most)),
        "positions": str(len(known)),
    }
    for column, value in expected.items():
        need(row[column] == value, f"{column} is {row[column]!r} instead of {value!r}")
    if "solutions" in row:
        check_solutions(row, vertices, edges, fewest)
    if "unsolvable_sha256" in row:
        check_evidence(row, vertices, jumps, fewest)


def check(path):
    """Checks every row of a file, and returns the number of rows."""
    with open(path, newline="", encoding="ascii") as file:
        text = file.read()
    need(text.endswith("\n"), "the last row is cut off")
    rows = csv.DictReader(text.splitlines(), strict=True)
    heads = [COLUMNS + [head for group in groups for head in group]
             for groups in ([], [OPTIONAL[0]], [OPTIONAL[1]], OPTIONAL)]
    need(rows.fieldnames in heads, "these are not the columns of a survey")
    count, last = 0, 0
    for row in rows:
        try:
            need(None not in row and None not in row.values(), "the number of cells")
            need(row["line"].isdigit() and int(row["line"]) > last, "the line numbers do not ascend")
            check_row(row)
        except (Refused, ValueError, IndexError, StopIteration) as why:
            raise Refused(f"line {rows.line_num}: {why}") from why
        count, last = count + 1, int(row["line"])
    return count


def main(paths):
    code = 0
    for path in paths:
        try:
            print(f"correct: {path}: {check(path)} graphs")
        except (Refused, OSError, UnicodeDecodeError, csv.Error) as why:
            print(f"rejected: {path}: {why}")
            code = 1
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) if len(sys.argv) > 1 else __doc__)
