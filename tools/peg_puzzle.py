"""Reads a peg-solitaire puzzle for encode.py, without any of Soliter's code.

If this module read a puzzle differently from Soliter, the clauses would prove something about another puzzle. Only part of
the format described in docs/reference/files.md is therefore supported; anything else is rejected with a reason. Built-in
models are read from models/, next to tools/.
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
# Keys of a collection that apply to every entry that does not override them.
SHARED = {"model", "source", "notation", "directions", "signs"}
LISTS = ["edges", "graph6", "lines", "jumps"]


class Puzzle(NamedTuple):
    """A puzzle. A jump is a triple of hole numbers; start and finish are sets of pegs, or their number if only that is given."""

    title: str
    holes: range
    jumps: list
    is_listed: bool
    classes: list
    start: set | int
    finish: set | int


def signs_of(puzzle):
    """Maps each of the puzzle's own drawing signs to the standard sign; None if the file defines none."""
    signs = entry(puzzle, "signs", dict)
    if signs is None:
        return None
    only(signs, {"peg", "empty", "none"}, "signs")
    lists = {key: list(signs[key]) if isinstance(signs[key], (str, list)) else [None] for key in signs}
    every = sum(lists.values(), [])
    fit = all(isinstance(sign, str) and len(sign) == 1 and not sign.isspace() and sign != "?" for sign in every)
    need(fit and len(set(every)) == len(every), "each sign must be a single character with a single meaning")
    need(lists.get("peg") or lists.get("empty"), "\"signs\" defines no sign for a hole")
    return {sign: {"peg": "o", "empty": ".", "none": " "}[key] for key in lists for sign in lists[key]}


def position(value, board, find, signs, is_finish):
    """The pegs of a start or finish, or their number for a finish that gives only that."""
    holes = set(range(len(board.places or board.own_names)))

    def listed(names):
        need(isinstance(names, list), "expected a list of holes")
        named = list(map(find, names))
        need(len(set(named)) == len(named), "a hole is named twice")
        return set(named)
    if isinstance(value, list):
        return listed(value)
    if isinstance(value, str):
        need(value == "full" or board.places, "positions can be drawn only on a board with a drawing")
        return holes if value == "full" else drawn(value, board.places, board.is_triangular, signs)
    need(isinstance(value, dict), "a start or finish is malformed")
    if set(value) == {"all_but"}:
        return holes - listed(value["all_but"])
    need(is_finish, "a start must be a list of holes, a drawing, { all_but = .. } or \"full\"")
    if value and set(value) <= {"pegs_at", "empty_at"}:
        pegs, empty = (listed(value.get(key, [])) for key in ("pegs_at", "empty_at"))
        need(not pegs & empty and pegs | empty == holes, "clauses need a finish that names every hole once")
        return pegs
    need(set(value) == {"pegs"} and type(value["pegs"]) is int, "clauses need a finish with a fixed number of pegs")
    need(value["pegs"] <= len(holes), "the finish has more pegs than the board has holes")
    return value["pegs"]


def load(path):
    try:
        with open(path, "rb") as file:
            return tomllib.load(file)
    except (OSError, ValueError, RecursionError) as error:
        raise Refused(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from None


def entry_of(path):
    """The file that contains a puzzle, and the puzzle: the complete file or, for FILE#NAME, an entry in a collection."""
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
    need(isinstance(own, str), "the puzzle has no model")
    if pathlib.PurePath(own).suffix == ".toml":
        model = load(folder / own)
    else:
        need(re.fullmatch("[a-z0-9-]+", own), f"no built-in model is called \"{own}\"")
        model = load(pathlib.Path(__file__).resolve().parent.parent / "models" / (own + ".toml"))
    need("kind" in model, "the model has no kind")
    return model


def read(path):
    """Reads the puzzle in a file, or an entry in a collection: FILE#NAME."""
    file, puzzle = entry_of(path)
    only(puzzle, PUZZLE_KEYS, "the puzzle")
    need("marked" not in puzzle, "puzzles with marked pegs cannot be encoded")
    model = model_of(puzzle, file.parent)
    only(model, MODEL_KEYS, "the model")
    need(model.get("kind", "peg-solitaire") == "peg-solitaire", "the puzzle is not peg solitaire")
    need("signs" not in model, "a board's own signs are not supported; draw it with 'o'")
    board = drawn_board(model) if "board" in model or not any(key in model for key in LISTS) else listed_board(model)
    if "directions" in puzzle:
        need(not board.is_listed, "\"directions\" does not apply to a board whose jumps are listed")
        words = LATTICES["triangular" if board.is_triangular else "square"]
        board = board._replace(jumps=jumps_between(board.places, STEPS[choice(puzzle, "directions", words, None)]))
    scheme = choice(puzzle, "notation", SCHEMES, board.scheme)
    names, signs = board.names(scheme), signs_of(puzzle)
    need("start" in puzzle and "finish" in puzzle, "a puzzle needs a start and a finish")
    start, finish = (position(puzzle[end], board, finder(scheme, names), signs, end == "finish") for end in ("start", "finish"))
    is_reverse = entry(puzzle, "reverse", bool, False)
    back = {(b, over, a) for a, over, b in board.jumps}
    need(not is_reverse or back == set(board.jumps), "the reverse game needs a board whose jumps go both ways")
    need(not is_reverse or len(start) < len(names), "the start of a reverse game already fills the board")
    start, finish = (finish, start) if is_reverse else (start, finish)
    need(min(pegs_of(start), pegs_of(finish)) > 0, "the start or the finish has no peg")
    classes = joined(range(len(names)), board.jumps) if board.is_listed else [r % 2 * 2 + c % 2 for r, c in board.places]
    # Otherwise the order of a move's jumps would matter, since the peg could land in a hole where it has captured.
    keeps = all(classes[a] != classes[over] for a, over, _ in board.jumps)
    need(keeps, "on this board a peg could land in a hole that it has jumped over, which the clauses do not model")
    entry(puzzle, "source", str)
    return Puzzle(entry(puzzle, "title", str, "untitled"), range(len(names)), board.jumps, board.is_listed, classes, start, finish)


def pegs_of(end):
    return end if isinstance(end, int) else len(end)
