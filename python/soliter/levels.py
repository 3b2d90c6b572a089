"""Levels of positions as pure functions on bytes, for counts on Dask, Spark, a batch queue or your own cluster.

A level is the set of positions after some number of jumps. It is split into buckets, and each bucket is a *run*:
bytes with sorted positions, and with the number of jump sequences that lead to each of them if these are counted.
`Space.expand` turns a run into one run for each bucket of the next level; `Space.merge` merges all runs for one
bucket into one, and counts its positions.

>>> import soliter
>>> from soliter.levels import Space
>>> space = Space(soliter.Puzzle.built_in("gardner/latin-cross"), what="positions", buckets=4)
>>> level, positions = [space.first()], 1
>>> while level:
...     parts = zip(*(space.expand(run) for run in level))
...     merged = [space.merge(list(runs)) for runs in parts]
...     level = [run for run, counts in merged if counts.classes]
...     positions += sum(counts.positions for _, counts in merged)
>>> positions == soliter.count(soliter.Puzzle.built_in("gardner/latin-cross"), "positions").value
True

Every run has a digest. A run whose bytes have changed, or that belongs to another puzzle, question, level or
bucket, raises `soliter.Damaged` and is never counted.
"""

from typing import NamedTuple

from ._soliter import Kernel
from .errors import Unfit

__all__ = ["Counts", "Space"]


class Counts(NamedTuple):
    """The counts of one bucket of a level, or of several, if you add them up.

    `classes` are positions up to symmetry, `dead` are positions without a jump. `sequences` are the jump sequences that
    lead to the positions, and `ending` those that end there because no jump is left; both are `None` unless games or
    solutions are counted.
    """

    jumps: int
    pegs: int
    classes: int
    positions: int
    dead_classes: int
    dead: int
    sequences: int | None
    ending: int | None


class Space:
    """The levels of a puzzle: `what` is `positions`, `games` or `solutions`.

    The sum of `positions` over all levels is the number of positions, the sum of `ending` that of games, and the
    `sequences` of level `puzzle.jump_count` that of solutions. `buckets`, a power of two, is the number of buckets of a
    level; it may differ from one level to the next, but all runs of one level need the same.

    All methods release the interpreter's lock, stop within a second after Ctrl-C, and take `seconds` and `memory`
    (GiB), beyond which they raise `LimitReached`. A space can be pickled.
    """

    def __init__(self, puzzle, what: str = "positions", *, buckets: int = 16) -> None:
        if what not in ("positions", "games", "solutions"):
            raise Unfit(f"there are no levels for {what!r}", "choose positions, games or solutions")
        self._kernel = Kernel(puzzle, what)
        self.puzzle, self.what = puzzle, what
        self.buckets = self._power(buckets)

    def _power(self, buckets: int) -> int:
        if buckets < 1 or buckets & (buckets - 1) or buckets > self.most_buckets:
            raise Unfit(
                f"{buckets} buckets are not possible",
                f"use a power of two, at most {self.most_buckets} for this board",
            )
        return buckets

    @property
    def most_buckets(self) -> int:
        """The largest possible number of buckets per level for this board."""
        return self._kernel.buckets

    def first(self) -> bytes:
        """The only run of level 0. It contains the start, and stands for all buckets."""
        return self._kernel.first()

    def expand(self, run, buckets: int | None = None, *, seconds=None, memory=None) -> list[bytes]:
        """Turns a run into runs of the next level, one for each of its buckets.

        `run` is bytes, or any object with a read-only buffer, which is not copied.
        """
        buckets = self.buckets if buckets is None else self._power(buckets)
        return self._kernel.expand(run, buckets, seconds, memory)

    def merge(self, runs, *, seconds=None, memory=None) -> tuple[bytes, Counts]:
        """Merges all runs for one bucket of a level into one, and counts its positions."""
        run, counts = self._kernel.merge(list(runs), seconds, memory)
        return run, Counts(*counts)

    def __eq__(self, other) -> bool:
        if not isinstance(other, Space):
            return NotImplemented
        return (self.puzzle, self.what, self.buckets) == (other.puzzle, other.what, other.buckets)

    def __hash__(self) -> int:
        return hash((self.puzzle, self.what, self.buckets))

    def __reduce__(self):
        return _space, (self.puzzle, self.what, self.buckets)


def _space(puzzle, what, buckets):
    return Space(puzzle, what, buckets=buckets)
