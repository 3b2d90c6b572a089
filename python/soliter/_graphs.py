"""Peg solitaire on graphs: the holes are the vertices, and a peg jumps from x over y to z if x-y and y-z are edges."""

import itertools
import re
import time

from . import _soliter
from .errors import Unfit

_NAME = re.compile(r"\w{1,32}")


def _numbered(vertices):
    """The vertices as Python integers if all are non-negative integers (of any type, such as numpy's), otherwise None."""
    numbers = [vertex.__index__() for vertex in vertices if hasattr(vertex, "__index__")]
    return numbers if len(numbers) == len(vertices) and all(number >= 0 for number in numbers) else None


def _read(graph):
    """The graph, its number of vertices, its edges as pairs of numbers, and its vertices in the order of their numbers."""
    if isinstance(graph, str):
        count, edges = _soliter._graph(graph)
        return graph, count, edges, list(range(count))
    if hasattr(graph, "nodes") and hasattr(graph, "edges"):
        if graph.is_directed() or graph.is_multigraph():
            raise Unfit("a directed graph or a multigraph", "a simple graph, as networkx.Graph")
        nodes = list(graph.nodes)
        numbers = {node: number for number, node in enumerate(nodes)}
        return graph, len(nodes), [(numbers[u], numbers[v]) for u, v in graph.edges], nodes
    # An iterator yields its edges only once.
    graph = graph if isinstance(graph, (list, tuple, set, frozenset)) else list(graph)
    edges = [tuple(edge) for edge in graph]
    read = [_numbered(edge) for edge in edges]
    if not all(pair is not None and len(pair) == 2 for pair in read):
        raise Unfit("the vertices of an edge list must be numbers from 0", "networkx.Graph takes any names")
    count = 1 + max((vertex for edge in read for vertex in edge), default=-1)
    return graph, count, [tuple(edge) for edge in read], list(range(count))


def _named(graph):
    """The names of the holes, the edges between them, and the title, for `Board.from_networkx`."""
    if not (hasattr(graph, "nodes") and hasattr(graph, "edges")):
        raise Unfit("this is not a networkx graph", "networkx.Graph(edges) makes one")
    _, _, edges, nodes = _read(graph)
    title = str(getattr(graph, "name", "")) or "graph"
    loop = next((nodes[u] for u, v in edges if u == v), None)
    if loop is not None:
        raise Unfit(f"vertex {loop!r} has an edge to itself", "remove it")
    if all(hasattr(node, "__index__") for node in nodes):
        # An integer is the number of a hole, so it must not be the name of another one.
        numbers = [node.__index__() for node in nodes]
        if sorted(numbers) != list(range(len(nodes))):
            help = "networkx.convert_node_labels_to_integers numbers them"
            raise Unfit(f"the vertices are numbers, but not those from 0 to {len(nodes) - 1}", help)
        names = [str(number) for number in range(len(nodes))]
        return names, [[str(numbers[u]), str(numbers[v])] for u, v in edges], title
    names = [str(node) for node in nodes]
    if len(set(names)) < len(names) or not all(map(_NAME.fullmatch, names)):
        names = [str(number) for number in range(len(nodes))]
    return names, [[names[u], names[v]] for u, v in edges], title


def _listed(jumps, names):
    """The names of the holes, and the jumps between them, for `Board.from_jumps`."""
    jumps = [tuple(jump) for jump in jumps]
    if not all(len(jump) == 3 for jump in jumps):
        raise Unfit("a jump has three holes: from, over, to", "write (from, over, to)")
    holes = [hole for jump in jumps for hole in jump]
    if all(isinstance(hole, str) for hole in holes):
        return (list(dict.fromkeys(holes)) if names is None else names), jumps
    numbers = _numbered(holes)
    if numbers is None:
        raise Unfit("holes are names, or numbers from 0", "use one of them throughout")
    if names is None:
        names = [str(number) for number in range(1 + max(numbers, default=-1))]
    if max(numbers, default=0) >= len(names):
        raise Unfit(f"there is no hole {max(numbers)}", f"the board has {len(names)} holes")
    of = [names[number] for number in numbers]
    return names, list(zip(of[::3], of[1::3], of[2::3], strict=True))


def _graph_of(board):
    """The graph of a board, for `Board.to_networkx`."""
    import networkx

    jumps = {tuple(jump) for jump in board.jumps}
    near = {hole: set() for hole in board}
    for start, over, _ in jumps:
        near[start].add(over)
        near[over].add(start)
    if jumps != {(x, y, z) for y in near for x in near[y] for z in near[y] if x != z}:
        raise Unfit("the jumps of this board are not those of a graph", "Board.jumps lists them")
    graph = networkx.Graph(name=board.title)
    # Vertices that were numbers are numbers again.
    nodes = list(board) if board.names == [str(hole) for hole in board] else board.names
    graph.add_nodes_from(nodes)
    graph.add_edges_from((nodes[x], nodes[y]) for x in near for y in near[x] if x < y)
    return graph


# A part of a survey takes about this many seconds, and has at most this many graphs.
PART_SECONDS, MOST_IN_PART = 0.5, 1024


def survey(graphs, *, witness=False, evidence=False, seconds=None, memory=None, threads=None, progress=None):
    """Surveys graphs with 2 to 32 vertices, as an iterator of dictionaries, one for each graph.

    A graph is a `networkx.Graph`, an iterable of edges between numbers from 0, or a text in graph6, sparse6 or an edge
    list. The keys are those of `soliter survey graphs --format json`, and also `graph`, the graph itself, and `nodes`,
    its vertices in the order of the numbers that the other keys use. With `witness` there is a solution for each
    solvable vacancy, and with `evidence` the number and the digest of the positions that games from the other vacancies
    reach.

    Rows come while the survey runs. `LimitReached`, for a limit on the whole survey, `InvalidText` for a text that is
    not a graph, and `Unfit` for a graph that is not simple or too large are raised after the rows before them.

    >>> for row in soliter.survey(["0-1 1-2", [(0, 1), (1, 2), (2, 3), (3, 0)]]):
    ...     print(row["graph"], row["class"], row["solvable_vacancies"])
    0-1 1-2 solvable [0, 2]
    [(0, 1), (1, 2), (2, 3), (3, 0)] freely solvable [0, 1, 2, 3]
    """
    if isinstance(graphs, str) or hasattr(graphs, "nodes"):
        raise Unfit("this is one graph, not a list of graphs", "write soliter.survey([graph])")
    # Limits out of range are refused at once.
    _soliter._survey([], witness, evidence, seconds, memory, threads)
    return _rows(iter(graphs), witness, evidence, seconds, memory, threads, progress)


def _rows(graphs, witness, evidence, seconds, memory, threads, progress):
    begun, done, size = time.monotonic(), 0, 1
    while True:
        part, fault = [], None
        try:
            for graph in itertools.islice(graphs, size):
                read = _read(graph)
                _soliter._simple(done + len(part), *read[1:3])
                part.append(read)
        except Exception as error:
            # Rows that come before the fault are not lost.
            fault = error
        clock = time.monotonic()
        left = None if seconds is None else max(0.0, seconds - (clock - begun))
        pairs = [(count, edges) for _, count, edges, _ in part]
        rows, stop = _soliter._survey(pairs, witness, evidence, left, memory, threads)
        for (graph, _, _, nodes), row in zip(part, rows, strict=False):
            yield {"graph": graph, "nodes": nodes, **row}
        if stop or fault:
            raise stop or fault
        if not part:
            return
        done += len(part)
        if progress is not None:
            progress(f"survey: {done} graphs, {time.monotonic() - begun:.0f} s")
        if time.monotonic() - clock < PART_SECONDS:
            size = min(2 * size, MOST_IN_PART)
