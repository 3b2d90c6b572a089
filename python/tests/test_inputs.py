"""Holes, solutions and positions in the forms in which mathematicians have them."""

import pytest

import soliter
from soliter import Board, Jump, Position, Puzzle


def test_numbers_of_numpy_are_holes(cross):
    numpy = pytest.importorskip("numpy")
    one = numpy.int64(1)
    board = Board("oooo")
    assert one in Position([1]) and one not in Position([2]) and one in board
    assert board.position([one]) == Position(numpy.array([1, 1])) == {1} == board.position(numpy.array([1]))
    assert board.name(one) == "21" and board.hole(numpy.uint8(3)) == 3
    assert Position(numpy.uint64(1 << 63)) == {63}
    assert Puzzle(board, [one, 2]).after((one, numpy.int32(3))) == {3} == Puzzle(board, [one, 2]).after(Jump(one, 2, 3))
    assert Position([1]) & {one} == {1} == Position([1]) and Position([1]) == {one}
    for wrong in (numpy.float64(1), numpy.bool_(True), 1.0, True):
        with pytest.raises(TypeError):
            board.position([wrong])


def test_only_position_reads_an_integer_as_a_set(cross):
    board = Board.built_in("english")
    for call in (
        lambda: Puzzle(board, cross.start, 16),
        lambda: Puzzle(board, 16),
        lambda: board.position(16),
        lambda: cross.legal(16),
        lambda: board.images(16),
    ):
        with pytest.raises(soliter.Unfit, match=r"pegs=16 or Position\(16\)"):
            call()
    assert Puzzle(board, cross.start, Position(16)).finish == {4}


def test_an_answer_has_no_truth_value(cross, impossible):
    for puzzle in (cross, impossible):
        with pytest.raises(TypeError, match="neither true nor false"):
            assert soliter.solve(puzzle)


@pytest.mark.parametrize("start, finish", [("oo.", ".oo"), ("oo.", "oo."), ("oo", "oo"), ("oo", "o."), ("o.", ".o")])
def test_a_puzzle_without_jumps_is_certified_or_refused(start, finish):
    puzzle = Puzzle.drawn(start, finish)
    answer = soliter.solve(puzzle)
    assert answer.claim == ("optimal" if start == finish else "infeasible")
    try:
        assert soliter.verify(soliter.certify(answer), puzzle).proved == "impossible"
    except soliter.Unfit as error:
        assert "nothing to certify" in str(error)


def test_a_text_may_be_read_in_one_notation(cross):
    numbered = cross.with_notation("number")
    text = "10-8, 24-10"
    first, second = numbered.line(text), numbered.line(str(numbered.line(text)), notation="number")
    assert first == second
    for word, expected in [("number", True), ("column-row", False)]:
        checked = soliter.check(cross, text, notation=word, search=False)
        assert checked.legal == expected, word
    with pytest.raises(soliter.Unfit, match="no notation is called"):
        soliter.check(cross, text, notation="roman")
    # Two coordinates that are also two numbers of holes.
    board = Board("ooo\nooo\nooo")
    puzzle = Puzzle(board, ["31", "32"], pegs=1)
    for word, legal in [("column-row", True), ("row-column", False)]:
        checked = soliter.check(puzzle, "31-33", notation=word)
        assert checked.report()["notation"] == word and checked.legal == legal


def test_solutions_may_be_jumps(cross):
    line = soliter.solve(cross).solution
    for given in (line, line.jumps, line.moves, [tuple(jump) for jump in line.jumps]):
        checked = soliter.check(cross, given)
        assert checked and checked.line == line and checked.fewest_moves == 5
    wrong = soliter.check(cross, [*line.jumps[:1], *line.jumps[:1]])
    assert not wrong and wrong.reason == "start-empty" and "jump 2" in wrong.mistake
    assert soliter.check(cross.with_notation("number"), line)
    with pytest.raises(soliter.Unfit, match="another board"):
        soliter.check(Puzzle(Board("ooo"), [0, 1]), line)
    with pytest.raises(TypeError):
        soliter.check(cross, 5)


def test_boards_from_jumps_and_tori():
    ring = Board("oooooo", wrap="torus")
    jumps = [(hole, (hole + step) % 6, (hole + 2 * step) % 6) for hole in range(6) for step in (1, 5)]
    assert {tuple(jump) for jump in ring.jumps} == set(jumps)
    listed = Board.from_jumps(jumps)
    assert listed.names == list("012345") and {tuple(jump) for jump in listed.jumps} == set(jumps)
    assert Board.from_jumps(ring.jumps) == listed == Board.from_jumps(listed.jumps, names=listed.names)
    for start in ([0, 1], [0, 1, 3], [0, 1, 2, 3, 4]):
        assert soliter.solve(Puzzle(ring, start)).move_count == soliter.solve(Puzzle(listed, start)).move_count
    named = Board.from_jumps([("b", "a", "c")], names=["a", "b", "c", "d"])
    assert named.jumps == [Jump(1, 0, 2)] and len(named) == 4
    assert Board.from_jumps([("b", "a", "c")]).names == ["b", "a", "c"]


def test_names_are_found():
    assert soliter.puzzles("LATIN-CROSS") and set(soliter.puzzles("gardner/")) < set(soliter.puzzles())
    assert soliter.puzzles("no such word") == [] and soliter.boards("english") and soliter.records("bergholt")


def test_exports(cross, program):
    import subprocess

    def printed(*words):
        return subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout

    assert cross.to_toml() == printed("show", "gardner/latin-cross", "--to", "toml")
    assert "\n".join(cross.to_pddl()) == printed("export", "gardner/latin-cross", "--to", "pddl")
    with pytest.raises(soliter.Unfit, match="names the holes"):
        Puzzle(cross.board, cross.start).to_pddl()
