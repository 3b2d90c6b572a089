"""Invalid input of every kind raises an exception that describes the error, and never causes a crash."""

import math
import random

import pytest

import soliter
from soliter import Board, Position, Puzzle

TEXT = 'title = "x"\nmodel = "english"\nstart = ["35", "43"]\nfinish = ["44"]\n'


def test_a_fault_has_its_place():
    with pytest.raises(soliter.InvalidText) as caught:
        Puzzle.parse(TEXT.replace('"43"', '"99"').replace("finish", "last"), name="mine.toml")
    error = caught.value
    assert isinstance(error, ValueError) and (error.file, error.line) == ("mine.toml", 3)
    assert error.help and error.message and len(error.errors) >= 2
    assert "mine.toml:3:" in str(error) and "^" in str(error)
    assert str(error.errors[0]) in str(error)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: Puzzle.built_in("no-such"), soliter.NotFound),
        (lambda: Puzzle.built_in("latin-cross"), soliter.NotFound),
        (lambda: Puzzle.built_in("corridor/caught"), soliter.Unfit),
        (lambda: Board.built_in("englsh"), soliter.NotFound),
        (lambda: Board.built_in("corridor"), soliter.Unfit),
        (lambda: soliter.record("none"), soliter.NotFound),
        (lambda: Puzzle.read("/no/such/file.toml"), FileNotFoundError),
        (lambda: Puzzle.read("/"), OSError),
        (lambda: Puzzle.read(3), TypeError),
        (lambda: Puzzle.parse(b"x"), TypeError),
        (lambda: Puzzle.parse("\ud800"), UnicodeError),
        (lambda: Board(""), soliter.InvalidText),
        (lambda: Board("xyz"), soliter.InvalidText),
        (lambda: Board("o" * 4097), soliter.InvalidText),
        (lambda: Board("\n".join(["o" * 256] * 257)), soliter.Unfit),
        (lambda: Board("oo", lattice="round"), soliter.Unfit),
        (lambda: Board("oo", directions="up"), soliter.Unfit),
        (lambda: Board("oo", directions="lines"), soliter.Unfit),
        (lambda: Board("oo", notation="roman"), soliter.Unfit),
        (lambda: Board("oo").position(Position(4)), soliter.Unfit),
        (lambda: Board("oo").position(1), soliter.Unfit),
        (lambda: Position(-1), OverflowError),
        (lambda: Board("oo").position(Position(1 << 64)), soliter.Unfit),
        (lambda: Board("oo").draw(1), soliter.Unfit),
        (lambda: Puzzle(Board("ooo"), [0, 1], 2), soliter.Unfit),
        (lambda: Puzzle(Board("ooo"), 3), soliter.Unfit),
        (lambda: Board("oo", wrap="sphere"), soliter.Unfit),
        (lambda: Board("o\noo", lattice="triangular", wrap="torus"), soliter.Unfit),
        (lambda: Board.from_jumps([(0, 1)]), soliter.Unfit),
        (lambda: Board.from_jumps([(0, 1, "a")]), soliter.Unfit),
        (lambda: Board.from_jumps([("a b", "c", "d")]), soliter.InvalidText),
        (lambda: Board.from_jumps([]), soliter.InvalidText),
        (lambda: Board.from_jumps([(0, 1, 3)], names=["a", "b", "c"]), soliter.Unfit),
        (lambda: soliter.Jump(1, 1, 2), soliter.Unfit),
        (lambda: soliter.Jump(0, 1, 70000), soliter.Unfit),
        (lambda: soliter.Jump(0, 1, "2"), TypeError),
        (lambda: Puzzle(Board("ooo"), [0, 1]).line("11-31", notation="roman"), soliter.Unfit),
        (lambda: Puzzle(Board("ooo"), [0, 1]).line([(0, 2)], notation="number"), soliter.Unfit),
        (lambda: Puzzle(Board("ooo"), [0, 1]).line([0, 2]), TypeError),
        (lambda: Board("oo").position(1.5), TypeError),
        (lambda: Board("oo").position([2]), soliter.Unfit),
        (lambda: Board("oo").position([-1]), soliter.Unfit),
        (lambda: Board("oo").position([True]), TypeError),
        (lambda: Board("oo").position(["99"]), soliter.Unfit),
        (lambda: Board("oo").position("o.o"), soliter.InvalidText),
        (lambda: Board("oo").name(2), soliter.Unfit),
        (lambda: Board("oo").name(None), TypeError),
        (lambda: Position("oo"), TypeError),
        (lambda: Position([1 << 16]), soliter.Unfit),
        (lambda: Position() | "x", TypeError),
        (lambda: Puzzle(Board("ooo"), []), soliter.Unfit),
        (lambda: Puzzle(Board("ooo"), [0, 1], [2], pegs=1), soliter.Unfit),
        (lambda: Puzzle(Board("ooo"), [0, 1], pegs=0), soliter.Unfit),
        (lambda: Puzzle(Board("ooo"), [0, 1], pegs=-1), OverflowError),
        (lambda: Puzzle("ooo", [0, 1]), TypeError),
        (lambda: Puzzle.drawn("oo.", "oo"), soliter.InvalidText),
    ],
)
def test_what_cannot_be_is_refused(call, error):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value)


@pytest.mark.parametrize(
    "limits",
    [{"seconds": -1}, {"seconds": math.nan}, {"seconds": math.inf}, {"memory": 0}, {"memory": math.nan},
     {"memory": -1}, {"threads": 0}, {"threads": -3}],
)  # fmt: skip
def test_limits_are_checked(cross, limits):
    for call in (soliter.solve, soliter.count):
        with pytest.raises(soliter.Unfit, match="out of range"):
            call(cross, **limits)
    with pytest.raises(soliter.Unfit):
        soliter.check(cross, "", **limits)


def test_questions_are_checked(cross):
    for call in (lambda: soliter.count(cross, "sheep"), lambda: soliter.solve(cross, "magic")):
        with pytest.raises(soliter.Unfit, match="are: "):
            call()
    with pytest.raises(TypeError):
        soliter.solve("gardner/latin-cross")
    with pytest.raises(TypeError):
        soliter.solve(cross, progress=3)
    with pytest.raises(soliter.IllegalMove) as caught:
        cross.line([("45", "25"), ("45", "25")])
    assert caught.value.index == 2 and caught.value.reason == "start-empty"
    with pytest.raises(soliter.IllegalMove):
        cross.line("45-25, 45-25")
    with pytest.raises(soliter.IllegalMove):
        cross.after(("45", "44"))
    with pytest.raises(soliter.Unfit, match="not of this puzzle"):
        cross.html(Puzzle(Board("ooo"), [0, 1]).line([(0, 2)]))


def test_what_is_not_proved_has_no_certificate(long_one):
    answer = soliter.solve(long_one, seconds=0)
    with pytest.raises(soliter.Unfit, match="not proved"):
        soliter.certify(answer)
    for rubbish in (b"", b"soliter layers 2\n", bytes(1000)):
        with pytest.raises(soliter.Rejected):
            soliter.verify(rubbish)
    with pytest.raises(FileNotFoundError):
        soliter.verify("/no/such.layers")


def test_numpy_that_does_not_fit(cross):
    numpy = pytest.importorskip("numpy")
    for call in (soliter.least_images, soliter.peg_table):
        for wrong in ([1.5], ["x"], [True], [None], numpy.array([1.0]), [1 << 63, 1.5]):
            with pytest.raises(TypeError):
                call(cross.board, wrong)
        for wrong in ([-1], [1 << 63], [1 << 64], numpy.array([1 << 40], dtype=numpy.uint64)):
            with pytest.raises(ValueError):
                call(cross.board, wrong)
        with pytest.raises(soliter.Unfit, match="at most 64"):
            call(Board("o" * 65), [1])
    square = Board("\n".join(["oooooooo"] * 8))
    assert soliter.peg_table(square, [1, 1 << 63]).sum() == 2
    with pytest.raises(ValueError):
        soliter.peg_table(square, numpy.array([-1]))
    assert soliter.least_images(cross.board, []).shape == (0,)
    assert soliter.least_images(cross.board, [[1], [2]]).shape == (2, 1)


def test_texts_at_random_only_raise():
    random.seed(8)
    good = [TEXT, " oo\n.ooo\n oo", "45-25, 43-45, 45-65"]
    letters = "o.- \n\"'[]={}#45xé\u25cf\0\U0001f600"
    puzzle = Puzzle.parse(TEXT)
    for _ in range(2000):
        text = list(random.choice(good))
        for _ in range(random.randrange(1, 6)):
            place = random.randrange(len(text) + 1)
            text[place : place + random.randrange(2)] = random.choice(letters)
        text = "".join(text)
        for call in (Puzzle.parse, Board, Puzzle.drawn, puzzle.board.position):
            try:
                call(text)
            except soliter.Error as error:
                assert str(error)
        assert soliter.check(puzzle, text, search=False) is not None
        try:
            soliter.verify(text.encode())
        except soliter.Rejected:
            pass
