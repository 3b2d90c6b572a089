"""Solvers that share no code with the search give the same results for the exported programs."""

import pytest

import soliter
from soliter import Board, Puzzle

highspy = pytest.importorskip("highspy")
pytestmark = pytest.mark.skipif("milp" not in soliter.features, reason="this build has no integer programs")

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


@pytest.mark.parametrize("format", ["lp", "mps"])
@pytest.mark.parametrize("number", range(len(PUZZLES)))
def test_by_jump_finds_the_fewest_moves(number, format, tmp_path):
    puzzle = PUZZLES[number]
    answer, found = soliter.solve(puzzle), solved(puzzle.to_lp("by-jump", format=format), tmp_path, ending=format)
    assert (found and round(found[0])) == answer.moves


@pytest.mark.parametrize("number", range(len(PUZZLES)))
def test_by_move_has_a_solution_from_the_fewest_moves_on(number, tmp_path):
    puzzle = PUZZLES[number]
    fewest = soliter.solve(puzzle).moves
    for moves in range(1, puzzle.jumps + 1):
        found = solved(puzzle.to_lp(moves=moves), tmp_path)
        assert (found is not None) == (fewest is not None and fewest <= moves), moves
    if fewest:
        assert puzzle.to_lp() == puzzle.to_lp("by-move", moves=fewest)


@pytest.mark.parametrize("number", range(len(PUZZLES)))
def test_another_solver_reads_mps(number, tmp_path):
    builder = pytest.importorskip("ortools.linear_solver.python.model_builder")
    puzzle = PUZZLES[number]
    model, solver = builder.Model(), builder.Solver("scip")
    assert model.import_from_mps_string(puzzle.to_lp("by-jump", format="mps"))
    status, moves = solver.solve(model), soliter.solve(puzzle).moves
    if moves is None:
        assert status == builder.SolveStatus.INFEASIBLE
    else:
        assert status == builder.SolveStatus.OPTIMAL and solver.objective_value == pytest.approx(moves)


def test_what_is_no_program_is_refused(cross):
    with pytest.raises(soliter.Unfit, match="there is no format 'nl'"):
        cross.to_lp(format="nl")
    for formulation, moves in [("by-time", None), ("by-jump", 3), ("by-move", 0), ("by-move", cross.jumps + 1)]:
        with pytest.raises(soliter.Unfit, match="no such program"):
            cross.to_lp(formulation, moves=moves)
