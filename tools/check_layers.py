#!/usr/bin/env python3
"""Checks Soliter's certificates with numpy, without any of Soliter's code: check_layers.py FILE.layers [FILE.layers ..]

docs/explanation/certificates.md describes the file format, and explains why a file that passes proves its claim.
Exit code 0: all files pass; 1: one does not; 2: one cannot be read, or numpy is missing.
"""
import functools
import hashlib
import itertools
import re
import sys

try:
    import numpy as np
except ImportError:
    print("numpy is missing: run `./setup.sh --with-python` or `pip install numpy`", file=sys.stderr)
    sys.exit(2)

U = np.uint64
WAYS = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (-1, 1), (1, -1)]
COMMON = {"board", "directions", "holes", "jumps", "start", "finish", "pegs", "symmetries", "moves-at-least", "line"}
PROOFS = {"marking": {"marking"}, "weights": {"weights", "potentials", "duals", "regions"},
          "F": {"F", "B", "sha256", "regions", "pagodas-F", "pagodas-B"}}
MOST_HOLES = 65535
SIZES = f"a board has 1 to {MOST_HOLES} holes"
# The number of positions expanded at a time.
SOME = 1 << 20
DECIMAL, SIGNED, HEX = r"0|[1-9][0-9]{0,19}", r"0|-?[1-9][0-9]{0,19}", r"0|[1-9a-f][0-9a-f]*"


class Refused(Exception):
    """Why a file is rejected."""


def need(truth, what):
    if not truth:
        raise Refused(what)


def read(file):
    """The words of each header line, by key; the line numbers; the kind of proof; and whether the file contains the layers."""
    need(file.read(17) == b"soliter layers 2\n", "this is not a Soliter certificate")
    left, words, places = (1 << 24) - 17, {}, {}
    for number in itertools.count(2):
        def refuse_unless(truth, what):
            need(truth, f"line {number}: {what}")
        line = file.readline(left)
        left -= len(line)
        refuse_unless(line.endswith(b"\n"), "the head is cut, or too long")
        if line in (b"ends\n", b"data\n"):
            has_data = line == b"data\n"
            break
        if line.startswith(b"#"):
            refuse_unless(re.fullmatch(rb"[ -~\x80-\xff]*\n", line), "a remark has a control character")
            continue
        refuse_unless(re.fullmatch(rb"[ -~]*\n", line), "there is a byte that is not visible ASCII")
        key, *rest = line[:-1].decode("ascii").split(" ")
        refuse_unless(key in COMMON.union(*PROOFS.values()), f"there is no key {key[:20]!r}")
        refuse_unless(key not in words, f"{key!r} is there twice")
        refuse_unless("" not in rest, "words have one space between them")
        words[key], places[key] = rest, number
    proofs = [proof for proof in PROOFS if proof in words]
    need(len(proofs) == 1, "there has to be one proof of the claim: F, weights or marking")
    for key, place in places.items():
        need(key in COMMON | PROOFS[proofs[0]], f"line {place}: {key!r} does not belong to this kind of proof")
    refuse_unless(not has_data or proofs == ["F"], "only layers have \"data\"")
    return words, places, proofs[0], has_data


def bits(holes):
    return sum(1 << hole for hole in holes)


def holes_of(position):
    return [hole for hole, mark in enumerate(reversed(f"{position:b}")) if mark == "1"]


class Game:
    """A puzzle and the claim about it."""

    def __init__(self, words, places):
        self.words, self.lines = words, places
        self.is_listed = "holes" in words or "jumps" in words
        if self.is_listed:
            self.read_list()
        else:
            self.read_drawing()
        (self.start,), (self.finish,) = self.sets("start", 1), self.sets("finish", 1)
        self.pegs = int(self.word("pegs", DECIMAL))
        self.regions = self.sets("regions")
        self.jumped = self.start.bit_count() - self.pegs
        fits = 0 < self.pegs < 1 << 32 and self.jumped > 0 and self.finish.bit_count() in (0, self.pegs)
        self.need("pegs", fits, "start, finish and pegs do not make a puzzle")
        for region in self.regions:
            opened = region & ~self.finish if self.finish else region.bit_count() > self.pegs
            inside = set(holes_of(region))
            leapt = [jump for jump in self.jumps if [hole in inside for hole in jump] == [False, True, False]]
            self.need("regions", opened and not leapt, f"{region:x} is none, or may stay full")
        ends = {"pagodas-F": self.finish, "pagodas-B": self.finish and self.start}
        self.pagodas = [self.read_pagodas(key, end) for key, end in ends.items()]
        # If the jumps are listed, symmetries are not used: every position represents only itself.
        group = {tuple(range(self.holes))} if self.is_listed else self.symmetries()
        self.need("symmetries", self.word("symmetries", DECIMAL) == str(len(group)), f"there are {len(group)}")
        self.group = group
        self.fewest = int(self.word("moves-at-least", DECIMAL))
        self.most = self.fewest - 1
        self.need("moves-at-least", 0 < self.fewest <= self.jumped + 1, "no line has so many moves")

    def read_list(self):
        """Reads the jumps listed in the file, in ascending order and without duplicates."""
        for key in ("board", "directions"):
            self.need(key, key not in self.words, "a board is drawn or has its jumps listed, not both")
        self.holes = int(self.word("holes", DECIMAL))
        self.need("holes", 0 < self.holes <= MOST_HOLES, SIZES)
        self.need("jumps", "jumps" in self.words, "there is no such line")
        words = self.all("jumps", f"(?:{DECIMAL})-(?:{DECIMAL})-(?:{DECIMAL})")
        self.jumps = [tuple(map(int, word.split("-"))) for word in words]
        for jump in self.jumps:
            self.need("jumps", len(set(jump)) == 3 and max(jump) < self.holes, f"{jump} is none")
        ascend = all(one < other for one, other in zip(self.jumps, self.jumps[1:]))
        self.need("jumps", ascend, "they are not in ascending order, each once")

    def read_drawing(self):
        """Reads a drawing, and derives the jumps between its holes from the directions."""
        drawing = self.word("board", r"[o./]+")
        rows = drawing.split("/")
        self.need("board", all(len(row) == len(rows[0]) for row in rows), "the rows are not of one length")
        self.places = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "o"]
        self.need("board", 0 < len(self.places) <= MOST_HOLES, SIZES)
        for axis, length in ((0, len(rows)), (1, len(rows[0]))):
            there = [place[axis] for place in self.places]
            tight = min(there) == 0 and max(there) == length - 1
            self.need("board", tight, "a board has a hole in its first and last row and column")
        ways = {"orthogonal": 4, "lines": 6, "skew": 6, "all": 8}
        self.ways = WAYS[:ways[self.word("directions", "orthogonal|lines|skew|all")]]
        self.holes = len(self.places)
        jumped = ([(r + n * i, c + n * j) for n in range(3)] for r, c in self.places for i, j in self.ways)
        self.hole_at = {place: hole for hole, place in enumerate(self.places)}
        self.jumps = [tuple(map(self.hole_at.get, jump)) for jump in jumped if all(at in self.hole_at for at in jump)]

    def need(self, key, truth, what):
        """Rejects a line unless a condition is true."""
        need(truth, f"line {self.lines[key]}, \"{key}\": {what}" if key in self.lines else f"\"{key}\": {what}")

    def all(self, key, spelling, number=None):
        """The words of a line, each of which must match the pattern; an empty list if there is no such line."""
        words = self.words.get(key, [])
        for word in words:
            self.need(key, re.fullmatch(spelling, word), f"what is {word[:20]!r}?")
        self.need(key, number in (None, len(words)), f"there are {len(words)} words, not {number}")
        return words

    def word(self, key, spelling):
        return self.all(key, spelling, 1)[0]

    def sets(self, key, number=None):
        sets = [int(word, 16) for word in self.all(key, HEX, number)]
        self.need(key, max(sets, default=0) >> self.holes == 0, "pegs stand beside the board")
        return sets

    def numbers(self, key, number):
        numbers = [int(word) for word in self.all(key, SIGNED, number)]
        self.need(key, all(abs(one) < 1 << 32 for one in numbers), "a number is too large")
        return numbers

    def read_pagodas(self, key, end):
        """Reads pagoda functions, weights of the holes whose sum no jump raises, with their sum at start or finish (`end`)."""
        words = [int(word) for word in self.all(key, SIGNED)]
        self.need(key, not words or self.holes <= 64, "only boards of at most 64 holes have layers")
        functions = [words[at:at + self.holes] for at in range(0, len(words), self.holes)]
        if key in self.words:
            fits = words and len(words) % self.holes == 0 and len(functions) <= 16
            self.need(key, end and fits and max(map(abs, words)) < 256, "they are none, too many, or too large")
        for weights in functions:
            falls = all(weights[b] <= weights[a] + weights[over] for a, over, b in self.jumps)
            self.need(key, falls, "a jump raises one of them")
        return [(sums_of(weights, np.int32), weigh(weights, end)) for weights in functions]

    def symmetries(self):
        """The symmetries: maps of rows and columns that preserve directions, board, start and finish, as the image of each hole."""
        group = set()
        for a, b, c, d in itertools.product((-1, 0, 1), repeat=4):
            def turn(place):
                return a * place[0] + b * place[1], c * place[0] + d * place[1]
            top, left = (min(turn(place)[axis] for place in self.places) for axis in (0, 1))
            images = [(row - top, column - left) for row, column in map(turn, self.places)]
            if a * d != b * c and set(map(turn, self.ways)) == set(self.ways) and set(images) == set(self.places):
                to = tuple(map(self.hole_at.get, images))
                if all(bits(to[hole] for hole in holes_of(end)) == end for end in (self.start, self.finish)):
                    group.add(to)
        return group

    @functools.cached_property
    def images(self):
        """For each symmetry, the images of single pegs. Adding them up gives the image of a position."""
        return [sums_of([1 << hole for hole in to], U) for to in self.group]

    def least(self, positions):
        """The smallest image of each position under the symmetries."""
        return functools.reduce(np.minimum, (total(image, positions) for image in self.images))

    def moved(self, last, forward):
        """All positions after one move (a chain of jumps by one peg), up to symmetry."""
        found, at = [last[:0]], {hole: last for hole in range(self.holes)}
        while at:
            landed = {}
            for a, over, b in self.jumps:
                begin, end, wanted = (a, b, [a, over]) if forward else (b, a, [b])
                before, three = at.get(begin, last[:0]), U(bits([a, over, b]))
                landed.setdefault(end, []).append(before[before & three == U(bits(wanted))] ^ three)
            at = {hole: ascending(*parts) for hole, parts in landed.items()}
            at = {hole: positions for hole, positions in at.items() if len(positions)}
            found += [ascending(self.least(positions)) for positions in at.values()]
        return ascending(*found)

    def resting(self, new, moves, forward):
        """The positions in which a solution in at most `self.most` moves can still be after this many moves."""
        for weights, end in self.pagodas[not forward]:
            sums = total(weights, new)
            new = new[sums >= end if forward else sums <= end]
        # Disjoint full regions each need another move; backwards, disjoint open regions have each taken one.
        all_moves, used = np.full(len(new), moves, np.int16), np.zeros_like(new)
        for region in map(U, self.regions):
            if not forward and self.start & int(region) != region:
                continue
            is_full = new & region == region
            counts = (is_full if forward else ~is_full) & (used & region == 0)
            all_moves += counts
            used |= region * counts
        return new[all_moves <= self.most]

    def next_layer(self, known, last, moves, forward):
        """The positions after one move, without known ones and those in which no such solution can be."""
        # Each part is more than twice as long as the next, so that positions are seldom sorted again.
        parts = [last[:0]]
        for start in range(0, len(last), SOME):
            some = self.moved(last[start:start + SOME], forward)
            for others in [known] + parts:
                some = some[~there(some, others)]
            parts.append(self.resting(some, moves, forward))
            while len(parts) > 1 and len(parts[-2]) <= 2 * len(parts[-1]):
                parts[-2:] = [ascending(*parts[-2:])]
        return ascending(*parts)

    def meets(self, known, last, moves, forward, is_end):
        """Whether a known position is an end, or a move leads to an end in which such a solution can be."""
        if is_end(known).any():
            return True
        for start in range(0, len(last), SOME):
            some = self.moved(last[start:start + SOME], forward)
            if len(self.resting(some[is_end(some)], moves, forward)):
                return True
        return False


def sums_of(of_holes, kind):
    """For each group of 16 holes, a table of sums: for every value of its bits, the sum of the holes' numbers over the pegs."""
    tables = []
    for first in range(0, len(of_holes), 16):
        table = np.zeros(1, kind)
        for number in of_holes[first:first + 16]:
            table = np.append(table, table + kind(number))
        tables.append(table)
    return tables


def total(tables, positions):
    """For each position, the sum over its pegs of the numbers given to ``sums_of``."""
    signed = positions.view(np.int64)
    return functools.reduce(np.add, (table[signed >> 16 * part & 0xffff] for part, table in enumerate(tables)))


def ascending(*parts):
    """The distinct positions in the arrays, in ascending order. Sorting is several times as fast as `np.unique`'s hash table."""
    positions = np.sort(np.concatenate(parts))
    is_new = np.ones(len(positions), bool)
    np.not_equal(positions[1:], positions[:-1], out=is_new[1:])
    return positions[is_new]


def there(some, all_of_them):
    """Whether each position is in the other array. Both arrays are in ascending order."""
    if not len(all_of_them):
        return np.zeros(len(some), bool)
    at = np.searchsorted(all_of_them, some)
    at[at == len(all_of_them)] = 0
    return all_of_them[at] == some


def weigh(numbers, position):
    return sum(numbers[hole] for hole in holes_of(position))


def check_marking(game):
    marks = [int(word) for word in game.all("marking", "0|1", game.holes)]
    differ = game.finish and (weigh(marks, game.start) - weigh(marks, game.finish)) % 2
    game.need("marking", differ, "start and finish do not differ in the parity of their marked pegs")
    is_even = all(sum(marks[hole] for hole in jump) % 2 == 0 for jump in game.jumps)
    game.need("marking", is_even, "a jump touches an odd number of marked holes")


def check_weights(game):
    weights, potentials = game.numbers("weights", game.holes), game.numbers("potentials", game.holes)
    duals = game.numbers("duals", len(game.regions))
    game.need("duals", all(game.start & region == region for region in game.regions), "a region pays none")
    rise = {(a, over, b): weights[b] - weights[a] - weights[over] + potentials[b] for a, over, b in game.jumps}
    game.need("duals", min(duals, default=0) >= 0, "a dual is below 0")
    bounded = min(potentials) >= 0 and all(rise[jump] <= potentials[jump[0]] for jump in game.jumps)
    game.need("potentials", bounded, "a jump adds more than that of the hole it begins in, or a potential is below 0")

    paid = [0] * game.holes
    for region, dual in zip(game.regions, duals):
        for hole in holes_of(region):
            paid[hole] += dual
    price = max([0] + [rise[jump] + paid[jump[0]] for jump in game.jumps])
    heavy = weigh(weights, game.finish) if game.finish else sum(sorted(weights)[:game.pegs])
    gain = heavy - weigh(weights, game.start) + sum(duals)
    game.need("weights", gain > price * game.most, f"{gain} is to be gained, {price} are by each move")


def encode(positions):
    """Yields the encoded differences in chunks: seven bits per byte, lowest first, plus 128 if more bytes follow."""
    before = U(0)
    for start in range(0, len(positions), SOME):
        some = positions[start:start + SOME]
        left, before = np.diff(some, prepend=before), some[-1]
        parts = [(left >> U(shift)) & U(127) | U(128) * (left >> U(shift) > 127) for shift in range(0, 64, 7)]
        there = [left >= 0] + [left >> U(shift) > 0 for shift in range(7, 64, 7)]
        yield np.stack(parts, 1)[np.stack(there, 1)].astype(np.uint8).tobytes()


def smaller(game, last, made):
    """The side with fewer positions in its last layer. The finish alone is not enough to predict the backward side's growth."""
    has_shown = made["B"] > 1 or made["F"] == 1
    return "B" if game.finish and has_shown and len(last["B"]) < len(last["F"]) else "F"


def check_layers(game, file, has_data):
    """The number of positions in the layers."""
    game.need("F", game.holes <= 64, "only boards of at most 64 holes have layers")
    game.need("B", game.finish or "B" not in game.words, "there is no one finish to go back from")
    known, last, digest, reach, positions = {}, {}, hashlib.sha256(), 0, 0
    for side, position in (("F", game.start), ("B", game.finish)):
        known[side] = last[side] = game.least(np.array([position], U))
        counts = game.all(side, DECIMAL)
        game.need(side, counts or side not in game.words, "there is no layer")
        for moves, count in enumerate(counts):
            if moves:
                last[side], reach = game.next_layer(known[side], last[side], moves, side == "F"), reach + 1
                known[side] = ascending(known[side], last[side])
            game.need(side, reach <= game.most, "there are more layers than moves")
            made = len(last[side])
            game.need(side, str(made) == count, f"layer {side}{moves} has a count of {made}, not {count}")
            positions += made
            for some in encode(last[side]):
                digest.update(some)
                need(not has_data or file.read(len(some)) == some, f"layer {side}{moves} is not what the rules make it")
    is_same = game.word("sha256", r"[!-~]+") == digest.hexdigest()
    game.need("sha256", is_same, "the digest is not that of the layers")
    made = {"F": len(game.words["F"]), "B": len(game.words.get("B", " "))}
    left = game.most - reach
    while left > 1:
        side = smaller(game, last, made)
        last[side] = game.next_layer(known[side], last[side], made[side], side == "F")
        known[side] = ascending(known[side], last[side])
        made[side], left = made[side] + 1, left - 1
    side = smaller(game, last, made)
    if game.finish:
        other = known["B" if side == "F" else "F"]
        is_end = functools.partial(there, all_of_them=other)
    else:
        ones = sums_of([1] * game.holes, np.int8)

        def is_end(positions):
            return total(ones, positions) == game.pegs
    meet = game.meets(known[side], last[side] if left else last[side][:0], made[side], side == "F", is_end)
    game.need("moves-at-least", not meet, f"a solution in {game.most} moves is not excluded")
    return positions


def check_line(game):
    position, chains = game.start, [word.split("-") for word in game.words["line"]]
    named = {part: jump for jump in game.jumps for part in (jump, (jump[0], jump[2]))}
    # If jumps are listed, several may join the same two holes, so a chain also names the holes jumped over.
    step = 2 if game.is_listed else 1
    for chain in chains:
        is_chain = len(chain) > 1 and (step == 1 or len(chain) % 2 == 1)
        game.need("line", is_chain and all(re.fullmatch(DECIMAL, hole) for hole in chain), "a move has no jump, or half of one")
        holes = list(map(int, chain))
        for at in range(0, len(holes) - step, step):
            part = tuple(holes[at:at + step + 1])
            jump = named.get(part)
            is_legal = jump and position & bits(jump) == bits(jump[:2])
            game.need("line", is_legal, f"the jump {'-'.join(map(str, part))} is illegal")
            position ^= bits(jump)
    ends = position.bit_count() == game.pegs and game.finish in (0, position)
    right = ends and len(chains) == game.fewest
    game.need("line", right, f"it does not end the puzzle in {game.fewest} moves")


def check(path):
    """The claim that a file proves."""
    with open(path, "rb") as file:
        words, lines, proof, has_data = read(file)
        game = Game(words, lines)
        positions = 0
        if proof == "marking":
            check_marking(game)
        elif proof == "weights":
            check_weights(game)
        else:
            positions = check_layers(game, file, has_data)
        need(not file.read(1), "there is more after the end")
    said = f"no solution has fewer than {game.fewest} moves"
    if "line" in words:
        check_line(game)
        said = f"{game.fewest} moves, the fewest possible"
    elif game.fewest > game.jumped:
        said = "there is no solution"
    finish = f"finish {game.finish:x}" if game.finish else f"any {game.pegs} pegs"
    board = f"{game.holes} holes, {len(game.jumps)} listed jumps" if game.is_listed else \
        f"board {words['board'][0]} {words['directions'][0]}"
    puzzle = f"{board}, start {game.start:x}, {finish}"
    return f"{said}\n{puzzle}\n{positions} positions{'' if game.is_listed else ' up to symmetry'}"


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
