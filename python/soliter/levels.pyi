from collections.abc import Iterable
from typing import Literal, NamedTuple

from typing_extensions import Buffer

from . import Puzzle

class Counts(NamedTuple):
    jumps: int
    pegs: int
    classes: int
    positions: int
    dead_classes: int
    dead: int
    sequences: int | None
    ending: int | None

class Space:
    puzzle: Puzzle
    what: str
    buckets: int
    def __init__(
        self, puzzle: Puzzle, what: Literal["positions", "games", "solutions"] = ..., *, buckets: int = ...
    ) -> None: ...
    @property
    def most_buckets(self) -> int: ...
    def first(self) -> bytes: ...
    def expand(
        self,
        run: Buffer,
        buckets: int | None = ...,
        *,
        seconds: float | None = ...,
        memory: float | None = ...,
    ) -> list[bytes]: ...
    def merge(
        self, runs: Iterable[Buffer], *, seconds: float | None = ..., memory: float | None = ...
    ) -> tuple[bytes, Counts]: ...
