#!/usr/bin/env python3
"""Checks that clauses contradict each other: python3 tools/check_lrat.py FILE.cnf FILE.lrat [FILE.cnf FILE.lrat ..]

The clauses are DIMACS, the proof is LRAT as text; docs/clauses.md has the grammar of both. Needs nothing but Python, and
shares nothing with the program that made them. What the clauses mean is another question: tools/encode.py makes
them anew from the puzzle's text, byte for byte. Exit code 0: they contradict each other; 1: not shown; 2: not read.
"""
import hashlib
import re
import sys

LONGEST = 1 << 24
NUMBER = re.compile(rb"0|[1-9][0-9]*")
LITERAL = re.compile(rb"-?[1-9][0-9]*")


class Refused(Exception):
    """Why a file proves nothing."""


def need(truth, what):
    if not truth:
        raise Refused(what)


def number(word, least=0):
    need(NUMBER.fullmatch(word) and len(word) < 20 and int(word) >= least, f"{word[:20]!r} is no number")
    return int(word)


def up_to_zero(words, read):
    """Takes words up to a 0."""
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


def lines(file, visible=True):
    """Lines without their ends."""
    while line := file.readline(LONGEST):
        need(line.endswith(b"\n"), "a line is cut, or too long")
        need(re.fullmatch(rb"[ -~]*" if visible else rb"[ -~\x80-\xff]*", line[:-1]), f"{line[:40]!r} has a strange byte")
        yield line[:-1]


def read(file):
    """Clauses by number, and the number of variables."""
    heads = [next(lines(file, visible=False), b"") for _ in range(4)]
    need(heads[0] == b"c soliter sweep 1" and heads[1].startswith(b"c "), "these are no clauses of a puzzle")
    need(heads[2].startswith(b"c moves ") and heads[3].startswith(b"c sha256 "), "the head cannot be read")
    number(heads[2].removeprefix(b"c moves "))
    digest, clauses = hashlib.sha256(), {}
    sizes = None
    for line in lines(file):
        digest.update(line + b"\n")
        if sizes is None:
            need(re.fullmatch(rb"p cnf [0-9]+ [0-9]+", line), "the numbers of variables and clauses cannot be read")
            sizes = [number(word) for word in line.split(b" ")[2:]]
            need(sizes[0] < 1 << 31, "there are too many variables")
        elif not line.startswith(b"c "):
            words = line.split(b" ")
            clauses[len(clauses) + 1] = literals(words, sizes[0])
            need(not words, f"{line[:40]!r} is no clause")
    need(sizes and sizes[1] == len(clauses) > 0, "there are not as many clauses as the head says")
    need(heads[3] == b"c sha256 " + digest.hexdigest().encode(), "the digest is not that of the clauses")
    return clauses, sizes[0]


def follows(clauses, derived, hints):
    """If no literal were true, each clause named would leave one that must be, and the last none."""
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
    """What two files show."""
    with open(cnf, "rb") as file:
        clauses, variables = read(file)
    first = last = len(clauses)
    derived = None
    with open(lrat, "rb") as file:
        for line in lines(file):
            need(derived != [], "there is more after the last step")
            words = line.split(b" ")
            step = number(words.pop(0))
            if words[:1] == [b"d"]:
                need(step == last, f"{line[:40]!r} does not start with the last number")
                del words[0]
                for clause in up_to_zero(words, number):
                    need(clause in clauses, f"there is no clause {clause}")
                    del clauses[clause]
            else:
                need(step == last + 1, f"{line[:40]!r} is not the next step")
                derived, hints = literals(words, variables), up_to_zero(words, number)
                need(len({abs(literal) for literal in derived}) == len(derived), f"step {line[:40]!r} has a variable twice")
                need(follows(clauses, derived, hints), f"step {line[:40]!r} does not follow")
                last, clauses[step] = step, derived
            need(not words, f"{line[:40]!r} has more than a step")
    need(derived == [], "the proof does not come to a contradiction")
    return f"these {first} clauses contradict each other; what they mean was not checked ({last - first} steps)"


def main(paths):
    if len(paths) < 2 or len(paths) % 2:
        print(__doc__.split("\n")[0], file=sys.stderr)
        return 2
    code = 0
    for cnf, lrat in zip(paths[::2], paths[1::2]):
        try:
            print(f"right: {check(cnf, lrat)}")
        except Refused as why:
            print(f"refused: {why}")
            code = max(code, 1)
        except OSError as error:
            print(f"cannot be read: {error}", file=sys.stderr)
            return 2
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
