"""Surveys of graphs, compared with the rules in plain Python and with networkx."""

import itertools
import multiprocessing
import pickle
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
    rows = list(soliter.survey(forms, witness=True, evidence=True))
    assert [row.pop("graph") for row in rows] == forms
    assert rows == [rows[0]] * len(forms)
    assert rows[0]["class"] == "solvable"
    assert rows[0]["solutions"][0]["paths"] == [[3, 2, 1], [0, 1, 2]]
    assert rows[0]["unsolvable"]["by_pegs"][1] == 0


def test_faults_say_what_is_wrong():
    with pytest.raises(soliter.InvalidText, match="not the number of a vertex"):
        list(soliter.survey(["3 0 x"]))
    with pytest.raises(soliter.Unfit, match="directed graph"):
        list(soliter.survey([networkx.DiGraph([(0, 1)])]))
    with pytest.raises(soliter.Unfit, match="graph 1: the edge 0-0 is a loop"):
        list(soliter.survey([[(0, 1)], [(0, 1), (0, 0)]]))
    with pytest.raises(soliter.Unfit, match="numbers from 0"):
        list(soliter.survey([[("a", "b")]]))
    for one in ("Ch", networkx.path_graph(4)):
        with pytest.raises(soliter.Unfit, match="one graph, not a list"):
            soliter.survey(one)
    with pytest.raises(soliter.LimitReached):
        list(soliter.survey([networkx.path_graph(32)], seconds=0))


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
    with pytest.raises(soliter.Unfit, match="not a networkx graph"):
        soliter.Board.from_networkx([(0, 1)])
    with pytest.raises(soliter.InvalidText):
        soliter.Board.from_networkx(networkx.Graph())


def test_a_survey_of_a_generator_keeps_its_graphs():
    rows = list(soliter.survey(networkx.nonisomorphic_trees(7)))
    assert len(rows) == 11
    for row in rows:
        assert isinstance(row["graph"], networkx.Graph) and len(row["edges"]) == 6
        ends = [fewest_and_most(row["graph"], vacancy)[0] for vacancy in row["nodes"]]
        assert row["fewest_pegs"] == ends
    edges = iter([(0, 1), (1, 2)])
    assert [row["graph"] for row in soliter.survey([edges])] == [[(0, 1), (1, 2)]]


def test_rows_before_a_limit_or_a_fault_are_not_lost():
    large = networkx.path_graph(32)
    found, phrases = [], []
    with pytest.raises(soliter.LimitReached):
        for row in soliter.survey([*random_graphs(), large, large], memory=0.1, progress=phrases.append):
            found.append(row)
    assert len(found) == 40 and phrases
    for fault in ("x y", networkx.DiGraph(), [(0, 0)]):
        found = []
        with pytest.raises(soliter.Error):
            for row in soliter.survey([*random_graphs(), fault, "0-1"]):
                found.append(row)
        assert len(found) == 40
    # Graphs are read as they are needed.
    endless = (networkx.path_graph(4) for _ in iter(int, 1))
    survey = soliter.survey(endless)
    assert {next(survey)["class"] for _ in range(100)} == {"solvable"}


def test_numbered_vertices_are_numbers_of_holes():
    graph = networkx.Graph([(1, 0), (0, 2), (2, 3)])
    board = soliter.Board.from_networkx(graph)
    by_number = soliter.Puzzle(board, set(graph) - {1}, pegs=1)
    assert by_number == soliter.Puzzle(board, ["0", "2", "3"], pegs=1)
    assert networkx.utils.graphs_equal(board.to_networkx(), networkx.Graph(graph.edges, name="graph"))
    for vertices in ((1, 2, 3), (0, 1, 3), (-1, 0, 1)):
        with pytest.raises(soliter.Unfit):
            soliter.Board.from_networkx(networkx.path_graph(vertices))


def test_vertices_may_be_numbers_of_numpy():
    numpy = pytest.importorskip("numpy")
    [row] = soliter.survey([numpy.array([[0, 1], [1, 2]])])
    assert row["vertices"] == 3


def one_class(graph):
    [row] = soliter.survey([graph])
    return row["class"]


def test_a_survey_in_a_pool_of_processes():
    graphs = list(networkx.nonisomorphic_trees(7))
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(one_class, graphs) == [row["class"] for row in soliter.survey(graphs)]


def test_the_graph_of_all_games():
    for graph in (graph for graph in random_graphs() if len(graph) < 7):
        board = soliter.Board.from_networkx(graph)
        for vacancy in graph:
            puzzle = soliter.Puzzle(board, [name for name in graph if name != vacancy])
            games = soliter.game_graph(puzzle)
            assert len(games) == soliter.count(puzzle, "positions").value
            stuck = [len(position) for position in games if games.out_degree(position) == 0]
            assert (min(stuck), max(stuck)) == fewest_and_most(graph, vacancy)
            for before, after, jumps in games.edges(data="jumps"):
                assert all(puzzle.after(jump, before) == after for jump in jumps)
            made = networkx.single_source_shortest_path_length(games, puzzle.start)
            assert made == dict(games.nodes(data="made"))
            ends = [position for position, finish in games.nodes(data="finish") if finish]
            assert all(len(position) == 1 for position in ends)
            paths = count_paths(games, puzzle.start, set(ends))
            assert paths == soliter.count(puzzle).value
            if paths < 200:
                assert paths == len(list(soliter.solutions(puzzle)))
    with pytest.raises(soliter.LimitReached, match="most="):
        soliter.game_graph(soliter.Puzzle.built_in("gardner/central-game"), most=1000)


def test_the_fewest_and_the_most_pegs():
    for graph in random_graphs():
        board = soliter.Board.from_networkx(graph)
        for vacancy in graph:
            if len(graph) < 3 or not graph.edges:
                continue
            puzzle = soliter.Puzzle(board, [name for name in graph if name != vacancy])
            fewest, most = soliter.fewest_pegs(puzzle), soliter.most_pegs(puzzle)
            assert (fewest.puzzle.pegs_left, most.puzzle.pegs_left) == fewest_and_most(graph, vacancy)
            for answer in (fewest, most):
                assert answer.solution.finish_reached and pickle.loads(pickle.dumps(answer)) == answer
            assert not most.puzzle.legal(most.solution.positions[-1])
            same = soliter.Puzzle(board, puzzle.start, pegs=fewest.puzzle.pegs_left)
            assert fewest.puzzle == same and fewest.move_count == soliter.solve(same).move_count
    central = soliter.Puzzle.built_in("gardner/central-game")
    for call in (soliter.fewest_pegs, soliter.most_pegs):
        with pytest.raises(soliter.LimitReached):
            call(central, seconds=0)


def test_the_problems_of_a_board():
    for board in (soliter.Board("oooo\nooo"), soliter.Board("ooo\nooo"), soliter.Board.built_in("triangle10")):
        images = set()
        for puzzle in soliter.problems(board):
            [vacancy], [survivor] = board.full - puzzle.start, puzzle.finish
            own = {(symmetry[vacancy], symmetry[survivor]) for symmetry in board.symmetries}
            assert not own & images
            images |= own
        assert len(images) == len(board) ** 2


def count_paths(games, start, ends):
    """The number of sequences of jumps from the start to one of the ends."""
    paths = dict.fromkeys(games, 0)
    paths[start] = 1
    for position in networkx.topological_sort(games):
        for after in games[position]:
            paths[after] += paths[position] * len(games.edges[position, after]["jumps"])
    return sum(paths[end] for end in ends)


def test_images_under_all_symmetries():
    """Interchangeable vertices, of which the listed symmetries know nothing, are exchanged too."""
    graphs = [graph for graph in networkx.graph_atlas_g() if 3 <= len(graph) <= 5 and networkx.is_connected(graph)]
    for graph in graphs:
        board = soliter.Board.from_networkx(graph)
        jumps = {tuple(jump) for jump in board.jumps}
        group = [
            image
            for image in itertools.permutations(range(len(board)))
            if {tuple(image[hole] for hole in jump) for jump in jumps} == jumps
        ]
        orbits = {}
        for bits in range(1 << len(board)):
            pegs = [hole for hole in range(len(board)) if bits >> hole & 1]
            orbits[bits] = sorted({sum(1 << image[hole] for hole in pegs) for image in group})
        for bits, orbit in orbits.items():
            assert [int(image) for image in board.images(soliter.Position(bits))] == orbit, (graph.edges, bits)
        least = soliter.least_images(board, list(orbits)).tolist()
        assert least == [orbit[0] for orbit in orbits.values()], graph.edges
        pairs = {min((image[a], image[b]) for image in group) for a in range(len(board)) for b in range(len(board))}
        assert len(list(soliter.problems(board))) == len(pairs), graph.edges
