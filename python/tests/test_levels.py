"""`soliter.levels`: compared with counts in memory, and given invalid bytes."""

import os
import pickle
import random
import signal
import threading
import time

import pytest

import soliter
from soliter.levels import Counts, Space

HOW = {"positions": lambda c: c.positions, "games": lambda c: c.ending}


def by_levels(space, shuffle):
    """The count of a space, with the runs of each bucket in some order."""
    level, all_counts = [space.first()], []
    first, counts = space.merge(level)
    assert first == level[0]
    all_counts.append([counts])
    while level:
        buckets = 1 << shuffle.randrange(3)
        expanded = [space.expand(run, buckets) for run in level]
        merged = []
        for runs in zip(*expanded, strict=True):
            runs = list(runs)
            shuffle.shuffle(runs)
            merged.append(space.merge(runs))
        level = [run for run, counts in merged if counts.classes]
        if level:
            all_counts.append([counts for _, counts in merged])
    return all_counts


def value(what, puzzle, levels):
    if what == "solutions":
        done = [c.sequences for c in levels[puzzle.jump_count]] if puzzle.jump_count < len(levels) else [0]
        return sum(done)
    return sum(HOW[what](counts) for level in levels for counts in level)


def random_puzzle(seed):
    chance = random.Random(seed)
    board = soliter.Board.built_in(chance.choice(["triangle15", "square4", "english", "square5"]))
    position = int(board.full) & chance.getrandbits(64)
    if len(board) > 25:
        # Few pegs, so that counting takes little time.
        position &= chance.getrandbits(64)
    start = soliter.Position(position)
    if len(start) < 3:
        start = soliter.Position([0, 1, 2, 3])
    puzzle = soliter.Puzzle(board, start, pegs=max(1, len(start) - chance.randrange(1, 5)))
    if chance.random() < 0.5:
        level = soliter.reachable(puzzle, puzzle.jump_count)
        if len(level):
            puzzle = soliter.Puzzle(board, start, soliter.Position(chance.choice(list(level))))
    return puzzle


@pytest.mark.parametrize("what", ["positions", "games", "solutions"])
@pytest.mark.parametrize("seed", range(12))
def test_levels_count_what_is_counted_in_memory(seed, what):
    puzzle = random_puzzle(seed)
    levels = by_levels(Space(puzzle, what), random.Random(seed))
    counted = soliter.count(puzzle, what)
    assert value(what, puzzle, levels) == counted.value
    if what != "solutions":
        for told, counts in zip(counted.levels, levels, strict=True):
            for key in ("positions", "classes", "dead"):
                assert told[key] == sum(getattr(one, key) for one in counts)
            assert {one.jumps for one in counts} == {told["jumps"]}


def some_runs(cross, what="games"):
    space = Space(cross, what, buckets=2)
    run = space.first()
    for _ in range(2):
        run = space.merge(space.expand(run, 1))[0]
    return space, run


def test_no_changed_byte_is_counted(cross):
    space, run = some_runs(cross)
    for at in range(len(run)):
        changed = bytearray(run)
        changed[at] ^= 1 << at % 8
        for use in (space.expand, lambda one: space.merge([one])):
            with pytest.raises(soliter.Damaged):
                use(bytes(changed))
    for wrong in (b"", run[:-1], run[1:], run + b"\0", run[: len(run) // 2], b"x" * 1000):
        with pytest.raises(soliter.Damaged):
            space.expand(wrong)
        with pytest.raises(soliter.Damaged):
            space.merge([run, wrong])
    with pytest.raises(soliter.Damaged):
        space.merge([])


def test_runs_of_something_else_are_refused(cross, impossible):
    space, run = some_runs(cross)
    left, right = space.expand(run)
    later = space.expand(space.merge([left])[0])
    other = soliter.Puzzle(cross.board, cross.start, pegs=2)
    for use in (
        lambda: space.merge([left, right]),
        lambda: space.merge([left, later[0]]),
        lambda: space.merge([left, space.expand(run, 1)[0]]),
        lambda: Space(cross, "positions").expand(run),
        lambda: Space(impossible, "games").expand(run),
        lambda: Space(other, "games").merge([left]),
    ):
        with pytest.raises(soliter.Damaged):
            use()


def test_anything_with_a_buffer_is_a_run(cross):
    numpy = pytest.importorskip("numpy")
    space, run = some_runs(cross)
    expected = space.expand(run)
    own = bytearray(run)
    for lent in (
        memoryview(run),
        own,
        numpy.frombuffer(run, numpy.uint8),
        numpy.frombuffer(own, numpy.uint8),
    ):
        assert space.expand(lent) == expected
    for wrong, error in ((5, TypeError), ("text", TypeError), (memoryview(run)[::2], BufferError)):
        with pytest.raises(error):
            space.expand(wrong)


def test_spaces_and_puzzles_can_be_pickled(cross):
    space, run = some_runs(cross)
    again = pickle.loads(pickle.dumps(space))
    assert (again.what, again.buckets) == ("games", 2)
    assert again.expand(run) == space.expand(run)
    assert again == space and hash(again) == hash(space) and again != Space(cross, "games")
    for name in ("triangle15/11-to-11", "gardner/central-game", "french/46-to-45", "leibniz/latin-cross"):
        if name in soliter.puzzles():
            puzzle = soliter.Puzzle.built_in(name)
            copy = pickle.loads(pickle.dumps(puzzle))
            assert copy == puzzle and copy.title == puzzle.title
            assert Space(copy).first() == Space(puzzle).first()


def test_wrong_arguments(cross):
    for buckets in (0, 3, -2, 1 << 20):
        with pytest.raises(soliter.Unfit):
            Space(cross, buckets=buckets)
    with pytest.raises(soliter.Unfit):
        Space(cross, "shortest")
    with pytest.raises(soliter.Unfit):
        Space(soliter.Puzzle.built_in("marked/latin-cross-last-captured"))
    space = Space(cross)
    with pytest.raises(soliter.Unfit):
        space.expand(space.first(), 5)
    assert Counts._fields[0] == "jumps"


@pytest.fixture(scope="module")
def large_run():
    """A run that takes seconds to expand."""
    space = Space(soliter.Puzzle.built_in("gardner/central-game"), buckets=1)
    run = space.first()
    for _ in range(13):
        run = space.merge(space.expand(run))[0]
    return space, run


def test_limits_are_kept(large_run):
    space, run = large_run
    with pytest.raises(soliter.LimitReached):
        space.expand(run, seconds=0)
    with pytest.raises(soliter.LimitReached):
        space.expand(run, memory=0.0001)


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_ends_an_expansion(large_run):
    space, run = large_run
    # Python keeps SIGINT ignored if it was ignored at the start, as in the background of a script.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    seen = []

    def interrupt():
        # Other threads run at the same time: the interpreter is not locked.
        while not seen:
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        seen.append(time.monotonic())
        while True:
            space.expand(run)
    thread.join()
