"""Solvers that share no code with the search give the same results for the exported programs."""

import random

import networkx
import pytest

import soliter
from soliter import Board, Puzzle

highspy = pytest.importorskip("highspy")

BOARD = Board(" oo\noooo\noooo\n oo")


def solved(text, tmp_path, *, ending="lp"):
    """The optimum and the values of the columns by name; None if there is no solution."""
    file = tmp_path / f"program.{ending}"
    file.write_text(text, encoding="ascii")
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    assert highs.readModel(str(file)) == highspy.HighsStatus.kOk
    names = highs.getLp().col_names_
    assert len(set(names)) == len(names)
    highs.run()
    if highs.getModelStatus() == highspy.HighsModelStatus.kInfeasible:
        return None
    assert highs.getModelStatus() == highspy.HighsModelStatus.kOptimal
    values = highs.getSolution().col_value
    return highs.getObjectiveValue(), dict(zip(names, values, strict=True))


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
    text = puzzle.to_lp("by-jump") if format == "lp" else puzzle.to_mps("by-jump")
    answer, found = soliter.solve(puzzle), solved(text, tmp_path, ending=format)
    assert (found and round(found[0])) == answer.move_count
    if found:
        line = puzzle.line_from(found[1], "by-jump")
        assert line.finish_reached and len(line) == answer.move_count
        # Most solvers print no zeros.
        assert puzzle.line_from(((name, value) for name, value in found[1].items() if value), "by-jump") == line


@pytest.mark.parametrize("number", range(len(PUZZLES)))
def test_by_move_has_a_solution_from_the_fewest_moves_on(number, tmp_path):
    puzzle = PUZZLES[number]
    fewest = soliter.solve(puzzle).move_count
    for moves in range(1, puzzle.jump_count + 1):
        found = solved(puzzle.to_lp(moves=moves), tmp_path)
        assert (found is not None) == (fewest is not None and fewest <= moves), moves
        if found:
            assert fewest <= len(puzzle.line_from(found[1], moves=moves)) <= moves
    if fewest:
        assert puzzle.to_lp() == puzzle.to_lp("by-move", moves=fewest)


def agrees(puzzle, tmp_path):
    """Whether HiGHS and the search agree about the program by move, with the fewest moves and with one fewer."""
    fewest = soliter.solve(puzzle).move_count
    for moves in {fewest or puzzle.jump_count, (fewest or 1) - 1} - {0}:
        found = solved(puzzle.to_lp(moves=moves), tmp_path)
        if (found is not None) != (fewest is not None and fewest <= moves):
            return False
        if found and not len(puzzle.line_from(found[1], moves=moves)) <= moves:
            return False
    return True


def connected_graphs():
    graphs = networkx.graph_atlas_g()
    return [graph for graph in graphs if 3 <= len(graph) <= 6 and networkx.is_connected(graph)]


@pytest.mark.parametrize("part", [pytest.param(part, marks=[pytest.mark.long] * (part > 0)) for part in range(8)])
def test_jumps_with_the_same_ends_have_columns_of_their_own(part, tmp_path):
    """All connected graphs with up to six vertices: one problem of each, and all problems with `--long`."""
    chance = random.Random(5)
    for number, graph in enumerate(connected_graphs()):
        # Names that differ in signs that the formats do not have.
        names = ["a_b", "a", "b", "A", "é", "è"] if number % 2 else list("012345")
        board = Board.from_networkx(networkx.relabel_nodes(graph, dict(enumerate(names))))
        vacancies = list(board) if part else [chance.randrange(len(board))]
        for vacancy in vacancies[part - 1 :: 7] if part else vacancies:
            for finish in ([None, *([hole] for hole in board)] if part else [None]):
                puzzle = Puzzle(board, board.full - {vacancy}, finish)
                if networkx.is_bipartite(graph):
                    assert agrees(puzzle, tmp_path), (graph.edges, vacancy, finish)
                    continue
                # A move is a set of jumps, whose order must not matter: neither program takes other graphs.
                for formulation, moves in (("by-move", 1), ("by-jump", None)):
                    with pytest.raises(soliter.LimitReached, match="choose another method"):
                        puzzle.to_lp(formulation, moves=moves)


def test_the_program_by_jump_needs_a_drawing():
    board = Board.from_networkx(networkx.cycle_graph(4))
    for call in (Puzzle(board, [0, 1]).to_lp, Puzzle(board, [0, 1]).to_mps):
        with pytest.raises(soliter.LimitReached, match="needs a drawn board"):
            call("by-jump")


@pytest.mark.parametrize("number", range(len(PUZZLES)))
def test_another_solver_reads_mps(number, tmp_path):
    builder = pytest.importorskip("ortools.linear_solver.python.model_builder")
    puzzle = PUZZLES[number]
    model, solver = builder.Model(), builder.Solver("scip")
    assert model.import_from_mps_string(puzzle.to_mps("by-jump"))
    status, moves = solver.solve(model), soliter.solve(puzzle).move_count
    if moves is None:
        assert status == builder.SolveStatus.INFEASIBLE
        return
    assert status == builder.SolveStatus.OPTIMAL and solver.objective_value == pytest.approx(moves)
    values = {variable.name: solver.value(variable) for variable in model.get_variables()}
    assert len(puzzle.line_from(values, "by-jump")) == moves


def test_what_is_no_program_is_refused(cross):
    for formulation, moves in [("by-time", None), ("by-jump", 3), ("by-move", 0), ("by-move", cross.jump_count + 1)]:
        for call in (cross.to_lp, cross.to_mps):
            with pytest.raises(soliter.Unfit, match="no such program"):
                call(formulation, moves=moves)
        with pytest.raises(soliter.Unfit, match="no such program"):
            cross.line_from({}, formulation, moves=moves)
    for values in ({}, {"x": 1.0}, {name: 0.5 for name in cross.to_lp().split()}):
        for formulation in ("by-move", "by-jump"):
            with pytest.raises(soliter.Unfit, match="describe no solution"):
                cross.line_from(values, formulation)
    with pytest.raises(TypeError):
        cross.line_from(5)


def test_programs_are_those_of_the_program(cross, program):
    import subprocess

    def printed(*words):
        run = [program, "export", "gardner/latin-cross", "--to", *words]
        return subprocess.run(run, capture_output=True, text=True, check=True).stdout

    def body(text):
        return [line for line in text.splitlines() if not line.startswith(("\\", "*"))]

    assert body(cross.to_lp(moves=4)) == body(printed("lp", "--moves", "4"))
    assert body(cross.to_mps("by-jump")) == body(printed("mps", "--formulation", "by-jump"))
