"""Exact answers to peg-solitaire puzzles: shortest solutions with proofs, and checks of recorded solutions.

>>> import soliter
>>> puzzle = soliter.Puzzle.built_in("gardner/latin-cross")
>>> answer = soliter.solve(puzzle)
>>> answer.claim, answer.move_count
('optimal', 5)
>>> soliter.check(puzzle, "45-25, 25-45").reason
'middle-empty'

Holes are numbered row by row from the top, from 0, and hole `h` is bit `h` of a position's integer.

Classes (each has its own help, for example help(soliter.Puzzle)):

    Board, Puzzle         holes with their jumps, and a board with a start and a finish
    Position, Jump, Line  a set of holes, a jump, and a legal sequence of moves
    Answer, Check, Count  results of solve, check and count
    Certificate           a proof that other programs can check
    Model, ProgramAnswer  programs in the modelling language (only in builds with milp)
    Player                a page to play on, in a notebook
    Error                 the base class of all exceptions

soliter.levels counts on any cluster, and soliter.distributed on Ray. docs/reference/python.md describes the rest.
"""

from collections.abc import Set as _Set

try:
    from . import _soliter
except ImportError as error:
    # In the repository's folder `python/`, Python finds the sources before the installed package.
    message = "the compiled part of soliter was not found: install soliter with pip, and start Python in another folder"
    raise ImportError(message) from error

from . import errors, levels
from ._arrays import least_images, peg_table, reachable
from ._games import game_graph, problems, solutions
from ._graphs import survey
from ._player import Player, play
from ._soliter import (
    Answer,
    Board,
    Certificate,
    Check,
    Count,
    Jump,
    Line,
    Position,
    Puzzle,
    __version__,
    boards,
    certify,
    check,
    count,
    features,
    fewest_pegs,
    most_pegs,
    puzzles,
    record,
    records,
    solve,
    verify,
)
from .errors import (
    Damaged,
    Disagreement,
    Error,
    IllegalMove,
    InvalidText,
    LimitReached,
    MissingFeature,
    NotFound,
    Rejected,
    Unfit,
)

if "milp" in features:
    from ._soliter import Model, ProgramAnswer
else:
    from ._missing import Model

_Set.register(Position)

# Makes help(soliter) list these functions as part of this module.
for _function in (game_graph, least_images, peg_table, play, problems, reachable, solutions, survey):
    _function.__module__ = __name__
