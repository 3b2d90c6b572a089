"""Random puzzles on every kind of board, and what tools/encode.py makes of them: encode_random.py FOLDER NUMBER [SEED]

Writes FOLDER/0.toml, FOLDER/1.toml, ..., and prints a line for each: its number, a number of moves, and the digest of the clauses, or
"refused" and the reason. Most of the puzzles are right; some have a key, a sign or a name too many, or a character changed.
"""
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import encode  # noqa: E402

SCHEMES = ["column-row", "row-column", "letter-row", "letter-rank", "number", "number0", "letters"]


class Dice(random.Random):
    """Only random() gives the same numbers in every version of Python."""

    def below(self, number):
        return int(self.random() * number)

    def of(self, *choices):
        return choices[self.below(len(choices))]

    def one_in(self, number):
        return self.below(number) == 0

    def some(self, things, number):
        things = list(things)
        return [things.pop(self.below(len(things))) for _ in range(min(number, len(things)))]


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def names_of(places, scheme):
    rows, columns = (max(place[axis] for place in places) + 1 for axis in (0, 1))
    forms = {"column-row": lambda h, r, c: f"{c + 1}{rows - r}", "row-column": lambda h, r, c: f"{r + 1}{c + 1}",
             "letter-row": lambda h, r, c: f"{'abcdefghij'[c]}{r + 1}", "letter-rank": lambda h, r, c: f"{'abcdefghij'[c]}{rows - r}",
             "number": lambda h, r, c: f"{h + 1}", "number0": lambda h, r, c: f"{h}",
             "letters": lambda h, r, c: letters(h, len(places))}
    return [forms[scheme](h, r, c) for h, (r, c) in enumerate(places)]


def schemes_of(places):
    """The schemes that can name these holes."""
    rows, columns = (max(place[axis] for place in places) + 1 for axis in (0, 1))
    has_opposites = len(places) % 2 and [(rows - 1 - r, columns - 1 - c) for r, c in reversed(places)] == places
    return SCHEMES if has_opposites else SCHEMES[:-1]


def letters(hole, holes):
    if 2 * hole + 1 == holes:
        return "x"
    return "abcdefghijklmnopqrstuvw"[hole] if 2 * hole < holes else "ABCDEFGHIJKLMNOPQRSTUVW"[holes - 1 - hole]


def shape(dice, is_triangular):
    """The places of a small board in rows and columns, or in skew rows."""
    if is_triangular:
        side = 3 + dice.below(2)
        hexagon = [(r, c) for r in range(3) for c in range(max(0, r - 1), min(3, 2 + r))]
        places = dice.of([(r, c) for r in range(side) for c in range(r + 1)], hexagon)
    else:
        places = [(r, c) for r in range(1 + dice.below(4)) for c in range(2 + dice.below(4))]
        if dice.one_in(6):
            places = [(r, c) for r in range(3) for c in range(5) if (r + c) % 2 == 0]
    out = dice.some(places, dice.of(0, 0, 0, 1, 1, 2, 3))
    places = [place for place in places if place not in out] or [(0, 0)]
    top, left = places[0][0], min(c for _, c in places)
    return [(r - top, c - left) for r, c in places]


def drawing(dice, places, mark, is_triangular, outside=" "):
    """A drawing in one of the styles: with or without spaces between the marks, indented, with blank lines."""
    rows, columns = (max(place[axis] for place in places) + 1 for axis in (0, 1))
    hole_at = {place: hole for hole, place in enumerate(places)}
    style = dice.of("plain", "centred") if is_triangular else dice.of("plain", "plain", "spaced")
    indent, lines = dice.of(0, 0, 2), [""] * dice.of(0, 1)
    for r in range(rows):
        cells = [mark(hole_at[r, c]) if (r, c) in hole_at else outside for c in range(columns)]
        line = ("" if style == "plain" else " ").join(cells)
        # A skew row is drawn half a place further to the left than the row above it.
        lines.append(" " * (indent + (rows - r if style == "centred" else 0)) + line.rstrip(" "))
    return "\n".join(lines + [""] * dice.of(0, 1))


def runs(places, dice):
    """Three or more neighbours in a line of the drawing."""
    hole_at = {place: hole for hole, place in enumerate(places)}
    found = []
    for r, c in places:
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            run = [(r + i * down, c + i * right) for i in range(3 + dice.of(0, 0, 1))]
            if all(place in hole_at for place in run):
                found.append([hole_at[place] for place in run])
    return found


def listing(dice, lists, names):
    def item(holes):
        words = [names[hole] for hole in holes]
        return quoted(dice.of("-", " - ").join(words)) if dice.below(3) else "[" + ", ".join(map(quoted, words)) + "]"
    return "[" + ", ".join(map(item, lists)) + "]"


def alternating(dice, sides, length):
    """A run of holes on two sides in turn, so that no peg leaps over a hole of its own side; sometimes any run."""
    first = dice.below(2)
    side = [[hole for hole, its in enumerate(sides) if its == first ^ other] for other in (0, 1)]
    if dice.one_in(12):
        return dice.some(range(len(sides)), length)
    chosen = [dice.some(holes, length) for holes in side]
    return [chosen[at % 2].pop() for at in range(length) if chosen[at % 2]]


def several(dice, sides, length, most):
    found = [alternating(dice, sides, length + (length == 3 and dice.one_in(3))) for _ in range(1 + dice.below(most))]
    return [run for run in found if len(run) >= length]


def changes(dice, names, own_runs, sides):
    """Keys that change the jumps of a board."""
    keys = {}
    if dice.one_in(3):
        keys[dice.of("with", "lines")] = listing(dice, several(dice, sides, 3, 2), names)
    if dice.one_in(4):
        keys["jumps"] = listing(dice, [run[:3] for run in several(dice, sides, 3, 3)], names)
    if dice.one_in(6):
        keys["edges"] = listing(dice, several(dice, sides, 2, 3), names)
    if own_runs and dice.one_in(2):
        keys["without"] = listing(dice, dice.some(own_runs, 1 + dice.below(3)), names)
    return keys


def drawn_model(dice):
    """The keys of a model with a drawing, its places, and the scheme of its names."""
    is_triangular = dice.one_in(3)
    places = shape(dice, is_triangular)
    usual = "row-column" if is_triangular else "column-row"
    scheme = dice.of(None, None, *schemes_of(places))
    peg = dice.of("o", "o", "●")
    keys = {"board": quoted(drawing(dice, places, lambda _: dice.of(peg, peg, peg, "o"), is_triangular))}
    if is_triangular:
        keys["lattice"] = '"triangular"'
    elif dice.one_in(4):
        keys["lattice"] = '"square"'
    if scheme:
        keys["names"] = quoted(scheme)
    if dice.one_in(2):
        keys["directions"] = quoted("lines" if is_triangular else dice.of("orthogonal", "all", "skew"))
    own_runs = runs(places, dice)
    if dice.one_in(12 if is_triangular else 3):
        keys["wrap"] = '"torus"'
        rows, columns = (max(place[axis] for place in places) + 1 for axis in (0, 1))
        hole_at = {place: hole for hole, place in enumerate(places)}
        wrapped = [[(r, (c + i) % columns) for i in range(3)] for r, c in places]
        wrapped += [[((r + i) % rows, c) for i in range(3)] for r, c in places]
        wrapped = [run for run in wrapped if len(set(run)) == 3 and all(place in hole_at for place in run)]
        own_runs = [[hole_at[place] for place in run] for run in wrapped]
    if dice.one_in(2):
        keys.update(changes(dice, names_of(places, scheme or usual), own_runs, [(r + c) % 2 for r, c in places]))
    return keys, places, scheme or usual, is_triangular


def listed_model(dice):
    """The keys of a model without a drawing, and its names."""
    number = 3 + dice.below(6)
    sides = [dice.below(2) for _ in range(number)]
    names = [dice.of(f"{hole}", f"h{hole}", f"H{hole}_", f"ä{hole}") for hole in range(number)]
    keys, kind = {}, dice.of("edges", "lines", "jumps", "graph6", "mixed")
    if kind == "graph6":
        bits = [int(sides[low] != sides[high] and not dice.one_in(3)) for high in range(1, number) for low in range(high)]
        bits += [0] * (-len(bits) % 6)
        sextets = [int("".join(map(str, bits[at:at + 6])), 2) for at in range(0, len(bits), 6)]
        keys["graph6"] = quoted(dice.of("", ">>graph6<<") + "".join(chr(63 + one) for one in [number, *sextets]))
        names = [str(hole) for hole in range(number)]
    elif dice.one_in(2):
        keys["holes"] = "[" + ", ".join(map(quoted, names)) + "]"
    if kind in ("edges", "mixed"):
        keys["edges"] = listing(dice, several(dice, sides, 2, 2 * number), names)
    if kind in ("lines", "mixed"):
        keys["lines"] = listing(dice, several(dice, sides, 3, 4), names)
    if kind == "jumps":
        jumps = [run[:3] for run in several(dice, sides, 3, 7)]
        keys["jumps"] = listing(dice, jumps + [jump[::-1] for jump in jumps if dice.one_in(2)], names)
    if dice.one_in(6):
        keys.update(changes(dice, names, [], sides))
    if dice.one_in(6):
        keys["names"] = quoted(dice.of("number", "number0"))
    return keys, names


def written(dice, name):
    """A name as people may write it."""
    return quoted(dice.of(name.upper(), name.lower(), "0" + name, f" {name} ") if dice.one_in(20) else name)


def ends(dice, holes, names, draw):
    """The values of a start and a finish, as lists, drawings and other forms."""
    before = min(holes, 2 + dice.below(holes))
    after = max(1, before - dice.of(1, 2, 2, 3, 4, 5))

    def hole_list(chosen):
        return "[" + ", ".join(written(dice, names[hole]) for hole in chosen) + "]"

    def position(pegs):
        form = dice.of("list", "list", "drawing", "drawing", "all_but")
        if form == "drawing" and draw:
            return quoted(draw(pegs))
        if form == "all_but":
            return f"{{ all_but = {hole_list([hole for hole in range(holes) if hole not in pegs])} }}"
        return hole_list(pegs)
    start = '"full"' if before == holes and dice.one_in(2) else position(dice.some(range(holes), before))
    pegs = dice.some(range(holes), after)
    empty = [hole for hole in range(holes) if hole not in pegs]
    at = f"pegs_at = {hole_list(pegs)}, empty_at = {hole_list(empty[dice.of(0, 0, 0, 1):])}"
    finish = dice.of(position(pegs), position(pegs), position(pegs), f"{{ pegs = {after} }}", f"{{ {at} }}")
    if dice.one_in(30):
        finish = dice.of('{ pegs = "fewest" }', "{ pegs = 0 }", "{ pegs = true }", "[]", '"full"', "3", "{}")
    return start, finish


def puzzle(dice):
    """The texts of a puzzle and of its model file, if it has one."""
    keys = {"title": quoted(dice.of("plain", "strange \t ü \u0085 ✓", ""))} if dice.one_in(3) else {}
    if dice.one_in(3):
        model, names = listed_model(dice)
        draw, scheme = None, None
        if dice.one_in(5):
            keys["notation"] = quoted(dice.of("number", "number0"))
        scheme = keys.get("notation", model.get("names", "")).strip('"')
        names = {"number": [f"{h + 1}" for h in range(len(names))], "number0": [f"{h}" for h in range(len(names))]}.get(scheme, names)
    else:
        model, places, scheme, is_triangular = drawn_model(dice)
        if dice.one_in(5):
            scheme = dice.of(*schemes_of(places))
            keys["notation"] = quoted(scheme)
        if dice.one_in(10):
            keys["directions"] = quoted("lines" if is_triangular else dice.of("orthogonal", "all", "skew"))
        names = names_of(places, scheme)
        peg, empty, none = dice.of("o.x", "o.x", "o.x", "●·x", "o·x", "●o#", "*o.", "o●.", "10-", "XO ", "o?x", "x.x", "o-|")
        if dice.one_in(4):
            keys["signs"] = f"{{ peg = {quoted(peg)}, empty = {dice.of(quoted(empty), f'[{quoted(empty)}]')}"
            keys["signs"] += f", none = {quoted(none)} }}" if dice.one_in(2) else " }"
        outside = none if "none" in keys.get("signs", "") else " "

        def draw(pegs):
            return drawing(dice, places, lambda hole: peg if hole in pegs else empty, is_triangular, outside)
    keys["start"], keys["finish"] = ends(dice, len(names), names, draw)
    if dice.one_in(6):
        keys["reverse"] = dice.of("true", "true", "false")
        if not keys["finish"].startswith("{ pegs =") and "true" in keys["reverse"]:
            keys["start"], keys["finish"] = keys["finish"], keys["start"]
    if dice.one_in(25):
        dice.of(keys, model)[dice.of("shape", "cylinder", "marked", "wrap", "holes", "signs", "directions", "kind")] = dice.of('"x"', "{}")
    model.setdefault("kind", '"peg-solitaire"')
    lines = ["\n".join(f"{key} = {value}" for key, value in part.items()) + "\n" for part in (keys, model)]
    if dice.one_in(3):
        return 'model = "MODEL"\n' + lines[0], lines[1]
    return lines[0] + "\n[model]\n" + lines[1], None


def damaged(dice, text):
    """A text with a character changed, left out or repeated."""
    at = dice.below(len(text))
    return text[:at] + dice.of("", text[at] * 2, "o", "●", ".", " ", "0", "1", "-", '"') + text[at + 1:]


def main(folder, number, seed=61):
    dice = Dice(seed)
    for one in range(number):
        text, model = puzzle(dice)
        if dice.one_in(8):
            text = damaged(dice, text)
        file = folder / f"{one}.toml"
        if model is not None:
            (folder / f"{one}.model.toml").write_text(model, encoding="utf-8")
            text = text.replace("MODEL", f"{one}.model.toml")
        file.write_text(text, encoding="utf-8")
        moves = 1 + dice.of(0, 0, 0, 1, 1, 2)
        try:
            said = encode.formula(file, moves).split("\n")[3].removeprefix("c sha256 ")
        except encode.Refused as why:
            said = "refused " + " ".join(str(why).split())
        print(one, moves, said)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), *map(int, sys.argv[2:]))
