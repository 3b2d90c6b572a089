#!/usr/bin/env python3
"""Checks a certificate of soliter: python3 tools/check_layers.py FILE.layers

Needs numpy, and shares nothing with the program. docs/certificates.md has the format and says why
a file that passes proves its claim. Exit code 0: it does; 1: it does not.
"""
import hashlib
import sys

import numpy as np

U = np.uint64
WAYS = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (-1, 1), (1, -1)]


def need(truth, what):
    if not truth:
        sys.exit(f"refused: {what}")


def bits(holes):
    return sum(1 << hole for hole in set(holes))


def least(positions):
    """The least image of each position under the symmetries."""
    best = positions.copy()
    for table in TABLES:
        image = np.zeros_like(positions)
        for byte, part in enumerate(table):
            image |= part[(positions >> U(8 * byte)) & U(255)]
        np.minimum(best, image, out=best)
    return best


def other_moves(positions, forward):
    """Disjoint regions to be opened by moves on the other side of each position."""
    moves, used = np.zeros(len(positions), int), np.zeros_like(positions)
    for region in map(U, REGIONS):
        full = positions & region == region
        counts = full if forward else ~full & (U(START) & region == region)
        counts &= used & region == 0
        moves[counts] += 1
        used[counts] |= region
    return moves


def one_move(positions, forward):
    """All images of positions that one move, a chain of jumps by one peg, leads to, or from."""
    found, at = [], {hole: positions for hole in range(HOLES)}
    while at:
        landed = {}
        for peg, before in at.items():
            for a, over, b in JUMPS if forward else [(b, over, a) for a, over, b in JUMPS]:
                three, wanted = U(bits([a, over, b])), U(bits([a, over] if forward else [a]))
                after = before[before & three == wanted] ^ three if a == peg else before[:0]
                if len(after):
                    landed.setdefault(b, []).append(after)
        at = {hole: np.unique(np.concatenate(parts)) for hole, parts in landed.items()}
        found += at.values()
    return np.unique(least(np.concatenate(found))) if found else positions[:0]


def next_layer(known, last, moves, forward):
    rests = last[moves + other_moves(last, forward) <= MOST]
    images = np.setdiff1d(one_move(rests, forward), known, assume_unique=True)
    return images[moves + 1 + other_moves(images, forward) <= MOST]


def decode(data):
    values, value, shift = [], 0, 0
    for byte in data:
        value, shift = value | (byte & 127) << shift, shift + 7
        if byte < 128:
            values.append(value)
            value = shift = 0
    return np.cumsum(np.array(values, U), dtype=U)


def encode(positions):
    out = bytearray()
    for delta in np.diff(positions, prepend=U(0)).tolist():
        while delta > 127:
            out.append(delta & 127 | 128)
            delta >>= 7
        out.append(delta)
    return bytes(out)


raw = open(sys.argv[1], "rb").read()
end = min((at for at in (raw.find(b"\ndata\n"), raw.find(b"\nends\n")) if at >= 0), default=0)
need(raw.startswith(b"soliter layers 1\n") and end, "this is no certificate")
lines = [line.partition(" ")[::2] for line in raw[:end].decode().split("\n")[1:]]
data, full_file = raw[end + 6:], raw[end + 1:end + 2] == b"d"
one = dict(lines)
for key in one:
    many = key in ("symmetry", "F", "B") or key.startswith("#")
    need(many or sum(k == key for k, _ in lines) == 1, f"{key} is there twice")
places = [(r, c) for r, row in enumerate(one["board"].split("/")) for c, s in enumerate(row) if s == "o"]
ways = WAYS[:{"orthogonal": 4, "lines": 6, "all": 8}[one["directions"]]]
JUMPS = [tuple(map(places.index, line)) for r, c in places for i, j in ways
         for line in [[(r, c), (r + i, c + j), (r + 2 * i, c + 2 * j)]] if set(line) <= set(places)]
HOLES, START, FINISH = len(places), int(one["start"], 16), int(one.get("finish", "0"), 16)
PEGS = int(one.get("finish-pegs", FINISH.bit_count()))
REGIONS = [int(word, 16) for word in one.get("regions", "").split()]
need((START | FINISH | sum(REGIONS)) >> 64 == 0 and HOLES <= 64 and 0 < PEGS < START.bit_count(), "ends")
for region in REGIONS:
    has = [region >> hole & 1 for hole in range(HOLES)]
    opened = region & ~FINISH if FINISH else region.bit_count() > PEGS
    need(opened and all(not has[o] or has[a] or has[b] for a, o, b in JUMPS), "a region is none")
group = [tuple(map(int, value.split())) for key, value in lines if key == "symmetry"]
image = lambda one, position: bits(one[hole] for hole in range(HOLES) if position >> hole & 1)
for symmetry in group:
    need(sorted(symmetry) == list(range(HOLES)) and image(symmetry, START) == START
         and image(symmetry, FINISH) == FINISH
         and {tuple(symmetry[h] for h in jump) for jump in JUMPS} == set(JUMPS)
         and all(tuple(symmetry[h] for h in other) in group for other in group), "a symmetry is none")
need(group, "the symmetries are missing")
TABLES = [[np.array([image(s, v << 8 * b) if (v << 8 * b) >> HOLES == 0 else 0 for v in range(256)], U)
           for b in range((HOLES + 7) // 8)] for s in group]
claims = [key for key in ("moves-at-least", "impossible", "marking", "weights") if key in one]
need(len(claims) == 1, "there is not one claim")
if claims[0] in ("marking", "weights"):
    numbers = list(map(int, one[claims[0]].split()))
    weigh = lambda holes: sum(numbers[hole] for hole in holes)
    gain = weigh(h for h in range(HOLES) if FINISH >> h & 1) - weigh(h for h in range(HOLES) if START >> h & 1)
    marking = claims[0] == "marking"
    holds = all(weigh(j) % 2 == 0 if marking else weigh(j[:2]) >= weigh(j[2:]) for j in JUMPS)
    need(FINISH and len(numbers) == HOLES and holds and (gain % 2 if marking else gain > 0), "weights")
    sys.exit(print("right: there is no solution"))
MOST = int(one["moves-at-least"]) - 1 if claims[0] != "impossible" else START.bit_count() - PEGS
sides, reach = [], 0
for side, forward, position in (("F", True, START), ("B", False, FINISH)):
    known, last, moves = np.zeros(0, U), None, 0
    for number, count, size, digest in (value.split() for key, value in lines if key == side):
        made = least(np.array([position], U)) if last is None else next_layer(known, last, moves - 1, forward)
        own, data = data[:int(size)], data[int(size):]
        layer = decode(own) if full_file else made
        need((len(layer), hashlib.sha256(encode(layer)).hexdigest()) == (int(count), digest)
             and int(number) == moves and np.all(layer[1:] > layer[:-1]), f"layer {side} {number}: digest")
        known = np.union1d(known, layer)
        need(np.isin(made, known).all() and (least(layer) == layer).all(), f"layer {side} {number}: positions")
        last, moves, reach = layer, moves + 1, reach + (moves > 0)
    sides.append([known, last, moves, forward])
need(not data and sides[0][2] and (FINISH or not sides[1][2]), "layers")
positions = sum(len(side[0]) for side in sides)
for side in sides:
    if side[2] and reach < MOST:
        side[0], reach = np.union1d(side[0], next_layer(side[0], side[1], side[2] - 1, side[3])), reach + 1
need(reach >= MOST, f"the layers reach {reach} moves, not {MOST}")
ends = sides[1][0] if sides[1][2] else least(np.array([FINISH], U))
meet = np.isin(sides[0][0], ends) if FINISH else np.array([int(p).bit_count() == PEGS for p in sides[0][0]])
need(not meet.any(), "the two sides meet")
said = f"no solution has fewer than {MOST + 1} moves" if claims[0] != "impossible" else "there is no solution"
if "line" in one:
    position, chains = START, [list(map(int, chain.split("-"))) for chain in one["line"].split()]
    for a, b in (pair for chain in chains for pair in zip(chain, chain[1:])):
        jump = next((jump for jump in JUMPS if (jump[0], jump[2]) == (a, b)), None)
        need(jump and position & bits(jump) == bits(jump[:2]), f"jump {a}-{b} of the line")
        position ^= bits(jump)
    need(len(chains) == MOST + 1 and claims[0] != "impossible" and position.bit_count() == PEGS
         and position in (FINISH or position, position) and (not FINISH or position == FINISH), "the line")
    said = f"{MOST + 1} moves, the fewest possible"
print(f"right: {said}\n{positions} positions up to symmetry")
