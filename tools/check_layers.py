#!/usr/bin/env python3
"""Checks a certificate of soliter, with numpy and nothing of the program: check_layers.py FILE.layers

docs/certificates.md says why a file that passes proves its claim. Exit code 0: it passes; 1: it does not.
"""
import hashlib, itertools, sys

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

def symmetries():
    """Maps of rows and columns that keep ways, board, start and finish: where each hole goes."""
    group = set()
    for a, b, c, d in itertools.product((-1, 0, 1), repeat=4):
        turn = lambda place: (a * place[0] + b * place[1], c * place[0] + d * place[1])
        top, left = (min(turn(place)[axis] for place in PLACES) for axis in (0, 1))
        images = [(row - top, column - left) for row, column in map(turn, PLACES)]
        if a * d != b * c and set(map(turn, ways)) == set(ways) and set(images) == set(PLACES):
            to = tuple(map(PLACES.index, images))
            if all(bits(to[hole] for hole in holes_of(end)) == end for end in (START, FINISH)):
                group.add(to)
    return group

def least(positions):
    """The least image of each position under the symmetries."""
    image = lambda table: sum(part[(positions >> U(8 * byte)) & U(255)] for byte, part in enumerate(table))
    best = positions
    for table in TABLES:
        best = np.minimum(best, image(table))
    return best

def next_layer(known, last, moves, forward):
    """All that one move, a chain of jumps by one peg, leads to, but for what is known or cannot rest."""
    found, at = [last[:0]], {hole: last for hole in range(HOLES)}
    while at:
        landed = {}
        for a, over, b in JUMPS:
            begin, end, wanted = (a, b, [a, over]) if forward else (b, a, [b])
            before, three = at.get(begin, last[:0]), U(bits([a, over, b]))
            landed.setdefault(end, []).append(before[before & three == U(bits(wanted))] ^ three)
        at = {hole: np.unique(np.concatenate(parts)) for hole, parts in landed.items()}
        at = {hole: positions for hole, positions in at.items() if len(positions)}
        found += [np.unique(least(positions)) for positions in at.values()]
    new = np.setdiff1d(np.unique(np.concatenate(found)), known, assume_unique=True)
    # Of disjoint regions each full one takes a move to come; backwards, each opened one took a move.
    all_moves, used = np.full(len(new), moves), np.zeros_like(new)
    for region in map(U, REGIONS):
        full = new & region == region
        counts = (full if forward else ~full & (U(START) & region == region)) & (used & region == 0)
        all_moves[counts] += 1
        used[counts] |= region
    return new[all_moves <= MOST]

def encode(positions):
    """Differences, seven bits a byte, the lowest first; 128 is added where more bytes follow."""
    left = np.diff(positions, prepend=U(0))
    parts = [(left >> U(shift)) & U(127) | U(128) * (left >> U(shift) > 127) for shift in range(0, 64, 7)]
    there = [left >= 0] + [left >> U(shift) > 0 for shift in range(7, 64, 7)]
    return np.stack(parts, 1)[np.stack(there, 1)].astype(np.uint8).tobytes()

raw = open(sys.argv[1], "rb").read()
end = min((at for at in (raw.find(b"\ndata\n"), raw.find(b"\nends\n")) if at >= 0), default=0)
need(raw.startswith(b"soliter layers 2\n") and 0 < end < 1 << 16, "this is no certificate")
lines = [line.split() for line in raw[:end].decode().split("\n") if line and line[0] != "#"]
head = {line[0]: line[1:] for line in lines}
need(len(head) == len(lines), "a key is there twice")
numbers = lambda key, base=10: [int(word, base) for word in head.get(key, [])]
rows = enumerate(head["board"][0].split("/"))
PLACES = [(row, column) for row, marks in rows for column, mark in enumerate(marks) if mark == "o"]
ways = WAYS[:{"orthogonal": 4, "lines": 6, "all": 8}[head["directions"][0]]]
jumped = ([(r + n * i, c + n * j) for n in range(3)] for r, c in PLACES for i, j in ways)
JUMPS = [tuple(map(PLACES.index, jump)) for jump in jumped if set(jump) <= set(PLACES)]
HOLES, REGIONS, (START,), (FINISH,) = len(PLACES), *(numbers(k, 16) for k in ("regions", "start", "finish"))
(PEGS,), (FEWEST,) = numbers("pegs"), numbers("moves-at-least")
JUMPED, MOST = START.bit_count() - PEGS, FEWEST - 1
need(max([START, FINISH] + REGIONS) >> HOLES == 0 and HOLES <= 64, "pegs stand beside the board")
need(0 < PEGS and JUMPED > 0 and FINISH.bit_count() in (0, PEGS) and 0 < FEWEST <= JUMPED + 1, "no puzzle")
for region in REGIONS:
    opened = region & ~FINISH if FINISH else region.bit_count() > PEGS
    leapt = [jump for jump in JUMPS if [region >> hole & 1 for hole in jump] == [0, 1, 0]]
    need(opened and not leapt, f"{region:x} is no region, or may stay full")
GROUP = symmetries()
need(numbers("symmetries") == [len(GROUP)], f"there are {len(GROUP)} symmetries")
TABLES = [[np.array([bits(to[hole] for hole in holes_of(value << 8 * byte)) for value in range(256)], U)
           for byte in range((HOLES + 7) // 8)] for to in GROUP]
weigh = lambda numbers, position: sum(numbers[hole] for hole in holes_of(position))
need(sum(key in head for key in ("marking", "weights", "F")) == 1, "there is not one proof")
positions = 0
if "marking" in head:
    marks = numbers("marking")
    need(all(sum(marks[hole] for hole in jump) % 2 == 0 for jump in JUMPS), "the marking of a jump is odd")
    need(FINISH and (weigh(marks, START) - weigh(marks, FINISH)) % 2, "the marking of start and finish")
elif "weights" in head:
    weights, rises, tolls = numbers("weights"), numbers("rises"), numbers("tolls")
    need(len(tolls) == len(REGIONS) and all(START & region == region for region in REGIONS), "the tolls")
    rise = {(a, over, b): weights[b] - weights[a] - weights[over] + rises[b] for a, over, b in JUMPS}
    need(min(tolls + rises) >= 0 and all(rise[jump] <= rises[jump[0]] for jump in JUMPS), "the rises")
    paid = lambda hole: sum(toll for region, toll in zip(REGIONS, tolls) if region >> hole & 1)
    price = max([0] + [rise[jump] + paid(jump[0]) for jump in JUMPS])
    heavy = weigh(weights, FINISH) if FINISH else sum(sorted(weights[:HOLES])[:PEGS])
    need(heavy - weigh(weights, START) + sum(tolls) > price * MOST, "the sum of the weights")
else:
    known, last, made, reach = {}, {}, [], 0
    for side, position in (("F", START), ("B", FINISH)):
        known[side] = last[side] = least(np.array([position], U))
        for moves, count in enumerate(numbers(side)):
            if moves:
                last[side], reach = next_layer(known[side], last[side], moves, side == "F"), reach + 1
                known[side] = np.union1d(known[side], last[side])
            need(len(last[side]) == count, f"layer {side}{moves} does not have {count} positions")
            made, positions = made + [encode(last[side])], positions + count
    made = b"".join(made)
    need([hashlib.sha256(made).hexdigest()] == head["sha256"], "the digest is not that of the layers")
    need(raw[end + 1:] in (b"ends\n", b"data\n" + made), "the layers are not what the rules make them")
    need(FINISH or "B" not in head, "there is no one finish to go back from")
    for moves in range(len(head["F"]), len(head["F"]) + MOST - reach):
        last["F"] = next_layer(known["F"], last["F"], moves, True)
        known["F"] = np.union1d(known["F"], last["F"])
    few = lambda: np.array([int(position).bit_count() == PEGS for position in known["F"]])
    need(not (np.isin(known["F"], known["B"]) if FINISH else few()).any(), "the two sides meet")
said = "there is no solution" if FEWEST > JUMPED else f"no solution has fewer than {FEWEST} moves"
if "line" in head:
    position, chains = START, [list(map(int, chain.split("-"))) for chain in head["line"]]
    for a, b in (pair for chain in chains for pair in zip(chain, chain[1:])):
        jump = next((jump for jump in JUMPS if (jump[0], jump[2]) == (a, b)), (a, b))
        need(len(jump) == 3 and position & bits(jump) == bits(jump[:2]), f"jump {a}-{b} of the line")
        position ^= bits(jump)
    need(len(chains) == FEWEST and position.bit_count() == PEGS and FINISH in (0, position), "the line")
    said = f"{FEWEST} moves, the fewest possible"
print(f"right: {said}\n{positions} positions up to symmetry")
