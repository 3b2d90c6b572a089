#!/usr/bin/env python3
"""Checks a certificate of soliter: python3 tools/check_layers.py FILE.layers

Needs numpy, and shares nothing with the program. docs/certificates.md has the format and says why
a file that passes proves its claim. Exit code 0: it does; 1: it does not.
"""
import hashlib
import itertools
import sys

import numpy as np

U = np.uint64
WAYS = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (-1, 1), (1, -1)]


def need(truth, what):
    if not truth:
        sys.exit(f"refused: {what}")


def bits(holes):
    return sum(1 << hole for hole in holes)


def holes_of(position):
    return [hole for hole in range(HOLES) if position >> hole & 1]


def find_symmetries():
    """Maps of rows and columns that keep ways, board, start and finish, as lists of holes."""
    group = set()
    for a, b, c, d in itertools.product((-1, 0, 1), repeat=4):
        turn = lambda place: (a * place[0] + b * place[1], c * place[0] + d * place[1])
        top, left = (min(turn(place)[axis] for place in places) for axis in (0, 1))
        images = [(turn(place)[0] - top, turn(place)[1] - left) for place in places]
        if a * d != b * c and {turn(way) for way in ways} == set(ways) and set(images) == set(places):
            to = [places.index(image) for image in images]
            if all(bits(to[hole] for hole in holes_of(end)) == end for end in (START, FINISH)):
                group.add(tuple(to))
    return group


def least(positions):
    """The least image of each position under the symmetries."""
    best = positions.copy()
    for table in TABLES:
        image = np.zeros_like(positions)
        for byte, part in enumerate(table):
            image |= part[(positions >> U(8 * byte)) & U(255)]
        np.minimum(best, image, out=best)
    return best


def rest(positions, moves, forward):
    """Those in which a line of at most MOST moves may rest after so many: each full region, of disjoint
    ones, takes a move that is still to come; backwards, each that was full at the start took one."""
    all_moves, used = np.full(len(positions), moves), np.zeros_like(positions)
    for region in map(U, REGIONS):
        full = positions & region == region
        counts = full if forward else ~full & (U(START) & region == region)
        counts &= used & region == 0
        all_moves[counts] += 1
        used[counts] |= region
    return positions[all_moves <= MOST]


def next_layer(known, last, moves, forward):
    """All that one move, a chain of jumps by one peg, leads to, but for what is known or cannot rest."""
    found, at = [], {hole: last for hole in range(HOLES)}
    while at:
        landed = {}
        for a, over, b in JUMPS:
            three, wanted, end = U(bits([a, over, b])), U(bits([a, over] if forward else [b])), a if forward else b
            before = at.get(end, last[:0])
            after = before[before & three == wanted] ^ three
            if len(after):
                landed.setdefault(b if forward else a, []).append(after)
        at = {hole: np.unique(np.concatenate(parts)) for hole, parts in landed.items()}
        found += [np.unique(least(positions)) for positions in at.values()]
    images = np.unique(np.concatenate(found)) if found else last[:0]
    return rest(np.setdiff1d(images, known, assume_unique=True), moves, forward)


def encode(positions):
    """Differences, seven bits a byte, the lowest first; 128 is added where more bytes follow."""
    left = np.diff(positions, prepend=U(0))
    size = np.maximum(1, sum((left >> U(shift) > 0).astype(int) for shift in range(0, 64, 7)))
    out, start = np.zeros(size.sum(), np.uint8), np.cumsum(size) - size
    for number in range(size.max(initial=0)):
        more = size > number
        part = (left[more] >> U(7 * number)) & U(127)
        out[start[more] + number] = part + (size[more] > number + 1) * U(128)
    return out.tobytes()


raw = open(sys.argv[1], "rb").read()
end = min((at for at in (raw.find(b"\ndata\n"), raw.find(b"\nends\n")) if at >= 0), default=0)
need(raw.startswith(b"soliter layers 2\n") and 0 < end < 1 << 16, "this is no certificate")
lines = [line.split() for line in raw[:end].decode().split("\n") if line and line[0] != "#"]
head = {line[0]: line[1:] for line in lines}
need(len(head) == len(lines), "a key is there twice")
layers = raw[end + 6:] if raw[end + 1:end + 2] == b"d" else None
numbers = lambda key, base=10: [int(word, base) for word in head.get(key, [])]
places = [(row, column) for row, marks in enumerate(head["board"][0].split("/"))
          for column, mark in enumerate(marks) if mark == "o"]
ways = WAYS[:{"orthogonal": 4, "lines": 6, "all": 8}[head["directions"][0]]]
JUMPS = [tuple(map(places.index, line)) for r, c in places for i, j in ways
         for line in [[(r, c), (r + i, c + j), (r + 2 * i, c + 2 * j)]] if set(line) <= set(places)]
HOLES, REGIONS = len(places), numbers("regions", 16)
(START,), (FINISH,), (PEGS,), (FEWEST,) = numbers("start", 16), numbers("finish", 16), numbers("pegs"), numbers("moves-at-least")
JUMPED, MOST = START.bit_count() - PEGS, FEWEST - 1
need(max([START, FINISH] + REGIONS) >> HOLES == 0 and HOLES <= 64, "pegs stand beside the board")
need(0 < PEGS and JUMPED > 0 and FINISH.bit_count() in (0, PEGS) and 0 < FEWEST <= JUMPED + 1, "no puzzle")
for region in REGIONS:
    inside = [region >> hole & 1 for hole in range(HOLES)]
    opened = region & ~FINISH if FINISH else region.bit_count() > PEGS
    need(opened and all(inside[a] or inside[b] or not inside[o] for a, o, b in JUMPS), f"region {region:x}")
GROUP = find_symmetries()
need(numbers("symmetries") == [len(GROUP)], f"there are {len(GROUP)} symmetries")
TABLES = [[np.array([bits(to[h] for h in holes_of(value << 8 * byte)) for value in range(256)], U)
           for byte in range((HOLES + 7) // 8)] for to in GROUP]
weigh = lambda numbers, position: sum(numbers[hole] for hole in holes_of(position))
need(sum(key in head for key in ("marking", "weights", "F")) == 1, "there is not one proof")
positions = 0
if "marking" in head:
    marks = numbers("marking")
    even = len(marks) == HOLES and all(sum(marks[hole] for hole in jump) % 2 == 0 for jump in JUMPS)
    need(even and FINISH and (weigh(marks, START) - weigh(marks, FINISH)) % 2, "the marking")
elif "weights" in head:
    weights, rises, tolls = numbers("weights"), numbers("rises"), numbers("tolls")
    need(len(weights) == len(rises) == HOLES and len(tolls) == len(REGIONS), "the numbers of weights")
    need(min(tolls + rises) >= 0 and all(region & ~START == 0 for region in REGIONS), "the tolls")
    rise = {(a, o, b): weights[b] - weights[a] - weights[o] + rises[b] for a, o, b in JUMPS}
    need(all(rise[jump] <= rises[jump[0]] for jump in JUMPS), "a rise is too small")
    paid = lambda hole: sum(toll for region, toll in zip(REGIONS, tolls) if region >> hole & 1)
    price = max([0] + [rise[jump] + paid(jump[0]) for jump in JUMPS])
    heavy = weigh(weights, FINISH) if FINISH else sum(sorted(weights)[:PEGS])
    need(heavy - weigh(weights, START) + sum(tolls) > price * MOST, "the sum of the weights")
else:
    known, digest, reach = {}, hashlib.sha256(), 0
    for side, forward, position in (("F", True, START), ("B", False, FINISH)):
        known[side] = last = least(np.array([position], U))
        for moves, count in enumerate(numbers(side)):
            if moves:
                last, reach = next_layer(known[side], last, moves, forward), reach + 1
                known[side] = np.union1d(known[side], last)
            made, positions = encode(last), positions + len(last)
            need(len(last) == count, f"layer {side}{moves} has {len(last)} positions, not {count}")
            need(layers is None or layers.startswith(made), f"layer {side}{moves} is not what it must be")
            digest.update(made)
            layers = None if layers is None else layers[len(made):]
        if forward:
            ahead, moves_ahead = last, len(numbers(side)) - 1
    need([digest.hexdigest()] == head["sha256"] and not layers, "the digest of the layers")
    need(FINISH or "B" not in head, "there is no one finish to go back from")
    for moves in range(moves_ahead + 1, moves_ahead + 1 + MOST - reach):
        ahead = next_layer(known["F"], ahead, moves, True)
        known["F"] = np.union1d(known["F"], ahead)
    few = lambda: np.array([int(position).bit_count() == PEGS for position in known["F"]])
    meet = np.isin(known["F"], known["B"]) if FINISH else few()
    need(not meet.any(), "the two sides meet")
said = "there is no solution" if FEWEST > JUMPED else f"no solution has fewer than {FEWEST} moves"
if "line" in head:
    position, chains = START, [list(map(int, chain.split("-"))) for chain in head["line"]]
    for a, b in (pair for chain in chains for pair in zip(chain, chain[1:])):
        jump = next((jump for jump in JUMPS if (jump[0], jump[2]) == (a, b)), None)
        need(jump and position & bits(jump) == bits(jump[:2]), f"jump {a}-{b} of the line")
        position ^= bits(jump)
    need(len(chains) == FEWEST and position.bit_count() == PEGS and FINISH in (0, position), "the line")
    said = f"{FEWEST} moves, the fewest possible"
print(f"right: {said}\n{positions} positions up to symmetry")
