"""Peg solitaire on graphs: the holes are the vertices, and a peg jumps from x over y to z if x-y and y-z are edges."""

from . import _soliter
from .errors import Unfit


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
        raise Unfit("one graph instead of several", "give a list, as in soliter.survey([graph])")
    read = [_read(graph) for graph in graphs]
    pairs = [(count, edges) for count, edges, _ in read]
    rows = _soliter._survey(pairs, witness, evidence, seconds, memory, threads, progress)
    return [{"nodes": nodes, **row} for (_, _, nodes), row in zip(read, rows, strict=True)]
