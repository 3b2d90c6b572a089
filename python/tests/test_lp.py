"""Solvers that share no code with the search give the same results for the exported programs."""

import pytest

import soliter
from soliter import Board, Claim, Puzzle, lp

highspy = pytest.importorskip("highspy")

BOARD = Board(" oo\noooo\noooo\n oo")


def solved(text, tmp_path, *, ending="lp"):
    """The optimum and the values of the columns by name; None if there is no solution."""
    file = tmp_path / f"program.{ending}"
    file.write_text(text, encoding="ascii")
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    assert highs.readModel(str(file)) == highspy.HighsStatus.kOk
    highs.run()
    if highs.getModelStatus() == highspy.HighsModelStatus.kInfeasible:
        return None
    assert highs.getModelStatus() == highspy.HighsModelStatus.kOptimal
    values = highs.getSolution().col_value
    return highs.getObjectiveValue(), dict(zip(highs.getLp().col_names_, values, strict=True))


PUZZLES = [
    Puzzle(BOARD, [0, 1, 2, 3, 5], pegs=1),
    Puzzle(BOARD, [3, 4, 6, 7, 8], pegs=2),
    Puzzle(BOARD, [1, 4, 7, 8], [3]),
    Puzzle(BOARD, [3, 4, 7], [3, 4, 7, 8, 0], reverse=True),
    Puzzle(BOARD, [4], pegs=4, reverse=True),
    Puzzle(BOARD, [3, 4], pegs=1),
    Puzzle(BOARD, [0, 11], pegs=1),
]


@pytest.mark.parametrize("number", range(len(PUZZLES)))
def test_by_time_finds_the_fewest_moves(number, tmp_path):
    puzzle = PUZZLES[number]
    answer, found = soliter.solve(puzzle), solved(lp.by_time(puzzle), tmp_path)
    if puzzle.finish is None and found:
        # Every game with this number of jumps ends with the right number of pegs: no other condition is needed.
        assert answer.claim is Claim.OPTIMAL
    assert (found is None) == (answer.claim is Claim.INFEASIBLE)
    if found:
        assert round(found[0]) == answer.moves == len(lp.solution_of(puzzle, found[1]))


@pytest.mark.parametrize("number", range(len(PUZZLES)))
def test_the_relaxation_is_a_bound(number, tmp_path):
    puzzle = PUZZLES[number]
    answer, found = soliter.solve(puzzle), solved(lp.relaxation(puzzle), tmp_path)
    assert found or answer.claim is Claim.INFEASIBLE
    if found and answer.solution:
        assert found[0] <= answer.moves + 1e-6


@pytest.mark.parametrize("program", [lp.relaxation, lp.by_time])
@pytest.mark.parametrize("number", range(len(PUZZLES)))
def test_both_formats_are_the_same_program(program, number, tmp_path):
    puzzle = PUZZLES[number]
    by_format = [solved(program(puzzle, format=word), tmp_path, ending=word) for word in ("lp", "mps")]
    values, optima = ([found and found[part] for found in by_format] for part in (1, 0))
    assert optima[0] == pytest.approx(optima[1])
    assert (values[0] and values[0].keys()) == (values[1] and values[1].keys())


@pytest.mark.parametrize("program", [lp.relaxation, lp.by_time])
@pytest.mark.parametrize("number", range(len(PUZZLES)))
def test_another_solver_reads_mps(program, number, tmp_path):
    builder = pytest.importorskip("ortools.linear_solver.python.model_builder")
    puzzle = PUZZLES[number]
    model, solver = builder.Model(), builder.Solver("scip")
    assert model.import_from_mps_string(program(puzzle, format="mps"))
    status, found = solver.solve(model), solved(program(puzzle), tmp_path)
    if found:
        assert status == builder.SolveStatus.OPTIMAL and solver.objective_value == pytest.approx(found[0])
    else:
        assert status == builder.SolveStatus.INFEASIBLE


def test_an_unknown_format_is_refused(cross):
    for program in (lp.relaxation, lp.by_time):
        with pytest.raises(soliter.Unfit, match="there is no format 'nl'"):
            program(cross, format="nl")


def test_values_that_are_no_line_are_refused(cross, tmp_path):
    _, values = solved(lp.by_time(cross), tmp_path)
    assert lp.solution_of(cross, values).finish_reached
    with pytest.raises(soliter.Unfit):
        lp.solution_of(cross, {})
    jump = next(column for column, value in values.items() if column.startswith("jump_2") and value > 0.5)
    first = next(column for column, value in values.items() if column.startswith("jump_1") and value > 0.5)
    wrong = {**values, jump: 0, first.replace("jump_1", "jump_2"): 1}
    with pytest.raises(soliter.IllegalMove):
        lp.solution_of(cross, wrong)


def test_marked_pegs_are_refused():
    marked = next(p for p in map(Puzzle.built_in, soliter.puzzles()) if p.marked)
    for program in (lp.relaxation, lp.by_time):
        with pytest.raises(soliter.Unfit, match="marked"):
            program(marked)
