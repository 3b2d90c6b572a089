"""Positions, jumps, boards and puzzles behave like Python values."""

import copy
import pickle
from collections.abc import Set

import pytest

import soliter
from soliter import Board, Jump, Position, Puzzle


def test_a_position_is_a_set_and_an_integer():
    position = Position([0, 3, 63])
    assert int(position) == 1 | 8 | 1 << 63 and position != int(position)
    assert Position(int(position)) == position == {0, 3, 63} == position
    assert isinstance(position, Set) and hash(position) == hash(frozenset(position))
    assert list(position) == [0, 3, 63] and len(position) == 3
    assert 3 in position and 4 not in position and "3" not in position and -1 not in position
    assert position & {0, 3, "x"} == Position([0, 3]) and position - Position([0]) == {3, 63}
    assert position | {4} == {4} | position == {0, 3, 4, 63} and not position ^ position
    assert {1, 3} - position == {1} == Position([1]) and isinstance({1} & position, Position)
    assert Position([3]) < position <= position and not position <= Position([3])
    assert position < {0, 3, 63, "x"} and not position >= {0, "x"} and position >= set()
    assert position.isdisjoint([1, 2]) and not position.isdisjoint({3})
    for wrong in (3, [3], "3"):
        with pytest.raises(TypeError):
            position | wrong
    with pytest.raises(TypeError, match="numbers of holes"):
        position | {"x"}
    assert not Position() and set(position) == {0, 3, 63}
    assert position != "x" and position != [0, 3, 63]
    assert pickle.loads(pickle.dumps(position)) == position == copy.deepcopy(position)
    assert repr(position) == str(position) == "Position([0, 3, 63])" and position._repr_svg_() is None


def test_a_board_numbers_its_holes_row_by_row():
    board = Board(" oo\noooo\n oo")
    assert len(board) == 8 and board.places[:3] == [(0, 1), (0, 2), (1, 0)]
    assert board.names == ["23", "33", "12", "22", "32", "42", "21", "31"]
    assert board.hole("33") == 1 == board.hole(1) and board.name(1) == "33"
    drawing = " oo\n....\n .."
    assert board.position(["33", 0]) == board.position(Position(3)) == board.position(drawing) == {0, 1}
    assert str(board.position(drawing)) == board.draw(drawing) and "<svg" in board.position(drawing)._repr_svg_()
    assert list(board) == list(range(8)) and 7 in board and 8 not in board and "33" not in board
    threes = {tuple(jump.holes) for jump in board.jumps}
    assert threes == {(0, 3, 6), (1, 4, 7), (2, 3, 4), (3, 4, 5)} and len(board.jumps) == 8
    assert board.symmetries[0] == list(range(8))
    assert {int(image) for image in board.images([0])} == {1, 2, 64, 128}
    assert board == Board(" oo\noooo\n oo") != board.with_notation("number")
    assert board.draw([0, 1]).split() == ["o", "o", ".", ".", ".", ".", ".", "."]


def test_every_built_in_thing_can_be_had():
    assert len(soliter.puzzles()) > 100 and "english" in soliter.boards()
    for name in soliter.boards():
        assert len(Board.built_in(name)) <= 64
    for name in soliter.puzzles():
        puzzle = Puzzle.built_in(name)
        assert puzzle.start <= puzzle.board.full and puzzle.jump_count > 0
    assert all(soliter.record(name) for name in soliter.records())


def test_the_same_puzzle_from_everywhere(tmp_path, cross):
    text = 'title = "Latin cross"\nmodel = "english"\nstart = ["35", "43", "44", "45", "46", "55"]\nfinish = ["44"]\n'
    file = tmp_path / "cross.toml"
    file.write_text(text, encoding="utf-8")
    board = Board.built_in("english")
    start = ["35", "43", "44", "45", "46", "55"]
    same = [
        Puzzle.parse(text),
        Puzzle.read(file),
        Puzzle.read(str(file)),
        Puzzle(board, start, ["44"]),
        Puzzle(board, cross.start, cross.finish),
        Puzzle(board, set(cross.start), Position(int(cross.finish))),
        Puzzle(board, board.draw(cross.start), board.draw(["44"])),
        Puzzle.drawn(board.draw(cross.start), board.draw(["44"])),
        Puzzle.drawn(board.draw(cross.start), ["44"]),
    ]
    for puzzle in same:
        assert puzzle == cross and hash(puzzle) == hash(cross) and puzzle.jump_count == 5
        assert puzzle.board == cross.board
    assert Puzzle(board, start, pegs=2).pegs_left == 2 and Puzzle(board, start).finish is None


def test_a_model_beside_its_puzzle(tmp_path):
    model = 'kind = "peg-solitaire"\ntitle = "Row"\nboard = "oooo"\n'
    (tmp_path / "row.toml").write_text(model, encoding="utf-8")
    puzzle = tmp_path / "puzzle.toml"
    puzzle.write_text('title = "x"\nmodel = "row.toml"\nstart = ["11", "21"]\nfinish = ["31"]\n')
    assert len(Puzzle.read(puzzle).board) == 4
    (tmp_path / "row.toml").unlink()
    with pytest.raises(soliter.InvalidText, match="cannot read the model"):
        Puzzle.read(puzzle)


def test_an_entry_of_a_collection(tmp_path, cross):
    file = tmp_path / "mine.toml"
    file.write_text(
        'model = "english"\n[[puzzle]]\nname = "cross"\nstart = ["35", "43", "44", "45", "46", "55"]\nfinish = ["44"]\n'
        '[[puzzle]]\nname = "pair"\nstart = ["43", "44"]\nfinish = ["45"]\n'
    )
    assert Puzzle.read(f"{file}#cross").start == cross.start
    assert Puzzle.read(f"{file}#pair").title == "pair"
    with pytest.raises(soliter.Unfit, match="is a collection of puzzles"):
        Puzzle.read(file)
    with pytest.raises(soliter.NotFound, match='is called "crss"'):
        Puzzle.read(f"{file}#crss")


def test_jumps_and_lines(cross):
    first = cross.legal()[0]
    after = cross.after(first)
    start, over, end = first
    assert after == cross.start - {start, over} | {end}
    assert cross.after((start, end)) == cross.after((start, over, end)) == cross.after(Jump(start, over, end)) == after
    for wrong in (Jump(end, over, start), Jump(start, end, over), Jump(0, 1, 5000)):
        with pytest.raises(soliter.IllegalMove):
            cross.after(wrong)
    assert cross.name(first) == "-".join(map(cross.name, (first.from_hole, first.to_hole)))
    assert len({jump for jump in cross.legal()}) == len(cross.legal())
    line = cross.line("45-25, 43-45, 55-35, 25-45, 46-44")
    assert len(line) == 5 and line.finish_reached and line.positions[-1] == cross.finish
    assert cross.line(line.jumps) == cross.line(line.moves) == cross.line(line) == line
    assert hash(cross.line(str(line))) == hash(line)
    assert cross.line("") != line and not cross.line([])
    assert [cross.name(hole) for hole in line.moves[0][0]] == ["45", "35", "25"]
