"""`soliter.distributed` on several nodes of one machine, some of which are lost.

All tests share one cluster of two nodes and count small puzzles; `pytest --long test_distributed.py` adds those that take
minutes. Ray listens on this machine alone.
"""

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time

import pytest

import soliter

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="Ray's cluster of several nodes is tested on Linux"
)
# With this variable Ray uses 127.0.0.1 as the address of this machine, on Linux too.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
ray = pytest.importorskip("ray")

from ray.cluster_utils import Cluster

from soliter import distributed

NODES = 2
HOME = {"node_ip_address": "127.0.0.1", "object_store_memory": 100 << 20}


class Nodes:
    """A head without processors, and nodes with one processor each, which can be added and removed."""

    def __init__(self):
        self.cluster = Cluster(
            initialize_head=True,
            head_node_args={
                **HOME,
                "num_cpus": 0,
                "include_dashboard": False,
                # A node that is silent for ten seconds is lost, even if this machine is busy.
                "_system_config": {
                    "health_check_initial_delay_ms": 1000,
                    "health_check_period_ms": 1000,
                    "health_check_failure_threshold": 10,
                },
            },
        )
        # Called while there is no other node, so that the driver belongs to this one.
        ray.init(address=self.cluster.address, log_to_driver=False, logging_level="error")
        self.nodes = []
        for _ in range(NODES):
            self.add()

    def add(self, **more):
        for attempt in range(4):
            try:
                self.nodes.append(self.cluster.add_node(**{**HOME, "num_cpus": 1, **more}))
                return
            except Exception as error:
                if attempt == 3 or "timed out" not in str(error):
                    raise

    def remove(self, at=0):
        # As if its cable were cut: no process is notified.
        self.cluster.remove_node(self.nodes.pop(at), allow_graceful=False)

    def close(self):
        ray.shutdown()
        self.cluster.shutdown()


@pytest.fixture(scope="module")
def nodes():
    nodes = Nodes()
    yield nodes
    nodes.close()


@pytest.fixture(scope="module")
def central():
    return soliter.Puzzle.built_in("gardner/central-game")


@pytest.fixture(scope="module")
def puzzle():
    """A puzzle that is small enough to be counted often, with enough levels for some tasks."""
    return soliter.Puzzle.built_in("gardner/fireplace")


@pytest.fixture(scope="module")
def positions(puzzle):
    return without_time(soliter.count(puzzle, "positions"))


def without_time(count):
    report = count.report()
    return {key: report[key] for key in report if key != "seconds"}


def tasks(puzzle, what="positions", **more):
    """A count in which tasks build all levels except the first few."""
    return without_time(distributed.count(puzzle, what, _small=10, progress=False, **more))


def random_boards():
    for seed in range(2):
        chance = random.Random(seed)
        board = soliter.Board.built_in(["triangle15", "square4"][seed])
        start = soliter.Position(int(board.full) & chance.getrandbits(64) | 0b111)
        yield soliter.Puzzle(board, start, pegs=1)


def test_ray_listens_on_this_machine_alone(nodes):
    listening = set()
    for info in ray.nodes():
        assert info["NodeManagerAddress"] == "127.0.0.1"
        listening.add(info["NodeManagerPort"])
    for table in ("tcp", "tcp6"):
        for line in open(f"/proc/net/{table}").read().splitlines()[1:]:
            address, port = line.split()[1].split(":")
            if line.split()[3] == "0A" and int(port, 16) in listening:
                # The bytes of an address are in native order; IPv6 has ::1 and ::ffff:127.x.x.x.
                assert address.endswith("7F") or (table == "tcp6" and address == "0" * 24 + "01000000"), line


@pytest.mark.parametrize("what", ["positions", "games", "solutions"])
def test_two_nodes_count_what_one_thread_counts(nodes, what):
    triangle = soliter.Puzzle.built_in("triangle15/11-to-11")
    for puzzle in (triangle, *random_boards()):
        assert tasks(puzzle, what) == without_time(soliter.count(puzzle, what)), (puzzle, what)


@pytest.mark.long
def test_the_central_game(nodes, central):
    assert distributed.count(central, "solutions", progress=False).value == 40_861_647_040_079_968
    answer = distributed.fewest(central, progress=False)
    assert (answer.claim, answer.move_count) == ("optimal", 18)


def test_fewest_moves_by_tasks(nodes, puzzle, impossible):
    answer = distributed.fewest(puzzle, _small=10, progress=False)
    assert answer.move_count == soliter.solve(puzzle).move_count == 8
    assert distributed.fewest(impossible, progress=False).claim == "infeasible"
    for puzzle in random_boards():
        told, found = soliter.solve(puzzle), distributed.fewest(puzzle, _small=20, progress=False)
        assert (told.claim, told.move_count) == (found.claim, found.move_count), puzzle


class Beside:
    """Runs work in a thread, while this thread adds and removes nodes: Ray allows that in no other thread."""

    def __init__(self, work):
        self.made, self.error = None, None
        self.thread = threading.Thread(target=self.run, args=(work,))
        self.thread.start()

    def run(self, work):
        try:
            self.made = work()
        except BaseException as error:  # noqa: BLE001 - raised in the thread of the test
            self.error = error

    def ends(self, within):
        self.thread.join(within)
        return not self.thread.is_alive()

    def result(self):
        self.thread.join()
        if self.error:
            raise self.error
        return self.made


def lose(nodes, chance, work, lost, most):
    """Removes nodes and adds others, at random moments, until the work has ended or enough are lost."""
    while lost < most and not work.ends(chance.uniform(0.2, 1.5)):
        nodes.remove(chance.randrange(len(nodes.nodes)))
        nodes.add()
        lost += 1
    return lost


@pytest.mark.parametrize(("with_folder", "most"), [(True, 1), pytest.param(False, 10, marks=pytest.mark.long)])
def test_nodes_are_lost(nodes, puzzle, positions, with_folder, most, tmp_path):
    chance, lost, rounds = random.Random(47 + with_folder), 0, 0
    while lost < most:
        folder = tmp_path / str(rounds) if with_folder else None
        work = Beside(lambda folder=folder: tasks(puzzle, folder=folder))
        lost = lose(nodes, chance, work, lost, most)
        assert work.result() == positions
        rounds += 1


def workers():
    """The processes that run tasks. A node does not survive the loss of its agents, which are named ray::... too."""
    found = subprocess.run(
        ["pgrep", "-P", ",".join(raylets()), "-f", "ray::(_|IDLE)"], capture_output=True, text=True
    )
    return [int(word) for word in found.stdout.split()]


def raylets():
    mine = os.getpid()
    found = subprocess.run(
        ["pgrep", "-f", "raylet/raylet"], capture_output=True, text=True, check=False
    ).stdout.split()
    parents = {pid: open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[1] for pid in found}
    return [pid for pid, parent in parents.items() if int(parent) == mine] or ["0"]


def test_workers_are_killed(nodes, puzzle, positions):
    chance, ended, killed = random.Random(1), threading.Event(), []

    def kill():
        while len(killed) < 2 and not ended.wait(chance.uniform(0.1, 0.5)):
            running = workers()
            if running:
                killed.append(chance.choice(running))
                os.kill(killed[-1], signal.SIGKILL)

    while len(killed) < 2:
        ended.clear()
        thread = threading.Thread(target=kill)
        thread.start()
        try:
            assert tasks(puzzle) == positions
        finally:
            ended.set()
            thread.join()


def test_a_node_that_comes_late_and_one_with_little_memory_take_part(nodes, puzzle, positions):
    # A quarter of the default memory of an object store.
    nodes.add(memory=64 << 20, object_store_memory=75 << 20)
    work = Beside(lambda: tasks(puzzle))
    work.ends(0.5)
    nodes.add()
    assert work.result() == positions
    while len(nodes.nodes) > NODES:
        nodes.remove(len(nodes.nodes) - 1)


DRIVER = """
import sys, soliter
from soliter import distributed
puzzle = soliter.Puzzle.built_in("gardner/fireplace")
distributed.count(puzzle, "positions", folder=sys.argv[1], resume=True, address=sys.argv[2], _small=10, progress=False)
"""


def program_answer(program, folder, *more):
    run = [
        program,
        "count",
        "gardner/fireplace",
        "--what",
        "positions",
        "--dir",
        folder,
        "--format",
        "json",
        *more,
    ]
    return subprocess.run(run, capture_output=True, text=True, check=False)


def compared(report):
    return {key: report[key] for key in report if key not in ("seconds", "puzzle", "schema")}


def test_a_killed_driver_is_continued_here_and_by_the_program(nodes, puzzle, positions, program, tmp_path):
    folder = tmp_path / "killed"
    driver = subprocess.Popen([sys.executable, "-c", DRIVER, str(folder), nodes.cluster.address])
    while not list(folder.glob("ahead-[3-9]*.level")) and driver.poll() is None:
        time.sleep(0.02)
    driver.kill()
    driver.wait()
    assert tasks(puzzle, folder=folder, resume=True) == positions
    # The program continues from levels that Ray has written, and Ray from levels of the program.
    again = program_answer(program, folder, "--resume")
    assert again.returncode == 0, again
    assert compared(json.loads(again.stdout)) == compared(positions)
    stopped = tmp_path / "stopped"
    for _ in range(3):
        program_answer(program, stopped, "--resume", "--time-limit", "0.01")
    assert tasks(puzzle, folder=stopped, resume=True) == positions


def test_a_damaged_or_missing_file_is_refused(nodes, puzzle, positions, tmp_path):
    folder = tmp_path / "levels"
    assert tasks(puzzle, folder=folder) == positions
    for path in [*folder.glob("*.level"), folder / "levels.json"]:
        whole = path.read_bytes()
        for at in (0, len(whole) // 2, len(whole) - 1):
            damaged = bytearray(whole)
            damaged[at] ^= 4
            path.write_bytes(damaged)
            with pytest.raises(soliter.Damaged):
                tasks(puzzle, folder=folder, resume=True)
        path.write_bytes(whole)
    with pytest.raises(soliter.Unfit, match="add --resume"):
        tasks(puzzle, folder=folder)
    (folder / "hello.txt").write_text("dear")
    with pytest.raises(soliter.Unfit, match="contains another file: hello.txt"):
        tasks(puzzle, folder=folder, resume=True)
    (folder / "hello.txt").unlink()
    next(folder.glob("*.level")).unlink()
    with pytest.raises(FileNotFoundError):
        tasks(puzzle, folder=folder, resume=True)


def test_a_url_is_a_folder(nodes, puzzle, positions, tmp_path):
    pytest.importorskip("fsspec")
    place = f"file://{tmp_path}/levels"
    assert tasks(puzzle, folder=place) == positions
    assert tasks(puzzle, folder=place, resume=True) == positions


def test_limits_are_kept(nodes, central):
    with pytest.raises(soliter.LimitReached, match="time limit"):
        distributed.count(central, seconds=0.5, progress=False)
    with pytest.raises(soliter.LimitReached, match="memory limit"):
        distributed.count(central, memory=0.001, progress=False)
    answer = distributed.fewest(central, seconds=0.01, progress=False)
    assert answer.claim in ("unknown", "feasible")


def test_the_command(nodes, program):
    command = [sys.executable, "-m", "soliter.distributed"]
    more = ["--address", nodes.cluster.address, "--format", "json"]
    # The second has levels that are too large for the driver alone.
    for words in (
        ["count", "gardner/fireplace", "--what", "games"],
        ["count", "triangle21/21-to-33", "--what", "positions"],
        ["fewest", "gardner/latin-cross"],
    ):
        told = subprocess.run([*command, *words, *more], capture_output=True, text=True, check=True)
        alone = [program, *(["solve"] if words[0] == "fewest" else ["count"]), *words[1:], "--format", "json"]
        said = subprocess.run(alone, capture_output=True, text=True, check=True)
        told, said = json.loads(told.stdout), json.loads(said.stdout)
        assert list(told) == list(said)
        for key in ("schema", "puzzle", "title", "value", "levels", "status", "moves"):
            assert told.get(key) == said.get(key), key
    missing = subprocess.run(
        [*command, "count", "gardner/lamb", *more], capture_output=True, text=True, check=False
    )
    assert missing.returncode == 2 and json.loads(missing.stdout)["error"]["reason"] == "error"
    assert (
        subprocess.run([*command, "count", "x", "--resume"], capture_output=True, check=False).returncode == 2
    )


@pytest.mark.long
def test_the_central_game_with_ten_nodes_lost(nodes, central, tmp_path):
    for folder in (None, tmp_path / "levels"):
        work = Beside(
            lambda folder=folder: distributed.count(central, "positions", folder=folder, progress=False)
        )
        lose(nodes, random.Random(3), work, 0, 10)
        assert work.result().value == 187_636_299
