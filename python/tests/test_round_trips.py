"""Every public type survives `pickle` and `copy`, with the same hash and equal; lines are read as they are written."""

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from some_puzzles import boards, lines, puzzles

import soliter
from soliter import Board, Position, Puzzle

ALWAYS_THE_SAME = settings(derandomize=True, deadline=None, max_examples=150, database=None)


def survives(thing):
    """Checks that a thing and its copies are the same, and returns one that went through `pickle`."""
    copies = [copy.copy(thing), copy.deepcopy(thing)]
    copies += [pickle.loads(pickle.dumps(thing, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)]
    for one in copies:
        assert one == thing and not one != thing and hash(one) == hash(thing), thing
        assert type(one) is type(thing) and repr(one) == repr(thing) and str(one) == str(thing)
        assert len({one, thing}) == 1 and one != "x" and one != None  # noqa: E711
    return copies[-1]


@ALWAYS_THE_SAME
@given(boards())
def test_boards(board):
    again = survives(board)
    for name in ("title", "notation", "directions", "names", "places", "full", "jumps", "symmetries"):
        assert getattr(again, name) == getattr(board, name), name
    assert again.svg() == board.svg() and again.draw() == board.draw()
    survives(board.full)
    for jump in board.jumps[:5]:
        survives(jump)


@ALWAYS_THE_SAME
@given(puzzles())
def test_puzzles(puzzle):
    again = survives(puzzle)
    for name in (
        "title", "source", "board", "start", "finish", "pegs_left", "jump_count", "reverse", "marked", "notation"
    ):  # fmt: skip
        assert getattr(again, name) == getattr(puzzle, name), name
    assert again.svg() == puzzle.svg() and again.legal() == puzzle.legal()
    assert str(survives(puzzle.start)) == str(puzzle.start)


@ALWAYS_THE_SAME
@given(lines())
def test_lines(line):
    puzzle, text = line.puzzle, str(line)
    for again in (survives(line), puzzle.line(text), puzzle.line(line.jumps), puzzle.line(line.moves)):
        assert again == line and hash(again) == hash(line), text
    assert [jump for move in line.moves for jump in move] == line.jumps
    position = puzzle.start
    for jump, after in zip(line.jumps, line.positions[1:], strict=True):
        position = puzzle.after(jump, position)
        assert position == after
    if line:
        assert puzzle.line(text, notation=puzzle.notation if puzzle.notation != "own" else None) == line
    checked = soliter.check(puzzle, line, search=False)
    assert bool(checked) == line.finish_reached
    if line:
        assert checked.line == line
    survives(checked)


@settings(ALWAYS_THE_SAME, max_examples=60)
@given(puzzles())
def test_results(puzzle):
    answer = soliter.solve(puzzle, threads=1)
    again = survives(answer)
    assert again.report() == answer.report() and again.refutation == answer.refutation
    assert again.html() == answer.html() and again.svg() == answer.svg()
    if answer.solution is not None:
        survives(answer.solution)
        checked = soliter.check(puzzle, answer.solution)
        assert checked and survives(checked).report() == checked.report()
    if not puzzle.marked:
        for what in ("solutions", "shortest", "positions", "games"):
            counted = soliter.count(puzzle, what)
            assert survives(counted).report() == counted.report()
    try:
        certificate = soliter.certify(answer)
    except soliter.Unfit:
        return
    again = survives(certificate)
    assert bytes(again) == bytes(certificate) and again.title == certificate.title
    assert again._repr_svg_() == certificate._repr_svg_()


@settings(ALWAYS_THE_SAME, max_examples=60)
@given(puzzles(marked=False), some.booleans())
def test_all_solutions(puzzle, shortest):
    found = list(soliter.solutions(puzzle, shortest=shortest))
    assert len(found) == len(set(found)) == soliter.count(puzzle, "shortest" if shortest else "solutions").value
    assert all(line.finish_reached and line.puzzle == puzzle for line in found)
    if found and shortest:
        assert {len(line) for line in found} == {soliter.solve(puzzle).move_count}
    different = list(soliter.solutions(puzzle, shortest=shortest, up_to_symmetry=True))
    assert set(different) <= set(found) and bool(different) == bool(found)
    # Every solution is an image of exactly one of them.
    keeping = [
        symmetry
        for symmetry in puzzle.board.symmetries
        if {symmetry[hole] for hole in puzzle.start} == puzzle.start
        and (puzzle.finish is None or {symmetry[hole] for hole in puzzle.finish} == puzzle.finish)
    ]
    images = [
        {puzzle.line([tuple(symmetry[hole] for hole in jump) for jump in line.jumps]) for symmetry in keeping}
        for line in different
    ]
    # Interchangeable holes have more symmetries than those that are listed.
    if set(puzzle.board.symmetries[0]) and sum(map(len, images)) == len(found):
        assert set().union(*images) == set(found)


def test_lists_of_solutions_are_as_long_as_wanted(monkeypatch):
    puzzle = Puzzle.built_in("gardner/greek-cross")
    expected = list(soliter.solutions(puzzle))
    monkeypatch.setattr("soliter._games.FIRST", 3)
    monkeypatch.setattr("soliter._games.GROWTH", 2)
    assert list(soliter.solutions(puzzle)) == expected
    first = next(soliter.solutions(Puzzle.built_in("gardner/central-game"), shortest=True))
    assert len(first) == 18 and first.finish_reached
    with pytest.raises(soliter.LimitReached):
        list(soliter.solutions(Puzzle.built_in("gardner/central-game"), seconds=0))
    with pytest.raises(soliter.Unfit, match="marked pegs"):
        list(soliter.solutions(Puzzle.built_in("marked/latin-cross-last-captured")))


@pytest.mark.parametrize("name", soliter.puzzles())
def test_built_in_puzzles(name):
    puzzle = Puzzle.built_in(name)
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle == Puzzle.parse(puzzle.to_toml())
    other = Puzzle(puzzle.board, puzzle.start, puzzle.finish, pegs=None if puzzle.finish else puzzle.pegs_left,
                   reverse=puzzle.reverse, title="another")  # fmt: skip
    assert (other == puzzle) == (not puzzle.marked)


def test_things_that_differ():
    board = Board("ooo\nooo")
    puzzle = Puzzle(board, [0, 1], [2])
    assert puzzle != Puzzle(board, [0, 1], pegs=1) != Puzzle(board, [0, 1], [5])
    assert puzzle != Puzzle(board.with_notation("number"), [0, 1], [2])
    assert board != Board("ooo\nooo", directions="all") and board == Board("ooo\nooo", title="another")
    answer = soliter.solve(puzzle)
    assert answer == soliter.solve(puzzle) != soliter.solve(Puzzle(board, [0, 1], [5]))
    assert soliter.count(puzzle) != soliter.count(puzzle, "games")
    assert Position([1]) != 2 and Position([1]) != [1]


def solved(puzzle):
    answer = soliter.solve(puzzle)
    return answer, answer.solution, soliter.check(puzzle, answer.solution), soliter.certify(answer)


def test_a_pool_of_processes():
    names = ["gardner/latin-cross", "gardner/greek-cross"]
    problems = [Puzzle.built_in(name) for name in names]
    petersen = Board.from_jumps([("a", "b", "c"), ("b", "c", "d"), ("c", "b", "a"), ("d", "c", "b")])
    problems.append(Puzzle(petersen, ["a", "b", "d"]))
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        for puzzle, results in zip(problems, pool.map(solved, problems), strict=True):
            assert results == solved(puzzle)
