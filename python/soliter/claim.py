"""The proved result for a puzzle or a program."""

from enum import Enum


class Claim(str, Enum):
    """The proved result. Each member equals the word used in `soliter solve --format json`."""

    OPTIMAL = "optimal"
    """It is proved that the line has the fewest moves."""
    FEASIBLE = "feasible"
    """There is a line; the fewest moves are between `lower_bound` and `moves`."""
    INFEASIBLE = "infeasible"
    """It is proved that there is no solution."""
    UNKNOWN = "unknown"
    """A limit was reached before a line or a refutation was found."""

    @property
    def is_final(self) -> bool:
        """Whether nothing remains to be proved."""
        return self in (Claim.OPTIMAL, Claim.INFEASIBLE)

    __str__ = str.__str__
