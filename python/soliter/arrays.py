"""Many positions at once, as numpy arrays of 64-bit integers. Hole `h` is bit `h`."""

from . import _soliter
from .errors import MissingFeature


def _numpy():
    try:
        import numpy
    except ImportError as error:
        raise MissingFeature("numpy is not installed", "pip install numpy") from error
    return numpy


def reachable(puzzle, jumps: int, **limits):
    """The positions that can be reached by exactly `jumps` jumps, ascending, as an array of `uint64`.

    Raises `LimitReached` if a limit is reached first; incomplete levels are not returned.
    """
    numpy = _numpy()
    # A copy, since an array that shares its memory with bytes is read-only.
    return numpy.frombuffer(_soliter._reachable(puzzle, jumps, **limits), numpy.uint64).copy()


def least_images(board, positions):
    """The least image of each position under the symmetries of a board: an array of the same shape.

    Two positions are equal up to rotation and reflection exactly if their least images are equal.
    """
    numpy = _numpy()
    given = numpy.asarray(positions)
    if given.size and not numpy.issubdtype(given.dtype, numpy.integer):
        raise TypeError(f"positions are whole numbers, not {given.dtype}")
    given = given.astype(numpy.uint64, order="C")
    if (given & ~numpy.uint64(int(board.full))).any():
        raise ValueError(f"a position has pegs where the board has no hole: it has {len(board)}")
    images = numpy.frombuffer(board._least_images(given.tobytes()), numpy.uint64)
    return images.reshape(given.shape).copy()


def peg_table(board, positions):
    """Positions as a table of booleans: a row for each position, a column for each hole."""
    numpy = _numpy()
    given = numpy.asarray(positions, dtype=numpy.uint64).reshape(-1, 1)
    return (given >> numpy.arange(len(board), dtype=numpy.uint64)) & numpy.uint64(1) == 1
