from collections.abc import Sequence
from typing import Literal

from . import Answer, Count, Path, Puzzle

def count(
    puzzle: Puzzle,
    what: Literal["positions", "games", "solutions"] = ...,
    *,
    folder: Path | None = ...,
    resume: bool = ...,
    address: str | None = ...,
    seconds: float | None = ...,
    memory: float | None = ...,
    progress: bool | None = ...,
) -> Count: ...
def fewest(
    puzzle: Puzzle,
    *,
    folder: Path | None = ...,
    resume: bool = ...,
    address: str | None = ...,
    seconds: float | None = ...,
    memory: float | None = ...,
    progress: bool | None = ...,
) -> Answer: ...
def main(arguments: Sequence[str] | None = ...) -> int: ...
