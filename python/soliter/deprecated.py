"""Names of earlier versions: they work until version 1.0, and warn."""

import functools
import warnings

from ._soliter import Answer, Board, Puzzle, certify, check, features
from .errors import InvalidText

#: The old names of attributes, with their classes.
ATTRIBUTES: set[tuple[str, str]] = set()
#: The old names in the package `soliter` and in its modules `errors` and `lp`.
NAMES = {
    "record": "solution",
    "records": "solutions",
    "Refused": "Rejected",
    "Fault": "Diagnostic",
    "mirror": "by_jump",
    "sweep": "by_move",
    "line_of": "solution_of",
}


def _warn(old: str, new: str) -> None:
    warnings.warn(f"{old} is now called {new}", DeprecationWarning, stacklevel=3)


def attribute(module, name: str):
    """The value of a module's attribute by its old name."""
    if name not in NAMES or not hasattr(module, NAMES[name]):
        raise AttributeError(f"module {module.__name__!r} has no attribute {name!r}")
    _warn(name, NAMES[name])
    return getattr(module, NAMES[name])


def with_old_argument(function, old: str, new: str):
    """Returns a function that also accepts a keyword argument by its old name."""

    @functools.wraps(function)
    def call(*arguments, **keywords):
        if old in keywords:
            _warn(f"the argument {old}", new)
            keywords[new] = keywords.pop(old)
        return function(*arguments, **keywords)

    return call


def _method(one: type, old: str, new: str) -> None:
    def call(*arguments, **keywords):
        _warn(f"{one.__name__}.{old}", new)
        return getattr(one, new)(*arguments, **keywords)

    setattr(one, old, staticmethod(call))
    ATTRIBUTES.add((one.__name__, old))


def _property(one: type, old: str, new: str) -> None:
    def value(self):
        _warn(f"{one.__name__}.{old}", new)
        return getattr(self, new)

    setattr(one, old, property(value))
    ATTRIBUTES.add((one.__name__, old))


_property(Answer, "line", "solution")
_property(Puzzle, "building", "reverse")
_property(InvalidText, "faults", "errors")
_method(Board, "shipped", "built_in")
_method(Puzzle, "shipped", "built_in")
Puzzle.drawn = staticmethod(with_old_argument(Puzzle.drawn, "building", "reverse"))
certify = with_old_argument(certify, "line", "solution")
check = with_old_argument(check, "record", "solution")

if "milp" in features:
    from ._soliter import Model, ProgramAnswer

    _method(Model, "shipped", "built_in")
    _property(ProgramAnswer, "line", "solution")
