"""Random boards, puzzles and lines for property tests: drawings, graphs, tori, listed jumps, marked pegs, reverse games."""

import networkx
from hypothesis import strategies as some

from soliter import Board, Position, Puzzle

DRAWINGS = [
    "oooooo",
    "ooo\nooo",
    "oooo\noooo",
    " oo\noooo\n oo",
    "ooo\nooo\nooo",
    "oo\noooo\n oo",
    " o\nooo\nooo\n o",
    "o o\n o\no o",
]
NAMES = ["a", "b", "_", "x_1", "A", "1", "12", "2", "jump", "é", "to", "x"]


@some.composite
def drawn_boards(draw):
    drawing = draw(some.sampled_from(DRAWINGS))
    # Holes that touch at corners only make a board for diagonal jumps.
    directions = draw(some.sampled_from(["all"] if " o\no o" in drawing else ["orthogonal", "all", "skew"]))
    board = Board(drawing, directions=directions, wrap=draw(some.sampled_from([None, None, "torus"])))
    return board.with_notation(draw(some.sampled_from(["column-row", "letter-rank", "number", "number0"])))


@some.composite
def triangular_boards(draw):
    rows = draw(some.integers(2, 4))
    drawing = "\n".join(" " * (rows - row) + "o " * row for row in range(1, rows + 1))
    return Board(drawing, lattice="triangular", notation=draw(some.sampled_from(["row-column", "number"])))


@some.composite
def graph_boards(draw):
    holes = draw(some.integers(3, 7))
    pairs = [(x, y) for x in range(holes) for y in range(x)]
    edges = draw(some.lists(some.sampled_from(pairs), min_size=2, max_size=12, unique=True))
    names = draw(some.sampled_from([NAMES, list(map(str, range(20)))]))
    graph = networkx.Graph([(names[x], names[y]) for x, y in edges])
    return Board.from_networkx(graph)


@some.composite
def listed_boards(draw):
    holes = draw(some.integers(3, 7))
    threes = some.permutations(range(holes)).map(lambda all: tuple(all[:3]))
    jumps = draw(some.lists(threes, min_size=1, max_size=14, unique=True))
    names = draw(some.sampled_from([None, NAMES[:holes]]))
    return Board.from_jumps(jumps, names=names)


def boards():
    return some.one_of(drawn_boards(), triangular_boards(), graph_boards(), listed_boards())


def goes_both_ways(board):
    jumps = {tuple(jump) for jump in board.jumps}
    return all((end, over, start) in jumps for start, over, end in jumps)


@some.composite
def puzzles(draw, boards=boards, *, marked=True):
    board = draw(boards())
    start = Position(draw(some.integers(1, int(board.full))))
    reverse = draw(some.booleans()) and goes_both_ways(board) and start != board.full
    pegs = len(start)
    number = draw(some.integers(pegs, len(board)) if reverse else some.integers(1, pegs))
    title = draw(some.sampled_from(["untitled", "a\n\"b\"", "é"]))
    if draw(some.booleans()):
        puzzle = Puzzle(board, start, pegs=number, reverse=reverse, title=title)
    else:
        finish = draw(some.permutations(range(len(board))))[:number]
        puzzle = Puzzle(board, start, finish, reverse=reverse, title=title)
    if not marked or reverse or draw(some.integers(0, 3)):
        return puzzle
    key = draw(some.sampled_from(["survivor", "watch", "last_captured"]))
    text = puzzle.to_toml()
    # Holes of boards with changed jumps are numbered from 1 there, as in the text itself.
    first = next(line for line in text.splitlines() if line.startswith("start"))
    names = first.split('"')[1::2] if '["' in first else [puzzle.name(hole) for hole in start]
    return Puzzle.parse(f'{text}marked = {{ {key} = "{draw(some.sampled_from(names))}" }}\n')


@some.composite
def lines(draw, puzzles=puzzles):
    puzzle = draw(puzzles())
    jumps, position = [], puzzle.start
    for _ in range(draw(some.integers(0, 6))):
        legal = puzzle.legal(position)
        if not legal or len(jumps) == puzzle.jump_count:
            break
        # A peg that has jumped goes on jumping more often than not, so that there are chains.
        onward = [jump for jump in legal if jumps and jump.from_hole == jumps[-1].to_hole]
        jump = draw(some.sampled_from(onward or legal))
        try:
            puzzle.line([*jumps, jump])
        except ValueError:
            break  # A marked peg forbids it.
        jumps.append(jump)
        position = puzzle.after(jump, position)
    return puzzle.line(jumps)
