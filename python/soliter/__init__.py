"""Exact answers to peg-solitaire puzzles: fewest moves, proved; hand-written solutions, checked.

>>> import soliter
>>> puzzle = soliter.Puzzle.shipped("gardner/latin-cross")
>>> answer = soliter.solve(puzzle)
>>> answer.claim, answer.moves
(<Claim.OPTIMAL: 'optimal'>, 5)
>>> soliter.check(puzzle, "45-25, 25-45").reason
'middle-empty'

Holes are numbered row by row from the top, from 0, and hole `h` is bit `h` of a position's integer.
docs/reference/python.md has the rest.
"""

try:
    from . import _soliter
except ImportError as error:
    # In the folder `python/` of the repository the source is found before what is installed.
    message = "the compiled part of soliter is not here: pip install it, and start Python in another folder"
    raise ImportError(message) from error

from . import errors, levels, lp
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
    record,
    records,
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
    Refused,
    Unfit,
)
from .graphs import survey
from .player import Player, play

if "milp" in features:
    from ._soliter import Model, ProgramAnswer
else:
    from .missing import Model

__all__ = [*(name for name in dir() if not name.startswith("_")), "__version__"]
