#!/usr/bin/env python3
"""Checks that clauses are unsatisfiable: python3 tools/check_lrat.py FILE.cnf FILE.lrat [FILE.cnf FILE.lrat ..]

The clauses are in DIMACS format, the proof in LRAT text format; docs/explanation/sat-proofs.md describes both. This checker
needs only Python and shares no code with the program that wrote the files. It does not check what the clauses mean:
tools/encode.py regenerates a puzzle's clauses from its text, byte for byte.
Exit code 0: all are unsatisfiable; 1: a proof is rejected; 2: a file cannot be read.
"""
import hashlib
import re
import sys

LONGEST = 1 << 24
NUMBER = re.compile(rb"0|[1-9][0-9]*")
LITERAL = re.compile(rb"-?[1-9][0-9]*")
# For each first line, the pattern of the third, which says what is refuted: a number of moves for a puzzle, or a program
# with a bound on its objective, if it has one.
ABOUT = {b"c soliter sweep 1": re.compile(rb"moves (0|[1-9][0-9]{0,9})"),
         b"c soliter program 1": re.compile(rb"impossible|objective at-(?:least|most) (0|-?[1-9][0-9]{0,18})")}
RANGES = {b"c soliter sweep 1": [(0, 1 << 32)], b"c soliter program 1": [(-1 << 63, 1 << 63)]}


class Refused(Exception):
    """Why a proof is rejected."""


def need(truth, what):
    if not truth:
        raise Refused(what)


def number(word):
    need(NUMBER.fullmatch(word) and len(word) < 20, f"{word[:20]!r} is no number")
    return int(word)


def up_to_zero(words, read):
    """Removes the words up to and including the first 0 from the list, and returns those before it."""
    need(b"0" in words, "there is no 0 at the end")
    end = words.index(b"0")
    taken = [read(word) for word in words[:end]]
    del words[:end + 1]
    return taken


def literals(words, variables):
    def literal(word):
        need(LITERAL.fullmatch(word) and len(word) < 20 and abs(int(word)) <= variables, f"{word[:20]!r} is no literal")
        return int(word)
    return up_to_zero(words, literal)


class Lines:
    """The lines of a file without line endings. Adds the line number to the message of a rejection."""

    def __init__(self, file, what):
        self.file, self.what, self.number = file, what, 0

    def __enter__(self):
        return self

    def __exit__(self, kind, why, trace):
        if kind is Refused:
            raise Refused(f"line {self.number} of {self.what}: {why}") from None

    def next(self, visible=True):
        """The next line; None at the end."""
        self.number += 1
        line = self.file.readline(LONGEST)
        need(not line or line.endswith(b"\n"), "it is cut, or too long")
        need(re.fullmatch(rb"[ -~]*" if visible else rb"[ -~\x80-\xff]*", line[:-1]), "there is a strange byte")
        return line[:-1] if line else None

    def __iter__(self):
        return iter(self.next, None)


def read(file):
    """Clauses by number, and the number of variables."""
    with Lines(file, "the clauses") as lines:
        kind = lines.next(visible=False)
        need(kind in ABOUT, "it does not say what the clauses are")
        after(lines, b"c ")
        about = ABOUT[kind].fullmatch(after(lines, b"c "))
        need(about and all(low <= int(word or 0) < high for word, (low, high) in zip(about.groups(), RANGES[kind])),
             "it does not say what is refuted")
        return clauses_of(lines, after(lines, b"c sha256 "))


def after(lines, start):
    """The rest of the next line, a comment that must begin with these bytes."""
    line = lines.next(visible=False) or b""
    need(line.startswith(start), f"it does not start with \"{start.decode()}\"")
    return line.removeprefix(start)


def clauses_of(lines, told):
    """The clauses after the head, which states their digest."""
    digest, clauses = hashlib.sha256(), {}
    sizes = None
    for line in lines:
        digest.update(line + b"\n")
        if sizes is None:
            need(re.fullmatch(rb"p cnf [0-9]+ [0-9]+", line), "the numbers of variables and clauses cannot be read")
            sizes = [number(word) for word in line.split(b" ")[2:]]
            need(sizes[0] < 1 << 31, "there are too many variables")
        elif not line.startswith(b"c "):
            words = line.split(b" ")
            clauses[len(clauses) + 1] = literals(words, sizes[0])
            need(not words, "it is no clause")
    need(sizes and sizes[1] == len(clauses) > 0, "there are not as many clauses as the head says")
    need(told == digest.hexdigest().encode(), "the digest is not that of the clauses")
    return clauses, sizes[0]


def follows(clauses, derived, hints):
    """Whether a clause follows by reverse unit propagation.

    Assume that all its literals are false. Then each hinted clause in turn must become unit, and the last one empty.
    """
    true = {-literal for literal in derived}
    for hint in hints:
        need(hint in clauses, f"there is no clause {hint}")
        left = {literal for literal in clauses[hint] if -literal not in true}
        if not left:
            return True
        if len(left) > 1:
            return False
        true |= left
    return False


def check(cnf, lrat):
    """The claim that the two files prove."""
    with open(cnf, "rb") as file:
        clauses, variables = read(file)
    first = last = len(clauses)
    derived = None
    with open(lrat, "rb") as file, Lines(file, "the proof") as lines:
        for line in lines:
            need(derived != [], "there is more after the last step")
            words = line.split(b" ")
            step = number(words.pop(0))
            if words[:1] == [b"d"]:
                need(step == last, "it does not start with the last number")
                del words[0]
                for clause in up_to_zero(words, number):
                    need(clause in clauses, f"there is no clause {clause}")
                    del clauses[clause]
            else:
                need(step == last + 1, "it is not the next step")
                derived, hints = literals(words, variables), up_to_zero(words, number)
                need(len({abs(literal) for literal in derived}) == len(derived), "a variable is there twice")
                need(follows(clauses, derived, hints), "it does not follow")
                last, clauses[step] = step, derived
            need(not words, "there is more than a step")
        need(derived == [], "the proof does not come to a contradiction")
    clauses_said = "this clause is unsatisfiable" if first == 1 else f"these {first} clauses are unsatisfiable"
    return f"{clauses_said}; what they mean was not checked ({last - first} steps)"


def main(paths):
    if {"-h", "--help"} & set(paths):
        print(__doc__.strip())
        return 0
    if len(paths) < 2 or len(paths) % 2:
        print(__doc__.split("\n")[0], file=sys.stderr)
        return 2
    code = 0
    for cnf, lrat in zip(paths[::2], paths[1::2]):
        try:
            print(f"correct: {check(cnf, lrat)}")
        except Refused as why:
            print(f"rejected: {why}")
            code = max(code, 1)
        except OSError as error:
            print(f"cannot be read: {error}", file=sys.stderr)
            return 2
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
