#!/usr/bin/env python3
"""Writes the clauses for a puzzle and a number of moves: python3 tools/encode.py PUZZLE.toml MOVES > FILE.cnf

For an entry in a collection, write FILE.toml#NAME.

The clauses are satisfiable if there is a solution with at most MOVES moves. They are generated as described in
docs/explanation/sat-proofs.md, without any of Soliter's code, and are identical, byte for byte, to those written by
"soliter certify --lrat". Input that Soliter might read differently is rejected (see peg_board.py and peg_puzzle.py).
Exit code 0: the clauses are written; 2: the puzzle is rejected or cannot be read.
"""
import hashlib
import itertools
import re
import sys

from peg_board import Refused, need
from peg_puzzle import pegs_of, read


class Encoder:
    """Generates the clauses for a puzzle, with one slot per move."""

    def __init__(self, puzzle, moves):
        self.puzzle, self.moves, self.lines = puzzle, moves, []
        self.cycles = list(short_cycles(puzzle.jumps))
        self.block = 3 * len(puzzle.holes) + len(puzzle.jumps)
        self.variables = itertools.count(moves * self.block + len(puzzle.holes) + 1)
        self.end("start", puzzle.start, 1)
        self.end("finish", puzzle.finish, 1 + moves * self.block)
        for k in range(moves):
            self.slot(k, f"slot {k + 1}: ")

    def add(self, clauses, comment=None):
        self.lines.extend([f"c {comment}"] if comment else [])
        self.lines.extend(" ".join(map(str, [*clause, 0])) for clause in clauses)

    def exactly(self, count, literals, comment=None):
        """A sequential counter: at[t] means that at least t of the literals so far are true."""
        self.add([], comment)
        before = [t == 0 for t in range(count + 2)]
        for i, literal in enumerate(literals, 1):
            least, most = max(0, count - len(literals) + i), min(i, count)
            at = [t <= least if t <= least or t > most else next(self.variables) for t in range(count + 2)]
            for t in range(1, count + 2):
                for one, then, more in ((before[t], at[t], []), (before[t - 1], at[t], [-literal]),
                                        (at[t], before[t], [literal]), (at[t], before[t - 1], [])):
                    if one is not False and then is not True:
                        self.add([[-one] * (one is not True) + [then] * (then is not False) + more])
            before = at

    def end(self, what, pegs, first):
        peg = [first + h for h in self.puzzle.holes]
        if isinstance(pegs, int):
            self.exactly(pegs, peg, f"the pegs of the {what}")
        else:
            self.add(([x if h in pegs else -x] for h, x in enumerate(peg)), f"the pegs of the {what}")

    def slot(self, k, this):
        """One move: the pegs before and after it, the holes in which it starts and ends, and its jumps."""
        add, exactly, holes, is_listed = self.add, self.exactly, self.puzzle.holes, self.puzzle.is_listed
        first = [1 + k * self.block + part * len(holes) for part in range(4)]
        peg, after, start, end = ([base + h for h in holes] for base in (first[0], first[0] + self.block, *first[1:3]))
        jumps = [(first[3] + j, *jump) for j, jump in enumerate(self.puzzle.jumps)]
        out, over, into = ([[jump[0] for jump in jumps if jump[part] == h] for h in holes] for part in (1, 2, 3))
        taken = [[start[h]] + over[h] for h in holes]
        exactly(1, start, this + "the move starts in one hole")
        exactly(1, end, this + "the move ends in one hole")
        add(([-start[h]] + out[h] for h in holes), this + "a jump leads away from where it starts")
        add([], this + "as many jumps lead into a hole as out of it, start and end counted")
        for h in holes:
            touching = [x if b == h else -x for x, a, m, b in sorted(jumps, key=lambda jump: jump[2]) if h in (a, b)]
            exactly(len(out[h]) + 1, [start[h], -end[h]] + touching)
        classes = [next(self.variables) for _ in range(max(self.puzzle.classes) + 1 if is_listed else 4)]
        keeps = "jumps lead from one to the other" if is_listed else "a jump keeps row and column even or odd"
        exactly(1, classes, this + "all its holes are of one class: " + keeps)
        its = [classes[number] for number in self.puzzle.classes]
        add([-x, its[h]] for x, h in [*zip(start, holes), *zip(end, holes), *((x, a) for x, a, _, _ in jumps)])
        add(([-x, peg[h]] for h in holes for x in taken[h]), this + "the peg that moves and those it leaps over are there")
        add(([-x, -y] for h in holes for x, y in itertools.combinations(taken[h], 2)), this + "each is leapt over once")
        add(([-x, -peg[h], start[h]] for h in holes for x in [end[h]] + into[h] + out[h]),
            this + "it lands in empty holes or its first")
        add([], this + "a cycle of jumps is entered, or started from")
        for cycle in self.cycles:
            within = sorted(self.puzzle.jumps[j][0] for j in cycle)
            entered = [x for x, a, _, b in jumps if b in within and a not in within]
            add([[-jumps[j][0] for j in cycle] + entered + [start[h] for h in within]])
        add([], this + "a peg is there after the move if it landed there, or was there and stayed")
        add([-end[h], after[h]] for h in holes)
        add([after[h], -peg[h]] + taken[h] for h in holes)
        add([-after[h], end[h], peg[h]] for h in holes)
        add([-after[h], end[h], -x] for h in holes for x in taken[h])

    def text(self):
        """The clauses, preceded by a header with their digest."""
        number = sum(line[0] != "c" for line in self.lines)
        text = "\n".join([f"p cnf {next(self.variables) - 1} {number}"] + self.lines) + "\n"
        title = "".join(c for c in self.puzzle.title if ord(c) > 31 and not 126 < ord(c) < 160)
        digest = hashlib.sha256(text.encode()).hexdigest()
        return "\n".join(["c soliter sweep 1", f"c {title}", f"c moves {self.moves}", f"c sha256 {digest}", text])


def short_cycles(jumps):
    """Cycles of two to four jumps over different holes, each starting with its lowest-numbered jump."""
    leaving = {}
    for j, jump in enumerate(jumps):
        leaving.setdefault(jump[0], []).append(j)

    def extend(path):
        if jumps[path[-1]][2] == jumps[path[0]][0]:
            yield from [path] if len(path) > 1 else []
        elif len(path) < 4:
            for j in leaving.get(jumps[path[-1]][2], []):
                if j > path[0] and all(jumps[i][p] != jumps[j][p] for i in path for p in (0, 1)):
                    yield from extend(path + [j])
    return itertools.chain.from_iterable(extend([j]) for j in range(len(jumps)))


def formula(path, moves):
    """The clauses for the puzzle in a file and a number of moves."""
    puzzle = read(path)
    jumps = pegs_of(puzzle.start) - pegs_of(puzzle.finish)
    need(jumps > 0, "the finish has at least as many pegs as the start, so no jump can be made")
    # Each slot contains a jump, so with more slots than jumps the clauses would be unsatisfiable for that reason alone.
    need(0 < moves <= jumps, f"a solution has {jumps} jumps, so the number of moves must be from 1 to {jumps}")
    return Encoder(puzzle, moves).text()


def main(arguments):
    if {"-h", "--help"} & set(arguments):
        print(__doc__.strip())
        return 0
    if len(arguments) != 2 or not re.fullmatch("[0-9]{1,9}", arguments[1]):
        print(__doc__.split("\n")[0], file=sys.stderr)
        return 2
    try:
        sys.stdout.buffer.write(formula(arguments[0], int(arguments[1])).encode())
    except Refused as why:
        print(f"encode.py: {arguments[0]}: {why}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
