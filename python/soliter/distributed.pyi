from collections.abc import Sequence
from typing import Literal

from os import PathLike

from . import Answer, Count, Puzzle

def count(
    puzzle: Puzzle,
    what: Literal["positions", "games", "solutions"] = ...,
    *,
    folder: str | PathLike[str] | None = ...,
    resume: bool = ...,
    address: str | None = ...,
    seconds: float | None = ...,
    memory: float | None = ...,
    progress: bool | None = ...,
) -> Count: ...
def fewest(
    puzzle: Puzzle,
    *,
    folder: str | PathLike[str] | None = ...,
    resume: bool = ...,
    address: str | None = ...,
    seconds: float | None = ...,
    memory: float | None = ...,
    progress: bool | None = ...,
) -> Answer: ...
def main(arguments: Sequence[str] | None = ...) -> int: ...
