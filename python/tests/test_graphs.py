"""Surveys of graphs, compared with the rules in plain Python and with networkx."""

import random

import networkx
import pytest

import soliter


def fewest_and_most(graph, vacancy):
    """The fewest and the most pegs that games on a networkx graph can leave, by trying every game."""
    ends, known, level = [], set(), {frozenset(graph) - {vacancy}}
    while level:
        known |= level
        following = set()
        for pegs in level:
            after = [
                pegs - {x, y} | {z}
                for x in pegs
                for y in graph[x]
                if y in pegs
                for z in graph[y]
                if z not in pegs
            ]
            following.update(after)
            if not after:
                ends.append(len(pegs))
        level = following
    return min(ends), max(ends)


def random_graphs():
    numbers = random.Random(4)
    for _ in range(40):
        graph = networkx.gnp_random_graph(numbers.randint(2, 8), numbers.uniform(0.2, 0.7), seed=numbers)
        yield networkx.relabel_nodes(graph, {v: f"v{v}" for v in graph})


def test_surveys_agree_with_the_rules():
    graphs = list(random_graphs())
    for graph, row in zip(graphs, soliter.survey(graphs), strict=True):
        ends = [fewest_and_most(graph, vacancy) for vacancy in row["nodes"]]
        assert list(zip(row["fewest_pegs"], row["most_pegs"], strict=True)) == ends
        assert row["solvable_vacancies"] == [at for at, end in enumerate(ends) if end[0] == 1]
        assert row["peg_solitaire_number"] == min(end[0] for end in ends)


def test_every_form_of_a_graph_gives_the_same_row():
    path = networkx.path_graph(4)
    text = networkx.to_graph6_bytes(path, header=False).decode()
    forms = [path, list(path.edges), text, ":Cdv", "4 0 1 1 2 2 3", "0-1 1-2 2-3"]
    rows = soliter.survey(forms, witness=True, evidence=True)
    assert rows == [rows[0]] * len(forms)
    assert rows[0]["class"] == "solvable"
    assert rows[0]["solutions"][0]["paths"] == [[3, 2, 1], [0, 1, 2]]
    assert rows[0]["unsolvable"]["by_pegs"][1] == 0


def test_faults_say_what_is_wrong():
    with pytest.raises(soliter.InvalidText, match="not the number of a vertex"):
        soliter.survey(["3 0 x"])
    with pytest.raises(soliter.Unfit, match="directed graph"):
        soliter.survey([networkx.DiGraph([(0, 1)])])
    with pytest.raises(soliter.Unfit, match="graph 1: the edge 0-0 is a loop"):
        soliter.survey([[(0, 1)], [(0, 1), (0, 0)]])
    with pytest.raises(soliter.Unfit, match="numbers from 0"):
        soliter.survey([[("a", "b")]])
    for one in ("Ch", networkx.path_graph(4)):
        with pytest.raises(soliter.Unfit, match="one graph, not a list"):
            soliter.survey(one)
    with pytest.raises(soliter.LimitReached):
        soliter.survey([networkx.path_graph(32)], seconds=0)


def test_boards_of_graphs_agree_with_the_rules():
    for graph in random_graphs():
        board = soliter.Board.from_networkx(graph)
        assert board.names == list(graph)
        for vacancy in graph:
            fewest, _ = fewest_and_most(graph, vacancy)
            start = [name for name in graph if name != vacancy]
            for pegs in range(1, min(fewest + 2, len(start))):
                answer = soliter.solve(soliter.Puzzle(board, start, pegs=pegs))
                assert (answer.solution is not None) == (pegs >= fewest)


def test_graphs_survive_the_way_to_a_board_and_back():
    for graph in [*random_graphs(), networkx.petersen_graph(), networkx.hypercube_graph(4)]:
        # An edge of its own makes no jump, so it is not on the board.
        alone = [edge for edge in graph.edges if all(graph.degree(vertex) == 1 for vertex in edge)]
        graph.remove_edges_from(alone)
        again = soliter.Board.from_networkx(graph).to_networkx()
        numbered = networkx.convert_node_labels_to_integers(graph)
        assert networkx.utils.edges_equal(networkx.convert_node_labels_to_integers(again).edges, numbered.edges)
    board = soliter.Board.from_networkx(networkx.Graph([("a", "b"), ("b", "c")], name="path"))
    assert (board.title, board.names, len(board.jumps)) == ("path", ["a", "b", "c"], 2)
    assert soliter.Board.from_networkx(networkx.path_graph(3), title="P").title == "P"
    assert soliter.Board.from_networkx(networkx.grid_2d_graph(2, 2)).names == ["0", "1", "2", "3"]
    assert soliter.Board.from_networkx(networkx.Graph([(1, "1"), ("1", 2)])).names == ["0", "1", "2"]


def test_what_is_no_graph_is_refused():
    with pytest.raises(soliter.Unfit, match="not those of a graph"):
        soliter.Board.built_in("english").to_networkx()
    with pytest.raises(soliter.Unfit, match="an edge to itself"):
        soliter.Board.from_networkx(networkx.Graph([(0, 0), (0, 1)]))
    with pytest.raises(soliter.Unfit, match="directed"):
        soliter.Board.from_networkx(networkx.DiGraph([(0, 1)]))
    with pytest.raises(soliter.Unfit, match="no graph of networkx"):
        soliter.Board.from_networkx([(0, 1)])
    with pytest.raises(soliter.InvalidText):
        soliter.Board.from_networkx(networkx.Graph())
