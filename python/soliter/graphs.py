"""Peg solitaire on graphs: the holes are the vertices, and a peg jumps from x over y to z if x-y and y-z are edges."""

import re

from . import _soliter
from .errors import Unfit

_NAME = re.compile(r"\w{1,32}")


def _read(graph):
    """The number of vertices, the edges between their numbers, and the vertices in the order of the numbers."""
    if isinstance(graph, str):
        count, edges = _soliter._graph(graph)
        return count, edges, list(range(count))
    if hasattr(graph, "nodes") and hasattr(graph, "edges"):
        if graph.is_directed() or graph.is_multigraph():
            raise Unfit("a directed graph or a multigraph", "a simple graph, as networkx.Graph")
        nodes = list(graph.nodes)
        numbers = {node: number for number, node in enumerate(nodes)}
        return len(nodes), [(numbers[u], numbers[v]) for u, v in graph.edges], nodes
    edges = [(u, v) for u, v in graph]
    if not all(isinstance(vertex, int) and vertex >= 0 for edge in edges for vertex in edge):
        raise Unfit("an edge list has other vertices than numbers from 0", "networkx.Graph takes any names")
    count = 1 + max((vertex for edge in edges for vertex in edge), default=-1)
    return count, edges, list(range(count))


def _named(graph):
    """The names of the holes, the edges between them, and the title, for `Board.from_networkx`."""
    if not (hasattr(graph, "nodes") and hasattr(graph, "edges")):
        raise Unfit("this is no graph of networkx", "networkx.Graph(edges) makes one")
    _, edges, nodes = _read(graph)
    loop = next((nodes[u] for u, v in edges if u == v), None)
    if loop is not None:
        raise Unfit(f"vertex {loop!r} has an edge to itself", "remove it")
    names = [str(node) for node in nodes]
    if len(set(names)) < len(names) or not all(map(_NAME.fullmatch, names)):
        names = [str(number) for number in range(len(nodes))]
    return names, [[names[u], names[v]] for u, v in edges], str(getattr(graph, "name", "")) or "graph"


def _graph_of(board):
    """The graph of a board, for `Board.to_networkx`."""
    import networkx

    jumps = {(jump.from_hole, jump.over_hole, jump.to_hole) for jump in board.jumps}
    near = {hole: set() for hole in range(len(board))}
    for start, over, _ in jumps:
        near[start].add(over)
        near[over].add(start)
    if jumps != {(x, y, z) for y in near for x in near[y] for z in near[y] if x != z}:
        raise Unfit("the jumps of this board are not those of a graph", "Board.jumps lists them")
    graph = networkx.Graph(name=board.title)
    graph.add_nodes_from(board.names)
    graph.add_edges_from((board.names[x], board.names[y]) for x in near for y in near[x] if x < y)
    return graph


def survey(graphs, *, witness=False, evidence=False, seconds=None, memory=None, threads=None, progress=None):
    """Surveys graphs with 2 to 32 vertices: a list with a dictionary for each, suitable for `pandas.DataFrame`.

    A graph is a `networkx.Graph`, an iterable of edges between numbers from 0, or a text in graph6, sparse6 or an edge
    list. The keys are those of `soliter survey graphs --format json`, and `nodes`, the vertices in the order of the
    numbers that the other keys use. With `witness` there is a solution for each solvable vacancy, and with `evidence`
    the number and the digest of the positions that games from the other vacancies reach.

    Raises `LimitReached` if a limit is reached first, `InvalidText` for a text that is not a graph, and `Unfit` for a
    graph that is not simple or too large.
    """
    if isinstance(graphs, str) or hasattr(graphs, "nodes"):
        raise Unfit("this is one graph, not a list of graphs", "write soliter.survey([graph])")
    read = [_read(graph) for graph in graphs]
    pairs = [(count, edges) for count, edges, _ in read]
    rows = _soliter._survey(pairs, witness, evidence, seconds, memory, threads, progress)
    return [{"nodes": nodes, **row} for (_, _, nodes), row in zip(read, rows, strict=True)]
