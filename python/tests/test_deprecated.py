"""Names of earlier versions work, and warn."""

import pytest
import soliter

LATIN = "gardner/latin-cross"


def test_every_old_name_warns_and_gives_the_new_thing(cross):
    answer = soliter.solve(cross)
    pairs = [
        (lambda: soliter.Puzzle.shipped(LATIN).start, cross.start),
        (lambda: soliter.Board.shipped("english").names, soliter.Board.built_in("english").names),
        (lambda: cross.building, False),
        (lambda: answer.line, answer.solution),
        (lambda: soliter.records(), soliter.solutions()),
        (lambda: soliter.record("solutions/bergholt-1912"), soliter.solution("records/bergholt-1912")),
        (lambda: soliter.Refused, soliter.Rejected),
        (lambda: soliter.errors.Fault, soliter.errors.Diagnostic),
        (lambda: bool(soliter.check(cross, record=str(answer.solution))), True),
        (lambda: soliter.certify(answer, line=False).proved, "moves-at-least"),
        (lambda: soliter.lp.line_of, soliter.lp.solution_of),
        (lambda: soliter.lp.mirror, soliter.lp.by_jump),
        (lambda: soliter.lp.sweep, soliter.lp.by_move),
    ]
    for old, new in pairs:
        with pytest.warns(DeprecationWarning, match="is now called"):
            assert old() == new
    with pytest.raises(soliter.InvalidText) as caught:
        soliter.Puzzle.parse("model = 1")
    with pytest.warns(DeprecationWarning):
        assert caught.value.faults == caught.value.errors
    with pytest.raises(AttributeError):
        soliter.nothing


def test_old_arguments_and_words(cross):
    board = soliter.Board("ooo")
    for make in (
        lambda: soliter.Puzzle(board, [0], pegs=2, building=True),
        lambda: soliter.Puzzle.drawn("o..", pegs=2, building=True),
    ):
        with pytest.warns(DeprecationWarning, match="building"):
            assert make().reverse
    assert soliter.count(cross, "minimal").what == "shortest"
    assert soliter.Puzzle.parse("model = 'english'\nbuilding = true\nstart = ['44']\nfinish = { pegs = 2 }").reverse
    if "milp" in soliter.features:
        assert soliter.solve(cross, "mirror").moves == 5
        with pytest.warns(DeprecationWarning):
            assert len(soliter.Model.shipped("solitaire").solve(cross).line) == 5
