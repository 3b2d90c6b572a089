#!/usr/bin/env python3
"""Checks bounds of mixed-integer programs: python3 tools/check_bound.py FILE.bound [FILE.bound ..]

docs/explanation/milp-bounds.md describes the file format. This checker needs only Python and shares no code with the
program that wrote the files. It does not check that a mixed-integer program describes the right puzzle: `soliter export
--to lp` writes the same columns and rows with their names.
Exit code 0: all claims are proved; 1: one is not; 2: a file cannot be read.
"""
import math
import re
import sys
from fractions import Fraction

LONGEST = 1 << 24
LIMIT = 1 << 32
NUMBER = re.compile(r"0|-?[1-9][0-9]{0,9}")


class Refused(Exception):
    """Why a file is rejected."""


def need(truth, what):
    if not truth:
        raise Refused(what)


def number(word):
    need(NUMBER.fullmatch(word) and abs(int(word)) < LIMIT, f"\"{word[:20]}\" is no number")
    return int(word)


def pairs(words):
    """Reads numbers, each followed by an index. In the file, indices start at 1 and are in ascending order."""
    need(len(words) % 2 == 0, "a number has no place")
    read = [(number(word), number(place) - 1) for word, place in zip(words[::2], words[1::2])]
    places = [place for _, place in read]
    need(all(value for value, _ in read) and all(place >= 0 for place in places), "a number or a place is 0")
    need(all(a < b for a, b in zip(places, places[1:])), "the places are not in order")
    return read


class Lines:
    """The lines of a file. Adds the line number to the message of a rejection."""

    def __init__(self, file):
        self.file, self.number = file, 0

    def __enter__(self):
        return self

    def __exit__(self, kind, why, trace):
        if kind is Refused:
            raise Refused(f"line {self.number}: {why}") from None

    def next(self, title=False):
        self.number += 1
        line = self.file.readline(LONGEST)
        need(line.endswith(b"\n"), "it is cut, too long, or missing")
        need(re.fullmatch(rb"[ -~\x80-\xff]*" if title else rb"[ -~]*", line[:-1]), "there is a strange byte")
        return line[:-1].decode("latin-1")

    def words(self, *first):
        """The words of the next line, the first of which must be one of those given."""
        words = self.next().split(" ")
        need(words[0] in first, f"it does not start with {' or '.join(first)}")
        return words

    def count(self, key):
        words = self.words(key)
        need(len(words) == 2 and re.fullmatch(r"0|[1-9][0-9]{0,18}", words[1]), "there is no count")
        return int(words[1])


class Program:
    """Columns (is integer, lower bound, upper bound, cost) and rows (is equality, right-hand side, terms)."""

    def __init__(self, lines):
        self.columns, self.rows = [], []
        for _ in range(lines.count("columns")):
            kind, *numbers = lines.words("integer", "real")
            need(len(numbers) == 3, "a column has two bounds and a cost")
            lower, upper, cost = map(number, numbers)
            need(lower <= upper, "the bounds leave no value")
            self.columns.append((kind == "integer", lower, upper, cost))
        for _ in range(lines.count("rows")):
            kind, *words = lines.words("=", "<=")
            need(words, "a row has a right side")
            terms = pairs(words[1:])
            need(all(column < len(self.columns) for _, column in terms), "there is no such column")
            self.rows.append((kind == "=", number(words[0]), terms))
        self.whole = all(whole or not cost for whole, _, _, cost in self.columns)

    def least(self, bounds, scale, multipliers):
        """A lower bound on the scaled objective, for variables within these bounds."""
        rest = {column: scale * cost for column, (_, _, _, cost) in enumerate(self.columns) if scale * cost}
        total = 0
        for factor, row in multipliers:
            need(row < len(self.rows), "there is no such row")
            equality, right, terms = self.rows[row]
            need(equality or factor < 0, "a \"<=\" row is multiplied by more than 0")
            total += factor * right
            for coefficient, column in terms:
                rest[column] = rest.get(column, 0) - factor * coefficient
        return total + sum(value * bounds[column][0 if value > 0 else 1] for column, value in rest.items())


def read_claim(line):
    """The claimed lower bound on the objective; None if the claim is that there is no solution."""
    if line == "infeasible":
        return None
    need(line.startswith("at-least "), "there is no claim")
    words = line.removeprefix("at-least ").split("/")
    need(len(words) <= 2, "there is no fraction")
    divisor = number(words[1]) if len(words) == 2 else 1
    need(divisor > 0, "the divisor is not above 0")
    return Fraction(number(words[0]), divisor)


def leaf(program, claim, bounds, words):
    need(words, "a leaf has a scale")
    scale = number(words[0])
    need(scale >= 0, "the scale is below 0")
    least = program.least(bounds, scale, pairs(words[1:]))
    if scale == 0:
        need(least > 0, "the sum does not contradict itself")
        return
    need(claim is not None, "the sum does not contradict itself")
    bound = Fraction(least, scale)
    need((math.ceil(bound) if program.whole else bound) >= claim, "the sum does not prove the claim")


def check(path):
    """The claim that a file proves."""
    with open(path, "rb") as file, Lines(file) as lines:
        need(lines.next(title=True) == "soliter bound 1", "this is no bound")
        need(lines.next(title=True).startswith("title "), "there is no title")
        need(lines.next(title=True).startswith("program "), "there is no kind of program")
        program = Program(lines)
        claim = read_claim(lines.next())
        bounds = [(lower, upper) for _, lower, upper, _ in program.columns]
        # Upper halves of splits, still to be checked: the column, the bounds of the upper half, and those before the split.
        later, leaves = [], 0
        while True:
            kind, *words = lines.words("split", "leaf")
            if kind == "split":
                need(len(words) == 2, "a split has a column and a value")
                column, at = number(words[0]) - 1, number(words[1])
                need(0 <= column < len(program.columns) and program.columns[column][0], "there is no such integer column")
                lower, upper = bounds[column]
                need(lower <= at < upper, "all values lie on one side of the split")
                later.append((column, (at + 1, upper), (lower, upper)))
                bounds[column] = lower, at
                continue
            leaf(program, claim, bounds, words)
            leaves += 1
            while later and later[-1][1] is None:
                column, _, before = later.pop()
                bounds[column] = before
            if not later:
                break
            column, upper, before = later.pop()
            bounds[column] = upper
            later.append((column, None, before))
        need(not file.read(1), "there is more after the last leaf")
    said = "no values fit this program" if claim is None else f"the objective of this program is at least {claim}"
    return f"{said}; what it means was not checked ({leaves} leaves)"


def main(paths):
    if {"-h", "--help"} & set(paths):
        print(__doc__.strip())
        return 0
    if not paths:
        print(__doc__.split("\n")[0], file=sys.stderr)
        return 2
    code = 0
    for path in paths:
        try:
            print(f"correct: {check(path)}")
        except Refused as why:
            print(f"rejected: {why}")
            code = max(code, 1)
        except OSError as error:
            print(f"cannot be read: {error}", file=sys.stderr)
            return 2
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
