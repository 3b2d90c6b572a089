"""Counts and searches on a Ray cluster: `pip install soliter[ray]`.

>>> import soliter
>>> from soliter import distributed
>>> count = distributed.count(soliter.Puzzle.built_in("gardner/latin-cross"), "positions")  # doctest: +SKIP

The results are exactly those of `soliter.count` and `soliter.solve`. docs/how-to/several-machines.md says how to
start a cluster, what happens when a machine fails, and what Ray costs.

The driver decides which level is built next, and tasks build it: `_expand` turns some runs of a level into runs of the
next, and `_merge` merges all runs for one bucket of it into one. Runs stay in Ray's object store, or in the folder;
the driver receives counts. The driver itself builds levels that are too small to be worth a task.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import json
import os
import pickle
import re
import sys
import time
from pathlib import Path

from . import _soliter
from ._soliter import Kernel, Puzzle
from .errors import Damaged, Error, LimitReached, MissingFeature, Unfit

__all__ = ["count", "fewest", "main"]

# The driver itself builds levels with fewer positions (up to symmetry): starting a task costs as much as some thousands.
SMALL = 30_000
# The smallest useful size of a run in bytes: Ray copies smaller objects through the driver.
RUN = 128 << 10
# The estimated bytes of arrivals at a level for each position of the previous level.
ARRIVALS = 8
# The most positions in a bucket.
IN_BUCKET = 16 << 20
# The interval in seconds at which the limits are checked.
TICK = 0.1


def _ray():
    try:
        import ray
    except ImportError as error:
        raise MissingFeature("Ray is not installed", "pip install 'soliter[ray]'") from error
    return ray


class _Run:
    """The bytes of a run. Ray stores them unchanged, and tasks read them without copying."""

    __slots__ = ("data",)

    def __init__(self, data) -> None:
        self.data = data

    def __reduce_ex__(self, protocol):
        if protocol >= 5:
            return _Run, (pickle.PickleBuffer(self.data),)
        return _Run, (bytes(self.data),)

    def __len__(self) -> int:
        return len(self.data)


class _File:
    """A file of a level in a folder: its path, its place among the files of the level, and its digest."""

    __slots__ = ("files", "folder", "level", "name", "number", "sha256")

    def __init__(self, folder, level, name, number, files, sha256) -> None:
        self.folder, self.level, self.name = folder, level, name
        self.number, self.files, self.sha256 = number, files, sha256

    def load(self, kernel, parts: int = 1) -> list[bytes]:
        """The runs of the file, split into some of `parts` parts of the level."""
        data = self.folder.read(self.name)
        return kernel.load(self.level, (self.number, self.files), data, self.sha256, parts)

    def __reduce__(self):
        return _File, (self.folder, self.level, self.name, self.number, self.files, self.sha256)


class _Folder:
    """A folder on this machine or at an `fsspec` URL, with the files of levels."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.is_local = "://" not in place
        self._lock = None

    @functools.cached_property
    def _system(self):
        if self.is_local:
            return None
        try:
            import fsspec
        except ImportError as error:
            raise MissingFeature("fsspec is not installed", "pip install 'soliter[ray]'") from error
        return fsspec.core.url_to_fs(self.place)

    def _path(self, name: str) -> str:
        return self._system[1].rstrip("/") + "/" + name

    def open(self) -> None:
        """Creates the folder, and locks out other processes if the file system supports locks."""
        if not self.is_local:
            self._system[0].makedirs(self._system[1], exist_ok=True)
            return
        self.place = str(Path(self.place).resolve())
        os.makedirs(self.place, exist_ok=True)
        try:
            import fcntl
        except ImportError:
            return
        self._lock = open(os.path.join(self.place, "lock"), "w")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._lock.close()
            self._lock = None
            raise Unfit(
                f"{self.place}: another process is counting in it", "wait until it ends, or choose another folder"
            ) from None

    def close(self) -> None:
        if self._lock:
            self._lock.close()
            self._lock = None

    def names(self) -> list[str]:
        if self.is_local:
            return os.listdir(self.place)
        system, path = self._system
        system.invalidate_cache()
        return [name.rsplit("/", 1)[-1] for name in system.ls(path, detail=False)]

    def read(self, name: str) -> bytes:
        if self.is_local:
            return Path(self.place, name).read_bytes()
        return self._system[0].cat_file(self._path(name))

    def write(self, name: str, data, part: str) -> None:
        """Writes a file atomically: it appears complete or not at all."""
        if not self.is_local:
            self._system[0].pipe_file(self._path(name), bytes(data))
            return
        part = os.path.join(self.place, part)
        with open(part, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, os.path.join(self.place, name))
        if os.name == "posix":
            folder = os.open(self.place, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    def remove(self, name: str) -> None:
        # A file that cannot be removed only wastes space.
        try:
            if self.is_local:
                os.remove(os.path.join(self.place, name))
            else:
                self._system[0].rm_file(self._path(name))
        except OSError:
            pass

    def check(self, name: str, size: int, sha256: str) -> None:
        """Raises an exception if a file has changed since it was written."""
        digest, length = hashlib.sha256(), 0
        if self.is_local:
            stream = open(os.path.join(self.place, name), "rb")
        else:
            stream = self._system[0].open(self._path(name), "rb")
        with stream:
            while block := stream.read(1 << 20):
                digest.update(block)
                length += len(block)
        if length != size or digest.hexdigest() != sha256:
            raise Damaged(
                f"{self.place}/{name} is damaged: its contents were changed",
                "count again in an empty folder",
            )

    def __reduce__(self):
        return _Folder, (self.place,)


class _Job:
    """The data that every task of a count needs."""

    def __init__(self, puzzle, what, memory, folder) -> None:
        self.key = pickle.dumps((puzzle, what))
        self.memory, self.folder = memory, folder

    def kernel(self) -> Kernel:
        return _kernel(self.key)


@functools.lru_cache(maxsize=4)
def _kernel(key: bytes) -> Kernel:
    return Kernel(*pickle.loads(key))


def _runs(kernel, parts) -> list:
    """The bytes of some parts of a level, loaded if they are files."""
    return [run for part in parts for run in (part.load(kernel) if isinstance(part, _File) else [part.data])]


def _expand(job, step, numbers, parts, *sources):
    """Turns some runs of the levels with these numbers in the step into one run for each part of the next level."""
    kernel = job.kernel()
    runs = [(number, run) for number, source in zip(numbers, sources) for run in _runs(kernel, [source])]
    made = [_Run(run) for run in kernel.expand_step(step, runs, parts, job.memory)]
    return made[0] if parts == 1 else made


def _merge(job, step, name, round, counts, *runs):
    """Merges the runs for one part of a level into one. Returns its record, and the run. If there is a folder, the
    run is written to it under this name, and None is returned instead."""
    kernel = job.kernel()
    groups, at = [], 0
    for lengths in counts:
        group = []
        for length in lengths:
            group.append(_runs(kernel, runs[at : at + length]))
            at += length
        groups.append(group)
    ([own], within, without, meeting) = groups
    run, record = kernel.merge_step(
        step, own, within, without, meeting, round if job.folder else None, job.memory
    )
    if job.folder is None:
        return record, _Run(run)
    body = memoryview(run)[len(run) - json.loads(record)["files"][0]["bytes"] :]
    number = name.split(".")[1]
    # If Ray assumes that a machine is lost, a task may run twice at the same time, so each run writes its own file.
    part = f"level.{number}.{int.from_bytes(os.urandom(6))}.part"
    job.folder.write(name, body, part)
    return record, None


def _split(job, file, parts):
    """The runs of a file for the parts of the level that it contains."""
    made = [_Run(run) for run in file.load(job.kernel(), parts)]
    return made[0] if len(made) == 1 else made


def _check(folder, files):
    for name, size, sha256 in files:
        folder.check(name, size, sha256)


class _Level:
    """A level: its parts, each of which is a `_Run`, a reference to one, or a `_File`."""

    def __init__(self, parts, positions) -> None:
        self.parts, self.positions = parts, positions

    def of(self, part: int, parts: int) -> list:
        """The objects that hold the buckets of a part, if the level has this many parts."""
        own = len(self.parts)
        return [self.parts[part % own]] if own <= parts else self.parts[part::parts]

    def is_small(self) -> bool:
        return all(isinstance(part, (_Run, _File)) for part in self.parts) and len(self.parts) == 1


class _Engine:
    """Builds levels with Ray's tasks; `soliter._soliter._elsewhere` decides which."""

    def __init__(self, puzzle, what, memory, folder, told, small) -> None:
        self.ray = _ray()
        self.job = _Job(puzzle, what, memory, folder)
        self.kernel = self.job.kernel()
        self.folder, self.told, self.small = folder, told, small
        self.levels: dict[str, _Level] = {}
        self.round = 0
        self.check = lambda: None
        self.last = (None, None)
        self.looked = time.monotonic()
        remote = self.ray.remote(max_retries=-1)
        self.expand, self.merge = remote(_expand), remote(_merge)
        self.split, self.verify = remote(_split), remote(_check)
        self.shared = self.ray.put(self.job)

    # The methods that _soliter calls.

    def begin(self, records: str, left: list[str], round: int) -> None:
        self.round = round
        if self.folder is None:
            return
        tasks = []
        for record in json.loads(records):
            files = record.get("files", [])
            if not files:
                continue
            names = [f"{record['name']}.{number}.{file['round']}.level" for number, file in enumerate(files)]
            self.levels[record["name"]] = _Level(
                [
                    _File(self.folder, record["name"], name, number, len(files), file["sha256"])
                    for number, (name, file) in enumerate(zip(names, files))
                ],
                record["classes"],
            )
            every = [(name, file["bytes"], file["sha256"]) for name, file in zip(names, files)]
            tasks += [self.verify.remote(self.folder, every[at : at + 16]) for at in range(0, len(every), 16)]
        self.wait(tasks)
        for task in tasks:
            self.get(task)
        for name in left:
            self.folder.remove(name)

    def make(self, step: str, seed) -> list[str]:
        asked = json.loads(step)
        name = asked["name"]
        self.told.step(name)
        compared = [
            [self.levels[level] for level in asked.get(key, [])] for key in ("within", "without", "meeting")
        ]
        sources = [self.levels[level] for level, _ in asked["from"]]
        involved = sources + [level for group in compared for level in group]
        if seed is not None or (
            sum(level.positions for level in sources) <= self.small
            and sum(level.positions for level in involved) <= 8 * self.small
            and all(level.is_small() for level in involved)
        ):
            records, parts = self.make_here(step, name, sources, compared, seed)
        else:
            records, parts = self.make_there(step, name, sources, compared)
        positions = sum(json.loads(record)["classes"] for record in records)
        if self.folder:
            parts = [
                _File(
                    self.folder,
                    name,
                    self.file(name, number),
                    number,
                    len(records),
                    json.loads(record)["files"][0]["sha256"],
                )
                for number, record in enumerate(records)
            ]
        self.levels[name] = _Level(parts, positions)
        self.told.made(positions)
        return records

    def complete(self, manifest: str, done: list[str], files: list[str]) -> None:
        if self.folder:
            self.folder.write("levels.json", manifest.encode(), "levels.part")
            for name in files:
                self.folder.remove(name)
        for name in done:
            self.levels.pop(name, None)

    def run(self, level: str, bucket: int):
        parts = self.levels[level].parts
        part = parts[bucket % len(parts)]
        if self.last[0] is not part:
            if not isinstance(part, (_Run, _File)):
                self.wait([part])
                self.last = (part, self.get(part).data)
            else:
                self.last = (part, _runs(self.kernel, [part])[0])
        return self.last[1]

    # Their implementation.

    def file(self, name: str, number: int) -> str:
        return f"{name}.{number}.{self.round}.level"

    def make_here(self, step, name, sources, compared, seed):
        """Builds a small level in the driver."""
        if seed is None:
            runs = [
                (number, run)
                for number, level in enumerate(sources)
                for run in _runs(self.kernel, level.parts)
            ]
            seed = self.kernel.expand_step(step, runs, 1, self.job.memory)[0]
        groups = [[_Run(seed)]]
        counts = [[1]]
        for group in compared:
            counts.append([len(level.parts) for level in group])
            groups += [level.parts for level in group]
        flat = [part for group in groups for part in group]
        record, run = _merge(self.job, step, self.file(name, 0), self.round, counts, *flat)
        return [record], [run]

    def make_there(self, step, name, sources, compared):
        """Builds a level with tasks."""
        for level in [*sources, *(level for group in compared for level in group)]:
            self.spread(level)
        parts = self.parts(sum(level.positions for level in sources))
        expanded = []
        for group in self.groups(sources):
            numbers = [number for number, _ in group]
            made = self.expand.options(num_returns=parts).remote(
                self.shared, step, numbers, parts, *(part for _, part in group)
            )
            expanded.append([made] if parts == 1 else made)
        self.wait([runs[0] for runs in expanded])
        merged = []
        for part in range(parts):
            own = [runs[part] for runs in expanded]
            others = [[level.of(part, parts) for level in group] for group in compared]
            counts = [[len(own)]] + [[len(one) for one in group] for group in others]
            flat = own + [run for group in others for one in group for run in one]
            merged.append(
                self.merge.options(num_returns=2).remote(
                    self.shared, step, self.file(name, part), self.round, counts, *flat
                )
            )
        self.wait([record for record, _ in merged])
        records = [self.get(record) for record, _ in merged]
        return records, [run for _, run in merged]

    def spread(self, level) -> None:
        """Splits a large level with fewer files than parts, such as one written by a single machine."""
        files, parts = len(level.parts), self.parts(level.positions)
        if parts <= files or level.positions <= self.small or not isinstance(level.parts[0], _File):
            return
        runs = [None] * parts
        for number, file in enumerate(level.parts):
            made = self.split.options(num_returns=parts // files).remote(self.shared, file, parts)
            runs[number::files] = made
        level.parts = runs

    def parts(self, positions: int) -> int:
        """The number of parts of a level that is built from this many positions."""
        cores = max(1, int(self.ray.cluster_resources().get("CPU", 1)))
        most = max(1.0, (ARRIVALS * positions / RUN) ** 0.5)
        wanted = min(max(4 * cores, positions / IN_BUCKET), most)
        return min(1 << (max(1, int(wanted)).bit_length() - 1), self.kernel.buckets)

    def groups(self, sources):
        """The parts of the sources, with the numbers of their levels, in groups of about the same size."""
        cores = max(1, int(self.ray.cluster_resources().get("CPU", 1)))
        share = max(self.small, sum(level.positions for level in sources) / (4 * cores))
        groups, held = [], 0.0
        for number, level in enumerate(sources):
            size = level.positions / len(level.parts)
            for part in level.parts:
                if not groups or held + size > share:
                    groups.append([])
                    held = 0.0
                groups[-1].append((number, part))
                held += size
        return groups

    def look(self) -> None:
        """Raises an exception if Ray has lost the driver's node, because its tasks would never finish."""
        now = time.monotonic()
        if now - self.looked < 5:
            return
        self.looked = now
        own = self.ray.get_runtime_context().get_node_id()
        if any(node["NodeID"] == own and not node["Alive"] for node in self.ray.nodes()):
            raise Error("the driver's node is lost", "with --dir, start again with --resume")

    def wait(self, tasks) -> None:
        """Waits for tasks, and checks the limits while waiting."""
        left = list(tasks)
        while left:
            try:
                self.check()
                self.look()
            except BaseException:
                for task in left:
                    self.ray.cancel(task)
                raise
            _, left = self.ray.wait(left, num_returns=len(left), timeout=TICK, fetch_local=False)
            self.told.tick(len(tasks) - len(left), len(tasks))

    def get(self, task):
        try:
            return self.ray.get(task)
        except self.ray.exceptions.RayTaskError as error:
            cause = error.cause if isinstance(error.cause, Exception) else error
            raise cause from None
        except self.ray.exceptions.RayError as error:
            raise Error(
                f"Ray lost a part of a level: {error}",
                "with --dir, --resume continues from the last complete level",
            ) from None


class _Progress:
    """A line on a terminal: the level, its positions, their rate, and the amount that Ray has spilled to disk."""

    def __init__(self, shown: bool) -> None:
        self.shown, self.begun, self.positions = shown, time.monotonic(), 0
        self.name, self.at, self.spilled, self.looked = "", 0.0, "", time.monotonic()

    def step(self, name: str) -> None:
        self.name = name

    def made(self, positions: int) -> None:
        self.positions += positions

    def tick(self, done: int, tasks: int) -> None:
        now = time.monotonic()
        if not self.shown or now - self.at < 0.5:
            return
        if now - self.looked > 5:
            self.looked, self.spilled = now, _spilled()
        self.at = now
        rate = self.positions / max(now - self.begun, 1e-9)
        bar = "#" * (10 * done // max(tasks, 1))
        text = f"\r{self.name} [{bar:10}] {self.positions:,} positions, {rate:,.0f}/s{self.spilled}"
        sys.stderr.write(f"{text:79}")
        sys.stderr.flush()

    def end(self) -> None:
        if self.shown and self.at:
            sys.stderr.write("\r" + " " * 79 + "\r")
            sys.stderr.flush()


def _spilled() -> str:
    """The amount that the object stores have written to disk, as reported by Ray."""
    try:
        from ray._private.internal_api import memory_summary

        found = re.search(r"Spilled (\d+ \w+)", memory_summary(stats_only=True))
    except Exception:  # noqa: BLE001 - Ray does not guarantee this function, and the figure is only displayed
        return ""
    return f", spilled {found[1]}" if found else ""


def _connect(address):
    ray = _ray()
    if not ray.is_initialized():
        # Without an address, Ray uses the cluster of this machine or job, or starts one.
        ray.init(address=address, log_to_driver=False, logging_level="error")
    return ray


def _work(puzzle, what, folder, resume, address, limits, progress, small):
    _connect(address)
    told = _Progress(sys.stderr.isatty() if progress is None else progress)
    place = None if folder is None else _Folder(str(folder))
    contents = None
    if place:
        place.open()
    try:
        if place:
            names = place.names()
            manifest = place.read("levels.json") if "levels.json" in names else None
            contents = (place.place, names, manifest)
        engine = _Engine(puzzle, what, limits.get("memory"), place, told, small)
        return _soliter._elsewhere(puzzle, what, engine, contents, resume=resume, **limits)
    finally:
        told.end()
        if place:
            place.close()


def count(
    puzzle: Puzzle,
    what: str = "positions",
    *,
    folder=None,
    resume: bool = False,
    address: str | None = None,
    seconds: float | None = None,
    memory: float | None = None,
    progress: bool | None = None,
    _small: int = SMALL,
):
    """Counts `positions`, `games` or `solutions` on a Ray cluster: the same `Count` as `soliter.count` returns.

    `folder` is a folder that all machines share, or an `fsspec` URL. Complete levels are kept in it in the format of
    `soliter count --dir`, and `resume` continues from them. `memory` is the limit in GiB for the tables of one task.
    `address` is the address of a cluster; without it, Ray's own rule applies (`RAY_ADDRESS`, or a cluster on this
    machine).
    """
    if what not in ("positions", "games", "solutions"):
        raise Unfit(f"{what!r} cannot be counted by levels", "choose positions, games or solutions")
    limits = {"seconds": seconds, "memory": memory}
    return _work(puzzle, what, folder, resume, address, limits, progress, _small)


def fewest(
    puzzle: Puzzle,
    *,
    folder=None,
    resume: bool = False,
    address: str | None = None,
    seconds: float | None = None,
    memory: float | None = None,
    progress: bool | None = None,
    _small: int = SMALL,
):
    """Finds the fewest moves on a Ray cluster: the same `Answer` as `soliter.solve` returns. See `count`."""
    limits = {"seconds": seconds, "memory": memory}
    return _work(puzzle, "fewest", folder, resume, address, limits, progress, _small)


def _arguments():
    parser = argparse.ArgumentParser(
        prog="python -m soliter.distributed", description="Counts and fewest moves on a Ray cluster."
    )
    parser.add_argument("command", choices=["count", "fewest"])
    parser.add_argument("puzzle", help="a puzzle file, or the name of a built-in puzzle")
    parser.add_argument("--what", choices=["positions", "games", "solutions"], default="positions")
    parser.add_argument("--address", help="the address of the cluster, or auto for the one on this machine")
    parser.add_argument(
        "--dir", help="keep complete levels in this folder or fsspec URL, which all machines share"
    )
    parser.add_argument(
        "--resume", action="store_true", help="continue from the levels that the folder holds"
    )
    parser.add_argument("--time-limit", type=float, metavar="SECONDS")
    parser.add_argument(
        "--memory-limit", type=float, metavar="GIB", help="for the tables of each task [default: 4]"
    )
    parser.add_argument("--format", choices=["text", "json"], default="text")
    return parser


def main(arguments=None) -> int:
    """Runs the command, and returns its exit code, which means the same as that of `soliter`."""
    parser = _arguments()
    args = parser.parse_args(arguments)
    if args.resume and not args.dir:
        parser.error("--resume requires --dir")
    try:
        puzzle = Puzzle.read(args.puzzle) if Path(args.puzzle).is_file() else Puzzle.built_in(args.puzzle)
        options = {
            "folder": args.dir,
            "resume": args.resume,
            "address": args.address,
            "seconds": args.time_limit,
            "memory": args.memory_limit,
        }
        if args.command == "count":
            result = count(puzzle, args.what, **options)
        else:
            result = fewest(puzzle, **options)
    except (Error, OSError) as error:
        reason = "limit" if isinstance(error, LimitReached) else "error"
        if args.format == "json":
            print(json.dumps({"error": {"reason": reason, "message": str(error)}}))
        print(f"error: {error}", file=sys.stderr)
        return 3 if isinstance(error, LimitReached) else 2
    if args.format == "json":
        # The same object as `soliter` prints.
        print(json.dumps({"schema": 1, **result.report(), "puzzle": args.puzzle}))
    elif args.command == "count":
        print(f"{result.value:,} {result.what}")
    else:
        print(_text(result))
    return _exit_code(result) if args.command == "fewest" else 0


def _text(answer) -> str:
    claim = answer.claim
    if claim == "optimal":
        return f"{answer.move_count} moves, the fewest possible\n{answer.solution}"
    if claim == "infeasible":
        return "no solution"
    return f"stopped: at least {answer.lower_bound} moves"


def _exit_code(answer) -> int:
    return {"optimal": 0, "infeasible": 1}.get(answer.claim, 3)


if __name__ == "__main__":
    # Imported under its own name, since Ray's workers import this module by the name stored in its functions.
    from soliter import distributed

    sys.exit(distributed.main())
