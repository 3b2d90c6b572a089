"""Compares random small puzzles with plain Python: a separate implementation of the rules, which tries every game."""

from hypothesis import assume, given, settings
from hypothesis import strategies as some
from some_puzzles import DRAWINGS as ALL_DRAWINGS

import soliter
from soliter import Board, Position, Puzzle

ALWAYS_THE_SAME = settings(derandomize=True, deadline=None, max_examples=120, database=None)
# All but the last, which makes a board for diagonal jumps only.
DRAWINGS = ALL_DRAWINGS[:-1]


@some.composite
def puzzles(draw):
    board = Board(
        draw(some.sampled_from(DRAWINGS)), directions=draw(some.sampled_from(["orthogonal", "all"]))
    )
    start = Position(draw(some.integers(1, int(board.full))))
    reverse = draw(some.booleans())
    pegs = len(start)
    others = range(pegs + 1, len(board) + 1) if reverse else range(1, pegs)
    assume(others)
    if draw(some.booleans()):
        return Puzzle(board, start, pegs=draw(some.sampled_from(others)), reverse=reverse)
    holes = draw(
        some.lists(some.integers(0, len(board) - 1), unique=True, min_size=others[0], max_size=others[-1])
    )
    return Puzzle(board, start, holes, reverse=reverse)


def jumps(puzzle, position):
    """The jumps of a position by the rules, on sets of places."""
    places = puzzle.board.places
    steps = [(-1, 0), (0, 1), (1, 0), (0, -1)]
    if puzzle.board.directions == "all":
        steps += [(-1, 1), (1, 1), (1, -1), (-1, -1)]
    for origin in position:
        row, column = places[origin]
        for down, right in steps:
            over, to = (row + down, column + right), (row + 2 * down, column + 2 * right)
            if over not in places or to not in places:
                continue
            over, to = places.index(over), places.index(to)
            if to not in position and (over in position) != puzzle.reverse:
                yield origin, to, position ^ {origin, over, to}


def fewest(puzzle):
    """The fewest moves, by a breadth-first search over positions with the hole where the last peg landed, or None."""
    start = frozenset(puzzle.start)

    def finished(position):
        return len(position) == puzzle.pegs_left and (
            puzzle.finish is None or position == frozenset(puzzle.finish)
        )

    level, seen, moves = {(start, None)}, set(), 0
    while level:
        # All positions that the last peg reaches without a new move.
        stack = list(level)
        while stack:
            position, landed = stack.pop()
            for origin, to, after in jumps(puzzle, position):
                if origin == landed and (frozenset(after), to) not in level | seen:
                    level.add((frozenset(after), to))
                    stack.append((frozenset(after), to))
        if any(finished(position) for position, _ in level):
            return moves
        seen |= level
        level = {
            (frozenset(after), to) for position, _ in level for _, to, after in jumps(puzzle, position)
        } - seen
        moves += 1
    return None


@ALWAYS_THE_SAME
@given(puzzles())
def test_the_fewest_moves(puzzle):
    answer, moves = soliter.solve(puzzle, threads=1), fewest(puzzle)
    assert (answer.claim, answer.move_count) == (("optimal", moves) if moves else ("infeasible", None))
    if moves:
        assert answer.solution.finish_reached and puzzle.line(str(answer.solution)) == answer.solution
        assert soliter.check(puzzle, str(answer.solution), search=False)


@ALWAYS_THE_SAME
@given(puzzles(), some.integers(0, 5))
def test_reachable_positions(puzzle, made):
    level = {frozenset(puzzle.start)}
    for _ in range(made):
        level = {frozenset(after) for position in level for _, _, after in jumps(puzzle, position)}
    expected = sorted(int(Position(position)) for position in level)
    assert list(soliter.reachable(puzzle, made)) == expected


@ALWAYS_THE_SAME
@given(puzzles())
def test_legal_jumps(puzzle):
    expected = {(origin, to) for origin, to, _ in jumps(puzzle, set(puzzle.start))}
    assert {(jump.from_hole, jump.to_hole) for jump in puzzle.legal()} == expected


@settings(ALWAYS_THE_SAME, max_examples=40)
@given(puzzles())
def test_what_is_certified_is_so(puzzle):
    answer = soliter.solve(puzzle, threads=1)
    try:
        made = soliter.certify(answer)
    except soliter.Unfit:
        assert puzzle.reverse and puzzle.finish is None
        return
    assert soliter.verify(made, puzzle).move_count == made.move_count
    # A reverse game is certified as the ordinary game played backwards.
    assert made.proved == ("exact-moves" if answer.solution else "impossible")
    assert fewest(puzzle) == made.move_count


@settings(ALWAYS_THE_SAME, max_examples=60)
@given(some.sampled_from(DRAWINGS), some.lists(some.integers(0, 2**64 - 1), max_size=20))
def test_least_images(drawing, numbers):
    board = Board(drawing)
    positions = [number & int(board.full) for number in numbers]
    expected = [min(map(int, board.images(Position(position)))) for position in positions]
    assert list(soliter.least_images(board, positions)) == expected
