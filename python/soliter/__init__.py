"""Exact answers to peg-solitaire puzzles: the fewest moves, proved, and verdicts on recorded solutions.

>>> import soliter
>>> puzzle = soliter.Puzzle.built_in("gardner/latin-cross")
>>> answer = soliter.solve(puzzle)
>>> answer.claim, answer.moves
(<Claim.OPTIMAL: 'optimal'>, 5)
>>> soliter.check(puzzle, "45-25, 25-45").reason
'middle-empty'

Holes are numbered row by row from the top, from 0, and hole `h` is bit `h` of a position's integer.
docs/reference/python.md describes the rest.
"""

try:
    from . import _soliter
except ImportError as error:
    # In the folder `python/` of the repository, Python finds the source before the installed package.
    message = "the compiled part of soliter is not here: pip install it, and start Python in another folder"
    raise ImportError(message) from error

from . import errors, levels
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
    puzzles,
    solution,
    solutions,
    solve,
    verify,
)
from .arrays import least_images, peg_table, reachable
from .claim import Claim
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
from .graphs import survey
from .player import Player, play

if "milp" in features:
    from ._soliter import Model, ProgramAnswer
else:
    from .missing import Model


__all__ = [*(name for name in dir() if not name.startswith("_")), "__version__"]
