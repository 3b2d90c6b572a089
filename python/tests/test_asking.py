"""Computations and their results."""

import pytest

import soliter
from soliter import Puzzle


def test_an_optimal_answer(cross):
    answer = soliter.solve(cross)
    assert answer.claim == "optimal" and answer.is_final
    assert answer.move_count == answer.lower_bound == len(answer.solution) == 5
    assert answer.solution.finish_reached and answer.stopped == "" and answer.refutation is None
    assert {"search"} <= {one["by"] for one in answer.evidence}
    assert "fewest possible" in str(answer) and answer.report()["status"] == "optimal"


def test_an_impossible_puzzle_has_no_line(impossible):
    answer = soliter.solve(impossible)
    assert answer.claim == "infeasible" and answer.solution is None and answer.move_count is None
    assert str(answer) == "impossible"


def test_a_refutation_is_drawn():
    # No peg can reach a hole of another class.
    puzzle = Puzzle(soliter.Board.built_in("english"), ["44", "45", "43", "54"], ["43"])
    answer = soliter.solve(puzzle)
    assert answer.claim == "infeasible" and answer.evidence[0]["by"] == "class"
    assert answer.refutation.startswith("<svg") and answer.refutation == answer.svg()


@pytest.mark.parametrize("method", ["auto", "search", "dfs"])
def test_methods_agree(cross, method):
    assert soliter.solve(cross, method).move_count == 5


def test_a_wrong_record_says_where(cross):
    right = soliter.check(cross, "45-25, 43-45, 55-35, 25-45, 46-44")
    assert right and right.legal and right.mistake is None and right.fewest_moves == 5
    wrong = soliter.check(cross, "45-25, 25-45")
    assert not wrong and not wrong.legal and wrong.reason == "middle-empty" and "jump 2" in wrong.mistake
    assert len(wrong.line) == 1 and wrong.lost in ("yes", "no")
    quick = soliter.check(cross, "45-25", search=False)
    assert quick.legal and not quick and quick.lost == "unknown" and quick.fewest_moves is None


def test_counts(cross):
    counted = soliter.count(cross, "positions")
    assert int(counted) == counted.value == sum(level["positions"] for level in counted.levels)
    assert counted.levels[0] == {
        "jumps": 0, "pegs": 6, "positions": 1, "classes": 1, "dead": 0, "sequences": None, "ending": None
    }  # fmt: skip
    shortest = soliter.count(cross, "shortest")
    assert shortest.fewest_moves == 5 and shortest.value > 0
    # Numbers of more than 64 bits are exact.
    assert soliter.count(cross, "solutions").levels[-1]["sequences"] == soliter.count(cross).value


def test_positions_as_arrays(cross):
    numpy = pytest.importorskip("numpy")
    counted = [level["positions"] for level in soliter.count(cross, "positions").levels]
    levels = [soliter.reachable(cross, jumps) for jumps in range(len(counted) + 1)]
    assert [len(level) for level in levels] == [*counted, 0]
    assert levels[0].dtype == numpy.uint64 and list(levels[0]) == [int(cross.start)]
    second = levels[2]
    least = soliter.least_images(cross.board, second)
    assert least[0] == int(cross.board.images(soliter.Position(second[0]))[0])
    table = soliter.peg_table(cross.board, second)
    assert table.shape == (len(second), 33) and (table.sum(axis=1) == 4).all()


def test_certificates(cross, impossible, tmp_path):
    for puzzle, proved in [(cross, "exact-moves"), (impossible, "impossible")]:
        made = soliter.certify(soliter.solve(puzzle))
        file = tmp_path / "one.layers"
        made.save(file)
        for given in (bytes(made), file, str(file), made):
            checked = soliter.verify(given, puzzle)
            assert (checked.proved, checked.move_count) == (made.proved, made.move_count) == (proved, made.move_count)
            assert checked.title == puzzle.title and checked.puzzle.start == puzzle.start
        # The title in a file is not repeated.
        assert soliter.verify(file).title is None
    with pytest.raises(soliter.Rejected, match="not for"):
        soliter.verify(file, cross)


def test_every_byte_of_a_certificate_counts(cross):
    good = bytes(soliter.certify(soliter.solve(cross), layers=True))
    claims = set()
    for place in range(0, len(good), 3):
        bad = bytearray(good)
        bad[place] ^= 1
        try:
            claims.add(str(soliter.verify(bytes(bad), cross)))
        except soliter.Rejected:
            pass
    # Only the comment with the title may differ.
    assert claims <= {"Latin cross: 5 moves, and no solution has fewer"}


@pytest.mark.skipif("milp" not in soliter.features, reason="this build has no HiGHS")
def test_models_and_programs(cross):
    model = soliter.Model(
        "Project P\nModule Main\nField N As Integer\nVar X As {0..9}\nCon C As X + X = N\nCon S As Store(X)"
    )
    assert model.fields == ["N"]
    answer = model.solve(data={"N": 6})
    assert answer.claim == "feasible" and answer.solutions == [{"X": 3}]
    assert model.solve(data={"N": 7}).claim == "infeasible"
    assert "st" in model.lp(data={"N": 6})
    with pytest.raises(soliter.Unfit, match="no field"):
        model.solve(data={"M": 6})
    with pytest.raises(soliter.InvalidText):
        soliter.Model("Project P\nModule Main\nVar X As")
    solved = soliter.Model.built_in("solitaire").solve(cross)
    assert solved.objective == 5 == len(solved.solution)
    assert soliter.solve(cross, "milp").move_count == 5


@pytest.mark.skipif("milp" in soliter.features, reason="this build has HiGHS")
def test_what_is_not_built_says_how_to_build_it(cross):
    for call in (
        lambda: soliter.Model("x"),
        lambda: soliter.Model.built_in("solitaire"),
    ):
        with pytest.raises(soliter.MissingFeature, match="features milp"):
            call()
    with pytest.raises(soliter.Unfit, match="no method"):
        soliter.solve(cross, "milp")
