"""What is proved of a puzzle or a program."""

from enum import Enum


class Claim(str, Enum):
    """What is proved. The values are the words of `soliter solve --format json`, and equal to them."""

    OPTIMAL = "optimal"
    """The line has the fewest moves: proved."""
    FEASIBLE = "feasible"
    """There is a line; whether one of fewer moves exists is open between `lower_bound` and `moves`."""
    INFEASIBLE = "infeasible"
    """There is no solution: proved."""
    UNKNOWN = "unknown"
    """A limit came before a line or a refutation was found."""

    @property
    def is_final(self) -> bool:
        """Whether nothing is left to prove."""
        return self in (Claim.OPTIMAL, Claim.INFEASIBLE)

    __str__ = str.__str__
