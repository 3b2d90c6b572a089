#!/usr/bin/env python3
"""Checks the CSV files of `soliter survey graphs` from the rules alone, without Soliter.

    tools/check_survey.py FILE ..

Every number in a row, including the fewest moves, is recomputed by trying every game, and every solution is replayed. A
number of moves written as "<=N" has to be true, but not the minimum. A graph with n vertices can have up to 2^n positions, so
this is practical up to about 16 vertices; graphs with more than 32 are rejected. Missing rows cannot be detected: compare the
printed number of rows with the number of graphs.
Exit code 0: every file is correct; 1: one is rejected; 2: one cannot be read.
"""
import csv
import hashlib
import sys

COLUMNS = ["line", "graph", "vertices", "edges", "class", "peg_solitaire_number", "fools_solitaire_number",
           "solvable_vacancies", "fewest_pegs", "most_pegs", "positions"]
MOST = 32
OPTIONAL = [["fewest_moves", "solutions"], ["unsolvable_by_pegs", "unsolvable_sha256"]]


class Refused(Exception):
    """Why a file is rejected."""


def need(condition, what):
    if not condition:
        raise Refused(what)


# Graphs


def bits_of(text):
    """The bits of a text in graph6 or sparse6, six per character."""
    need(all(63 <= ord(c) <= 126 for c in text), "the graph contains an invalid character")
    return [(ord(c) - 63) >> (5 - place) & 1 for c in text for place in range(6)]


def integer(text):
    """A number in decimal digits, as in a survey."""
    need(text.isdigit() and (text == "0" or text[0] != "0") and len(text) < 20, f"{text[:20]!r} is not a number")
    return int(text)


def number(bits):
    return int("".join(map(str, bits)) or "0", 2)


def size(text):
    """The number of vertices in graph6 or sparse6, and the rest of the text."""
    skipped, digits = (2, 6) if text.startswith("~~") else (1, 3) if text.startswith("~") else (0, 1)
    need(len(text) >= skipped + digits, "the number of vertices is missing")
    vertices = number(bits_of(text[skipped:skipped + digits]))
    need(vertices <= MOST, f"there are more than {MOST} vertices")
    return vertices, text[skipped + digits:]


def graph(text):
    """The number of vertices, and the edges as a set of pairs in both directions."""
    for head in (">>graph6<<", ">>sparse6<<"):
        text = text.removeprefix(head)
    pairs = []
    if text[:1].isdigit():
        words = text.split()
        vertices = integer(words.pop(0)) if "-" not in words[0] else None
        if words and "-" in words[0]:
            pairs = [tuple(map(integer, word.split("-"))) for word in words]
        else:
            pairs = list(zip(map(integer, words[::2]), map(integer, words[1::2]), strict=True))
        need(all(len(pair) == 2 for pair in pairs), "an edge has two vertices")
        if vertices is None:
            vertices = 1 + max(max(pair) for pair in pairs)
        need(vertices <= MOST, f"there are more than {MOST} vertices")
    elif text.startswith(":"):
        vertices, rest = size(text[1:])
        bits, wide, v = bits_of(rest), (vertices - 1).bit_length(), 0
        for at in range(0, len(bits) - wide, wide + 1):
            v += bits[at]
            x = number(bits[at + 1:at + 1 + wide])
            if max(x, v) >= vertices:
                need(len(bits) - at < wide + 6, "there is more text after the end of the graph")
                break
            if x > v:
                v = x
            else:
                pairs.append((x, v))
    else:
        vertices, rest = size(text)
        bits, all_pairs = bits_of(rest), [(u, v) for v in range(1, vertices) for u in range(v)]
        fits = 0 <= len(bits) - len(all_pairs) < 6 and not any(bits[len(all_pairs):])
        need(fits, "the graph is cut off, or followed by more text")
        pairs = [pair for pair, bit in zip(all_pairs, bits) if bit]
    edges = set(pairs) | {(v, u) for u, v in pairs}
    need(len(edges) == 2 * len(pairs) and all(u != v and 0 <= u < vertices for u, v in edges), "this is not a simple graph")
    return vertices, edges


# Games. A position is an integer; bit v is set if vertex v has a peg.


def jumps_of(vertices, edges):
    return [(u, v, w) for u, v in sorted(edges) for w in range(vertices) if w != u and (v, w) in edges]


def after(position, jumps):
    """The positions after each legal jump."""
    for u, v, w in jumps:
        if position >> u & 1 and position >> v & 1 and not position >> w & 1:
            yield position ^ (1 << u | 1 << v | 1 << w)


def ends(start, jumps, known):
    """The fewest and the most pegs that can be left. Every jump removes a peg, so the number of pegs limits the recursion."""
    if start not in known:
        results = [ends(position, jumps, known) for position in set(after(start, jumps))]
        left = start.bit_count()
        known[start] = (min((one[0] for one in results), default=left), max((one[1] for one in results), default=left))
    return known[start]


def fewest_moves(known, jumps):
    """The fewest moves from each position of a game to one peg. Positions that cannot be reduced to one peg have no entry.

    Moves are undone, one at a time, starting from the positions with one peg: the peg that made the last move goes back jump
    by jump. A position that an undone move has already passed through with the same peg is not tried again, because the first
    time needed no more moves.
    """
    back = {}
    for u, v, w in jumps:
        back.setdefault(w, []).append((u, v))
    moves = {position: 0 for position in known if position.bit_count() == 1}
    level, seen, number = list(moves), set(), 0
    while level:
        number += 1
        there = [(position, at) for position in level for at in back if position >> at & 1]
        level = []
        while there:
            position, w = there.pop()
            for u, v in back.get(w, ()):
                before = position ^ (1 << u | 1 << v | 1 << w)
                if position >> u & 1 or position >> v & 1 or before not in known or (before, u) in seen:
                    continue
                seen.add((before, u))
                there.append((before, u))
                if before not in moves:
                    moves[before] = number
                    level.append(before)
    return moves


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


def check_solutions(row, vertices, edges, fewest, moves):
    """Replays every solution, and checks its number of moves: the minimum, unless the row says "<="."""
    solutions = [part.split(": ", 1) for part in row["solutions"].split("; ") if part]
    need([one[0] for one in solutions] == [str(v) for v in range(vertices) if fewest[v] == 1], "solutions")
    solutions, told = dict(solutions), row["fewest_moves"].split(" ")
    need(len(told) == vertices, "fewest_moves")
    for vacancy in range(vertices):
        if fewest[vacancy] > 1:
            need(told[vacancy] == "-", "fewest_moves")
            continue
        least, paths = moves[(1 << vertices) - 1 - (1 << vacancy)], solutions[str(vacancy)].split()
        need(told[vacancy].removeprefix("<=") == str(len(paths)), "fewest_moves differs from the number of moves in the solution")
        fits = told[vacancy] == str(least) or told[vacancy].startswith("<=")
        need(fits, f"fewest_moves is {told[vacancy]} instead of {least} for vacancy {vacancy}")
        pegs = set(range(vertices)) - {vacancy}
        for path in paths:
            path = [integer(vertex) for vertex in path.split("-")]
            need(len(path) >= 3 and len(path) % 2 == 1, f"the move {path} is malformed")
            for at in range(0, len(path) - 2, 2):
                u, v, w = path[at:at + 3]
                need((u, v) in edges and (v, w) in edges and u != w, f"the jump {u}-{v}-{w} does not follow edges")
                need(u in pegs and v in pegs and w not in pegs, f"the jump {u}-{v}-{w} is illegal")
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
    expected = (" ".join(map(str, by_pegs)), digest.hexdigest()) if unsolvable else ("", "")
    need((row["unsolvable_by_pegs"], row["unsolvable_sha256"]) == expected, "unsolvable_*")


def check_row(row):
    vertices, edges = graph(row["graph"])
    need(2 <= vertices <= MOST, f"a graph has to have 2 to {MOST} vertices")
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
        check_solutions(row, vertices, edges, fewest, fewest_moves(known, jumps))
    if "unsolvable_sha256" in row:
        check_evidence(row, vertices, jumps, fewest)


def check(path):
    """Checks every row of a file and returns the number of rows."""
    with open(path, newline="", encoding="ascii") as file:
        text = file.read()
    need(text.endswith("\n"), "the last row is cut off")
    rows = csv.DictReader(text.splitlines(), strict=True)
    heads = [COLUMNS + [head for group in groups for head in group]
             for groups in ([], [OPTIONAL[0]], [OPTIONAL[1]], OPTIONAL)]
    need(rows.fieldnames in heads, "the columns are not those of a survey")
    count, last = 0, 0
    for row in rows:
        try:
            need(None not in row and None not in row.values(), "wrong number of cells")
            need(integer(row["line"]) > last, "the line numbers are not in ascending order")
            check_row(row)
        except (Refused, ValueError) as why:
            raise Refused(f"line {rows.line_num}: {why}") from why
        count, last = count + 1, integer(row["line"])
    return count


def main(paths):
    if {"-h", "--help"} & set(paths):
        print(__doc__.strip())
        return 0
    code = 0
    for path in paths:
        try:
            print(f"correct: {path}: {check(path)} graphs")
        except (Refused, UnicodeDecodeError, csv.Error) as why:
            print(f"rejected: {path}: {why}")
            code = max(code, 1)
        except OSError as error:
            print(f"cannot be read: {error}", file=sys.stderr)
            return 2
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) if len(sys.argv) > 1 else print(__doc__, file=sys.stderr) or 2)
