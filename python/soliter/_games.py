"""The problems of a board, lists of solutions, and the graph of all games."""

from . import _soliter
from .errors import LimitReached, MissingFeature, Unfit

# The length of the first list of solutions, and the factor by which each later list is longer.
FIRST, GROWTH = 64, 16


def problems(board):
    """The problems of a board, as an iterator of puzzles: one hole is empty at the start, and one peg is left at the end.

    If problems are images of each other under a symmetry of the board, only the first is returned.

    >>> for puzzle in soliter.problems(soliter.Board("oooo")):
    ...     print(puzzle.title, soliter.solve(puzzle).claim)
    11 to 11 infeasible
    11 to 21 infeasible
    11 to 31 infeasible
    11 to 41 infeasible
    21 to 11 infeasible
    21 to 21 infeasible
    21 to 31 optimal
    21 to 41 infeasible
    """
    alike = {hole: holes for holes in board.interchangeable for hole in holes}

    def images(hole, symmetries):
        return {image for one in symmetries for image in alike.get(one[hole], [one[hole]])}

    for vacancy in board:
        if min(images(vacancy, board.symmetries)) < vacancy:
            continue
        # If a symmetry takes the vacancy to an interchangeable hole, an exchange takes it back.
        own = alike.get(vacancy, [vacancy])
        keeping = [one for one in board.symmetries if one[vacancy] in own]
        for survivor in board:
            if survivor == vacancy or survivor == min(images(survivor, keeping) - {vacancy}):
                title = f"{board.name(vacancy)} to {board.name(survivor)}"
                yield _soliter.Puzzle(board, board.full - {vacancy}, [survivor], title=title)


def solutions(
    puzzle,
    *,
    shortest=False,
    up_to_symmetry=False,
    seconds=None,
    memory=None,
    threads=None,
    progress=None,
):
    """The solutions of a puzzle, as an iterator of lines in a fixed order: all, or those with the fewest moves.

    Solutions are different sequences of jumps. If some are images of each other under a symmetry that keeps start and
    finish, `up_to_symmetry` leaves all but one of them out. Raises `LimitReached` if a limit is reached first.

    >>> puzzle = soliter.Puzzle.drawn("oo.oo", pegs=2)
    >>> for line in soliter.solutions(puzzle):
    ...     print(line)
    11-31, 41-21
    51-31, 21-41
    >>> len(list(soliter.solutions(puzzle, up_to_symmetry=True)))
    1
    """
    limits = {"seconds": seconds, "memory": memory, "threads": threads, "progress": progress}
    return _lines(puzzle, shortest, not up_to_symmetry, limits)


def _lines(puzzle, shortest, images, limits):
    most, sent = FIRST, 0
    while True:
        lines = _soliter._solutions(puzzle, most, shortest, images, **limits)
        yield from lines[sent:]
        if len(lines) < most:
            return
        most, sent = GROWTH * most, most


def game_graph(puzzle, *, most=100_000):
    """All games of a puzzle as a `networkx.DiGraph`: its nodes are positions, and its edges are jumps.

    The attribute `jumps` of an edge lists the jumps that lead from one position to the other. A node has `made`, the
    number of jumps made, and `finish`, whether the puzzle is solved there. Raises `LimitReached` for more than `most`
    positions.

    >>> graph = soliter.game_graph(soliter.Puzzle.drawn("oo.oo"))
    >>> graph.number_of_nodes(), graph.number_of_edges()
    (5, 4)
    >>> [list(position) for position in graph if graph.out_degree(position) == 0]
    [[1, 4], [0, 3]]
    """
    try:
        import networkx
    except ImportError as error:
        raise MissingFeature("networkx is not installed", "pip install networkx") from error
    if puzzle.marked:
        raise Unfit("game_graph does not follow marked pegs, which the puzzle has", "solve and check follow them")
    graph = networkx.DiGraph(name=puzzle.title)
    level, made = [puzzle.start], 0
    while level:
        following = {}
        for position in level:
            graph.add_node(position, made=made, finish=puzzle.is_finish(position))
            for jump in puzzle.legal(position):
                after = puzzle.after(jump, position)
                # Two jumps can lead to the same position.
                if not graph.has_edge(position, after):
                    graph.add_edge(position, after, jumps=[])
                graph.edges[position, after]["jumps"].append(jump)
                following[after] = None
            if len(graph) > most:
                raise LimitReached(f"the games have more than {most} positions", "raise the limit: most=")
        level, made = list(following), made + 1
    return graph
