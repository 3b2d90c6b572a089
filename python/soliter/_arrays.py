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
    """Positions of a board as an array of `uint64`, whatever its shape."""
    if len(board) > 64:
        raise Unfit(f"the board has {len(board)} holes", "arrays of positions take at most 64")
    if not isinstance(positions, numpy.ndarray):
        positions = [int(one) if isinstance(one, _soliter.Position) else one for one in positions]
    given = numpy.asarray(positions)
    # Integers from 2^63 on make an array of floats or of objects, together with smaller ones.
    if given.size and given.dtype.kind in "fO" and not isinstance(positions, numpy.ndarray):
        given = numpy.array(positions, dtype=object)
    if given.dtype == object:
        outside = not all(type(one) is int and 0 <= one < 1 << 64 for one in given.flat)
        if any(not isinstance(one, int) or isinstance(one, bool) for one in given.flat):
            raise TypeError("positions are integers")
    elif given.size and given.dtype.kind not in "iu":
        raise TypeError(f"positions are integers, not {given.dtype}")
    else:
        outside = bool((given < 0).any()) if given.dtype.kind == "i" else False
    words = given.astype(numpy.uint64, order="C") if not outside else None
    if words is None or (words & ~numpy.uint64(int(board.full))).any():
        raise ValueError(f"a position has pegs where the board has no hole: it has {len(board)}")
    return words


def reachable(puzzle, jumps: int, **limits):
    """The positions that can be reached by exactly `jumps` jumps, ascending, as an array of `uint64`.

    Raises `LimitReached` if a limit is reached first; incomplete levels are not returned.

    >>> puzzle = soliter.Puzzle.drawn("oo.o")
    >>> [soliter.Position(bits) for bits in soliter.reachable(puzzle, 1)]
    [Position([2, 3])]
    """
    numpy = _numpy()
    # A copy, since an array that shares its memory with bytes is read-only.
    return numpy.frombuffer(_soliter._reachable(puzzle, jumps, **limits), numpy.uint64).copy()


def least_images(board, positions):
    """The least image of each position under the symmetries of a board: an array of the same shape.

    Two positions are equal up to rotation and reflection exactly if their least images are equal.

    >>> soliter.least_images(soliter.Board("ooo"), [0b001, 0b100, 0b110]).tolist()
    [1, 1, 3]
    """
    numpy = _numpy()
    words = _words(numpy, board, positions)
    images = numpy.frombuffer(board._least_images(words.tobytes()), numpy.uint64)
    return images.reshape(words.shape).copy()


def peg_table(board, positions):
    """Positions as a table of booleans: a row for each position, a column for each hole.

    >>> soliter.peg_table(soliter.Board("ooo"), [0b001, 0b110]).tolist()
    [[True, False, False], [False, True, True]]
    """
    numpy = _numpy()
    words = _words(numpy, board, positions).reshape(-1, 1)
    return (words >> numpy.arange(len(board), dtype=numpy.uint64)) & numpy.uint64(1) == 1
