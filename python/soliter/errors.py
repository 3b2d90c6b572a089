"""Exceptions. All of soliter's own are subclasses of `Error`; wrong types and unreadable files raise Python's own."""

from typing import NamedTuple


class Error(Exception):
    """A description of the error (`message`), and advice (`help`, which may be empty)."""

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(f"{message} ({help})" if help else message)
        self.message = message
        self.help = help

    def __reduce__(self):
        return type(self), (self.message, self.help)


class Diagnostic(NamedTuple):
    """An error in a text, with its line and column, both counted from 1."""

    file: str
    line: int
    column: int
    message: str
    help: str
    text: str

    def __str__(self) -> str:
        first = self.text.split("\n")[0]
        # If a long line is cut near the error, a caret would point to the wrong place.
        caret = "" if first.startswith("...") else f"\n    {' ' * (self.column - 1)}^"
        place = f"{self.file}:{self.line}:{self.column}"
        help = f"\n    {self.help}" if self.help else ""
        return f"{place}: {self.message}\n    {first}{caret}{help}"


def _diagnostic(file, place, said, text) -> Diagnostic:
    """A `Diagnostic` from the data passed by the compiled module."""
    (line, column), (message, help) = place, said
    return Diagnostic(file, line, column, message, help, text)


class InvalidText(Error, ValueError):
    """The text of a puzzle, a drawing or a program has errors. `errors` lists all of them in order."""

    def __init__(self, errors, more: int = 0) -> None:
        self.errors = [one if isinstance(one, Diagnostic) else _diagnostic(*one) for one in errors]
        self.more = more
        first = self.errors[0]
        said = "\n".join(map(str, self.errors)) + (f"\nand {more} more" if more else "")
        super().__init__(said)
        self.message, self.help = first.message, first.help
        self.file, self.line, self.column = first.file, first.line, first.column

    def __reduce__(self):
        return type(self), (self.errors, self.more)


class Unfit(Error, ValueError):
    """An argument is out of range, or valid but not suitable for this call."""


class NotFound(Error, LookupError):
    """No built-in entry has this name."""


class IllegalMove(Error, ValueError):
    """The rules do not allow a jump: its number in the sequence (`index`, from 1), and a word for the reason."""

    def __init__(self, index: int, reason: str, message: str) -> None:
        super().__init__(message)
        self.index, self.reason = index, reason

    def __reduce__(self):
        return type(self), (self.index, self.reason, self.message)


class Damaged(Error):
    """Stored positions, as bytes or in a file, have changed since they were written."""


class LimitReached(Error):
    """A limit on time or memory was reached before there was a result."""

    def __init__(self, message: str, help: str = "raise the limit: seconds=, memory=") -> None:
        super().__init__(message, help)


class Rejected(Error, ValueError):
    """A certificate is invalid, or proves a different claim."""


class MissingFeature(Error, NotImplementedError):
    """This build of soliter lacks a feature. The help says how to get it."""


class Disagreement(Error, RuntimeError):
    """Two methods disagree, or a solution is wrong: a bug in soliter, never an error in the puzzle. Please report it."""
