"""Reads a puzzle of peg solitaire for encode.py, without code of the program.

Clauses of a puzzle that is read in another way than the program reads it would prove something about another puzzle. So
whatever is not read here exactly as docs/reference/files.md has it is refused, with a reason. Built-in models are found beside
tools/.
"""
import pathlib
import re
import sys
from typing import NamedTuple

from peg_board import (LATTICES, MODEL_KEYS, SCHEMES, STEPS, Refused, choice, drawn, drawn_board, entry, finder, joined,
                       jumps_between, listed_board, need, only)

try:
    import tomllib
except ImportError:
    print("this needs Python 3.11 or newer", file=sys.stderr)
    sys.exit(2)

PUZZLE_KEYS = {"title", "model", "source", "signs", "start", "finish", "directions", "notation", "reverse", "marked", "known"}
# The keys of a collection that hold for entries without such a key of their own.
SHARED = {"model", "source", "notation", "directions", "signs"}
LISTS = ["edges", "graph6", "lines", "jumps"]


class Puzzle(NamedTuple):
    """Holes are numbered; a jump is a triple of holes. An end is a set of pegs, or their number if the file gives only that."""

    title: str
    holes: range
    jumps: list
    is_listed: bool
    classes: list
    start: set | int
    finish: set | int


def signs_of(puzzle):
    """The meaning of each sign of the drawings, as in a drawing without signs of its own; None if the file gives none."""
    signs = entry(puzzle, "signs", dict)
    if signs is None:
        return None
    only(signs, {"peg", "empty", "none"}, "signs")
    lists = {key: list(signs[key]) if isinstance(signs[key], (str, list)) else [None] for key in signs}
    every = sum(lists.values(), [])
    fit = all(isinstance(sign, str) and len(sign) == 1 and not sign.isspace() and sign != "?" for sign in every)
    need(fit and len(set(every)) == len(every), "only signs of one character, each with one meaning, are read")
    need(lists.get("peg") or lists.get("empty"), "\"signs\" names no sign of a hole")
    return {sign: {"peg": "o", "empty": ".", "none": " "}[key] for key in lists for sign in lists[key]}


def position(value, board, find, signs, is_finish):
    """The pegs of a start or finish, or of a finish their number if only that is given."""
    holes = set(range(len(board.places or board.own_names)))

    def listed(names):
        need(isinstance(names, list), "a list of holes is expected")
        named = list(map(find, names))
        need(len(set(named)) == len(named), "a hole is named twice")
        return set(named)
    if isinstance(value, list):
        return listed(value)
    if isinstance(value, str):
        need(value == "full" or board.places, "a board without a drawing has no drawings of positions")
        return holes if value == "full" else drawn(value, board.places, board.is_triangular, signs)
    need(isinstance(value, dict), "a start or finish cannot be read")
    if set(value) == {"all_but"}:
        return holes - listed(value["all_but"])
    need(is_finish, "a start is a list of holes, a drawing, { all_but = .. } or \"full\"")
    if value and set(value) <= {"pegs_at", "empty_at"}:
        pegs, empty = (listed(value.get(key, [])) for key in ("pegs_at", "empty_at"))
        need(not pegs & empty and pegs | empty == holes, "only a finish that names every hole once has clauses")
        return pegs
    need(set(value) == {"pegs"} and type(value["pegs"]) is int, "only a finish with a fixed number of pegs has clauses")
    need(value["pegs"] <= len(holes), "the finish has more pegs than the board has holes")
    return value["pegs"]


def load(path):
    try:
        with open(path, "rb") as file:
            return tomllib.load(file)
    except (OSError, ValueError, RecursionError) as error:
        raise Refused(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from None


def entry_of(path):
    """The file in which a puzzle stands, and the puzzle: the complete file, or for FILE#NAME an entry of a collection."""
    file, _, name = str(path).rpartition("#")
    if not file or pathlib.Path(path).exists():
        puzzle = load(path)
        need("puzzle" not in puzzle, "this is a collection: name an entry, FILE#NAME")
        return pathlib.Path(path), puzzle
    collection = load(file)
    only(collection, SHARED | {"title", "puzzle"}, "the collection")
    entries = collection.get("puzzle")
    need(isinstance(entries, list) and all(isinstance(one, dict) for one in entries), f"{file} is not a collection")
    named = [one for one in entries if one.get("name") == name]
    need(len(named) == 1, f"{file} has {len(named)} entries called \"{name}\"")
    shared = {key: value for key, value in collection.items() if key in SHARED}
    return pathlib.Path(file), {"title": name} | shared | {key: value for key, value in named[0].items() if key != "name"}


def model_of(puzzle, folder):
    own = puzzle.get("model")
    if isinstance(own, dict):
        return own
    need(isinstance(own, str), "there is no model")
    if pathlib.PurePath(own).suffix == ".toml":
        model = load(folder / own)
    else:
        need(re.fullmatch("[a-z0-9-]+", own), f"no built-in model is called \"{own}\"")
        model = load(pathlib.Path(__file__).resolve().parent.parent / "models" / (own + ".toml"))
    need("kind" in model, "the model has no kind")
    return model


def read(path):
    """The puzzle of a file, or of an entry: FILE#NAME."""
    file, puzzle = entry_of(path)
    only(puzzle, PUZZLE_KEYS, "the puzzle")
    need("marked" not in puzzle, "puzzles with marked pegs have no clauses")
    model = model_of(puzzle, file.parent)
    only(model, MODEL_KEYS, "the model")
    need(model.get("kind", "peg-solitaire") == "peg-solitaire", "this is another game")
    need("signs" not in model, "signs of a board are not read: draw it with 'o'")
    board = drawn_board(model) if "board" in model or not any(key in model for key in LISTS) else listed_board(model)
    if "directions" in puzzle:
        need(not board.is_listed, "the jumps of this board are listed in its model")
        words = LATTICES["triangular" if board.is_triangular else "square"]
        board = board._replace(jumps=jumps_between(board.places, STEPS[choice(puzzle, "directions", words, None)]))
    scheme = choice(puzzle, "notation", SCHEMES, board.scheme)
    names, signs = board.names(scheme), signs_of(puzzle)
    need("start" in puzzle and "finish" in puzzle, "a puzzle has a start and a finish")
    start, finish = (position(puzzle[end], board, finder(scheme, names), signs, end == "finish") for end in ("start", "finish"))
    is_reverse = entry(puzzle, "reverse", bool, False)
    back = {(b, over, a) for a, over, b in board.jumps}
    need(not is_reverse or back == set(board.jumps), "the reverse game needs a board whose jumps go both ways")
    need(not is_reverse or len(start) < len(names), "the start of a reverse game fills the board")
    start, finish = (finish, start) if is_reverse else (start, finish)
    need(min(pegs_of(start), pegs_of(finish)) > 0, "the start or the finish has no peg")
    classes = joined(range(len(names)), board.jumps) if board.is_listed else [r % 2 * 2 + c % 2 for r, c in board.places]
    # The order of the jumps of a move would matter, and a peg may land where it has captured.
    keeps = all(classes[a] != classes[over] for a, over, _ in board.jumps)
    need(keeps, "a peg of this board may leap over a hole in which it can land, which the clauses do not describe")
    entry(puzzle, "source", str)
    return Puzzle(entry(puzzle, "title", str, "untitled"), range(len(names)), board.jumps, board.is_listed, classes, start, finish)


def pegs_of(end):
    return end if isinstance(end, int) else len(end)
