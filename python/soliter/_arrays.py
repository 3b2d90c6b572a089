"""Many positions at once, as numpy arrays of 64-bit integers. Hole `h` is bit `h`."""

from . import _soliter
from .errors import MissingFeature, Unfit


def _numpy():
    try:
        import numpy
    except ImportError as error:
        raise MissingFeature("numpy is not installed", "pip install numpy") from error
    return numpy


def _words(numpy, board, positions):
    """The positions as an array of `uint64` of the same shape."""
    if len(board) > 64:
        raise Unfit(f"the board has {len(board)} holes", "arrays of positions take at most 64")
    if not isinstance(positions, numpy.ndarray):
        positions = [int(one) if isinstance(one, _soliter.Position) else one for one in positions]
    given = numpy.asarray(positions)
    # numpy turns lists with integers of 2^63 or more into arrays of floats or objects.
    if given.size and given.dtype.kind in "fO" and not isinstance(positions, numpy.ndarray):
        given = numpy.array(positions, dtype=object)
    if given.dtype == object:
        outside = not all(type(one) is int and 0 <= one < 1 << 64 for one in given.flat)
        if any(not isinstance(one, int) or isinstance(one, bool) for one in given.flat):
            raise TypeError("positions must be integers")
    elif given.size and given.dtype.kind not in "iu":
        raise TypeError(f"positions must be integers, not {given.dtype}")
    else:
        outside = bool((given < 0).any()) if given.dtype.kind == "i" else False
    words = given.astype(numpy.uint64, order="C") if not outside else None
    if words is None or (words & ~numpy.uint64(int(board.full))).any():
        raise ValueError(f"a position has a peg outside the board, which has {len(board)} holes")
    return words


def reachable(puzzle, jumps: int, **limits):
    """The positions reachable in exactly `jumps` jumps, as an array of `uint64` in ascending order.

    Raises `LimitReached` if a limit is reached first; incomplete levels are not returned.

    >>> puzzle = soliter.Puzzle.drawn("oo.o")
    >>> [soliter.Position(bits) for bits in soliter.reachable(puzzle, 1)]
    [Position([2, 3])]
    """
    numpy = _numpy()
    # Copied, because an array that shares its memory with bytes is read-only.
    return numpy.frombuffer(_soliter._reachable(puzzle, jumps, **limits), numpy.uint64).copy()


def least_images(board, positions):
    """The smallest image of each position under the symmetries of a board, as an array of the same shape.

    Two positions are equal up to rotation and reflection if and only if their smallest images are equal.

    >>> soliter.least_images(soliter.Board("ooo"), [0b001, 0b100, 0b110]).tolist()
    [1, 1, 3]
    """
    numpy = _numpy()
    words = _words(numpy, board, positions)
    images = numpy.frombuffer(board._least_images(words.tobytes()), numpy.uint64)
    return images.reshape(words.shape).copy()


def peg_table(board, positions):
    """The positions as a table of booleans, with a row for each position and a column for each hole.

    >>> soliter.peg_table(soliter.Board("ooo"), [0b001, 0b110]).tolist()
    [[True, False, False], [False, True, True]]
    """
    numpy = _numpy()
    words = _words(numpy, board, positions).reshape(-1, 1)
    return (words >> numpy.arange(len(board), dtype=numpy.uint64)) & numpy.uint64(1) == 1
