#!/usr/bin/env python3
"""Checks that clauses contradict each other: python3 tools/check_lrat.py FILE.cnf FILE.lrat

The clauses are DIMACS, the proof is LRAT as text. Needs nothing but Python, and shares nothing with the
program that made them. That the clauses are those of a puzzle is another question: tools/encode.py
makes them anew from the puzzle's text, byte for byte. Exit code 0: they contradict each other; 1: not
shown.
"""
import hashlib
import sys


def need(truth, what):
    if not truth:
        sys.exit(f"refused: {what}")


def numbers(line):
    try:
        return [int(word) for word in line.split()]
    except ValueError:
        sys.exit(f"refused: {line[:40]!r} cannot be read")


def read(path):
    """Clauses by number, and the number of variables."""
    heads = open(path, newline="\n").read().split("\n", 4)
    need(len(heads) == 5 and heads[0] == "c soliter sweep 1", "these are no clauses of a puzzle")
    need(heads[3] == "c sha256 " + hashlib.sha256(heads[4].encode()).hexdigest(), "the digest is not that of the clauses")
    lines = [line for line in heads[4].splitlines() if line[:2] != "c "]
    variables, count = numbers(lines[0].removeprefix("p cnf"))
    clauses = {}
    for line in lines[1:]:
        *literals, end = numbers(line)
        need(end == 0 and all(0 < abs(one) <= variables for one in literals), f"{line!r} is no clause")
        clauses[len(clauses) + 1] = literals
    need(len(clauses) == count, "there are not as many clauses as the head says")
    return clauses, variables, heads[1][2:], heads[2][2:]


def follows(clauses, literals, hints):
    """If no literal were true, each clause named would leave one that must be, and the last none."""
    true = {-literal for literal in literals}
    for hint in hints:
        need(hint in clauses, f"there is no clause {hint}")
        left = {literal for literal in clauses[hint] if -literal not in true}
        if not left:
            return True
        if len(left) > 1 or left & true:
            return False
        true |= left
    return False


CLAUSES, VARIABLES, TITLE, MOVES = read(sys.argv[1])
last = first = len(CLAUSES)
literals = None
for line in open(sys.argv[2], newline="\n"):
    need(literals != [], "there is more after the last step")
    if " d " in line:
        for clause in numbers(line.split(" d ")[1])[:-1]:
            need(clause in CLAUSES, f"there is no clause {clause}")
            del CLAUSES[clause]
        continue
    step, *rest = numbers(line)
    need(rest.count(0) == 2 and rest[-1] == 0, f"{line[:40]!r} cannot be read")
    need(step == last + 1, f"{line[:40]!r} is not the next step")
    literals, hints = rest[:rest.index(0)], rest[rest.index(0) + 1:-1]
    need(all(0 < abs(literal) <= VARIABLES for literal in literals), "there is no such variable")
    need(follows(CLAUSES, literals, hints), f"step {line[:40]!r} does not follow")
    last, CLAUSES[step] = step, literals
need(literals == [], "the proof does not come to a contradiction")
print(f"right: the {first} clauses of {TITLE!r}, {MOVES}, contradict each other ({last - first} steps)")
