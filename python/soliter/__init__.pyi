from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from os import PathLike
from typing import Any, Literal, NoReturn, SupportsIndex, TypeAlias

import numpy
from numpy.typing import ArrayLike, NDArray

from . import errors as errors
from . import levels as levels
from ._player import Player as Player
from ._player import play as play
from .errors import Damaged as Damaged
from .errors import Disagreement as Disagreement
from .errors import Error as Error
from .errors import IllegalMove as IllegalMove
from .errors import InvalidText as InvalidText
from .errors import LimitReached as LimitReached
from .errors import MissingFeature as MissingFeature
from .errors import NotFound as NotFound
from .errors import Rejected as Rejected
from .errors import Unfit as Unfit

__version__: str
features: list[str]

_Hole: TypeAlias = SupportsIndex | str
_Pegs: TypeAlias = Position | str | Iterable[_Hole]
_Step: TypeAlias = Jump | tuple[_Hole, _Hole] | tuple[_Hole, _Hole, _Hole]
_Moves: TypeAlias = str | Iterable[_Step] | Iterable[Iterable[Jump]]
_Path: TypeAlias = str | PathLike[str]
_Lattice: TypeAlias = Literal["square", "triangular"]
_Directions: TypeAlias = Literal["orthogonal", "all", "lines", "skew"]
_Notation: TypeAlias = Literal[
    "column-row", "row-column", "letter-row", "letter-rank", "number", "number0", "letters"
]
_Method: TypeAlias = Literal["auto", "search", "dfs", "prove", "milp", "by-jump", "sat"]
_Claim: TypeAlias = Literal["optimal", "feasible", "infeasible", "unknown"]
_Progress: TypeAlias = Callable[[str], object]

class Position(Set[int]):
    """A set of holes, usually those with a peg: a `collections.abc.Set` of hole numbers.

    It compares with sets as sets do: `<=` means "is a subset of". `int(position)` has bit `h` for hole `h`, and
    `Position(16)` reads such an integer. A position that comes from a board or a puzzle has a picture.

    >>> position = soliter.Position([0, 3])
    >>> 3 in position, len(position), int(position)
    (True, 2, 9)
    >>> position | {5}
    Position([0, 3, 5])
    >>> position == {0, 3} == soliter.Position(9)
    True
    >>> print(soliter.Board("oooo").position([0, 3]))
    o . . o
    """
    def __init__(self, holes: Position | SupportsIndex | Iterable[SupportsIndex] = ..., /) -> None: ...
    @property
    def holes(self) -> list[int]:
        """The numbers of the holes, in ascending order."""
    def isdisjoint(self, other: Iterable[Any], /) -> bool:
        """Whether the two sets have no hole in common."""
    def __int__(self) -> int: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __len__(self) -> int: ...
    def __contains__(self, hole: object) -> bool: ...
    def __iter__(self) -> Iterator[int]: ...
    def __and__(self, other: Set[Any]) -> Position: ...
    def __or__(self, other: Set[int]) -> Position: ...  # type: ignore[override]
    def __xor__(self, other: Set[int]) -> Position: ...  # type: ignore[override]
    def __sub__(self, other: Set[Any]) -> Position: ...
    def _repr_svg_(self) -> str | None: ...

class Jump:
    """A jump: the peg in `from_hole` leaps over `over_hole` and lands in `to_hole`.

    >>> puzzle = soliter.Puzzle.drawn("oo.")
    >>> jump = puzzle.legal()[0]
    >>> jump
    Jump(0, 1, 2)
    >>> from_hole, over_hole, to_hole = jump
    >>> puzzle.after(soliter.Jump(0, 1, 2)) == {2}
    True
    """
    def __init__(self, from_hole: SupportsIndex, over_hole: SupportsIndex, to_hole: SupportsIndex, /) -> None: ...
    @property
    def from_hole(self) -> int:
        """The hole where the peg starts."""
    @property
    def over_hole(self) -> int:
        """The hole that the peg leaps over."""
    @property
    def to_hole(self) -> int:
        """The hole where the peg lands."""
    @property
    def holes(self) -> Position:
        """The three holes, as a position."""
    def __iter__(self) -> Iterator[int]: ...
    def __hash__(self) -> int: ...

class Board:
    """A board: holes, the jumps between them, and the names of the holes.

    It is made from a drawing in which `o` is a hole, or by one of the static methods. Iteration gives the numbers of
    the holes, row by row from the top.

    >>> board = soliter.Board(" oo\\noooo\\n oo")
    >>> len(board), list(board)[:3], board.name(0), board.hole("33")
    (8, [0, 1, 2], '23', 1)
    >>> len(board.jumps), len(board.symmetries)
    (8, 4)
    >>> len(soliter.Board("ooooo", wrap="torus").jumps)
    10
    """
    def __init__(
        self,
        drawing: str,
        /,
        *,
        lattice: _Lattice = "square",
        directions: _Directions | None = None,
        wrap: Literal["torus"] | None = None,
        notation: _Notation | None = None,
        title: str = "custom board",
    ) -> None: ...
    @staticmethod
    def built_in(name: str, /) -> Board:
        """A built-in board: one of `boards()`."""
    @staticmethod
    def from_networkx(graph: Any, /, *, title: str | None = None) -> Board:
        """The board of a `networkx.Graph`: its vertices are the holes.

        If the vertices are numbers, they must be those from 0 up, and are the numbers of the holes. Otherwise they
        become the names of the holes if they consist of letters, digits and `_` only; if not, holes are numbered in the
        order of the vertices.
        """
    @staticmethod
    def from_jumps(
        jumps: Iterable[Jump | tuple[_Hole, _Hole, _Hole]],
        /,
        *,
        names: list[str] | None = None,
        title: str = "custom board",
    ) -> Board:
        """A board given by its jumps, each as three holes: from, over, to. Jumps go one way.

        Holes are numbers from 0, or names of letters, digits and `_`. Without `names`, numbered holes are named by
        their numbers, and named holes come in the order in which they first appear.

        >>> board = soliter.Board.from_jumps([("a", "b", "c"), ("c", "b", "a")])
        >>> board.names, board.jumps
        (['a', 'b', 'c'], [Jump(0, 1, 2), Jump(2, 1, 0)])
        """
    def to_networkx(self) -> Any:
        """The `networkx.Graph` whose jumps are those of the board."""
    @property
    def title(self) -> str:
        """The title."""
    @property
    def notation(self) -> str:
        """The notation in which holes are named."""
    @property
    def directions(self) -> str:
        """The directions in which pegs jump."""
    @property
    def names(self) -> list[str]:
        """The names of the holes, hole 0 first."""
    @property
    def places(self) -> list[tuple[int, int]]:
        """Row from the top and column from the left of each hole, both from 0."""
    @property
    def full(self) -> Position:
        """The position with a peg in every hole."""
    @property
    def jumps(self) -> list[Jump]:
        """All jumps."""
    @property
    def symmetries(self) -> list[list[int]]:
        """Permutations of the holes: hole `h` goes to `symmetry[h]`. The identity comes first.

        Symmetries that only exchange `interchangeable` holes are not listed. If there are more than 1024 others, some
        are left out, and images under these count as different.
        """
    @property
    def interchangeable(self) -> list[list[int]]:
        """Sets of holes, any two of which can be exchanged, such as the leaves at one vertex of a graph."""
    def with_notation(self, notation: _Notation, /) -> Board:
        """The same board with its holes named in another notation."""
    def position(self, holes: _Pegs, /) -> Position:
        """A position of this board from a drawing, a `Position`, or a list of holes by number or name."""
    def hole(self, name: _Hole, /) -> int:
        """The number of a hole by its name."""
    def name(self, hole: _Hole, /) -> str:
        """The name of a hole."""
    def images(self, position: _Pegs, /) -> list[Position]:
        """All images of a position, each once, in ascending order. `LimitReached` is raised if there are more than a million."""
    def draw(self, position: _Pegs | None = None, /) -> str:
        """A drawing of a position: `o` is a peg, `.` an empty hole."""
    def svg(self, position: _Pegs | None = None, /) -> str:
        """A picture of the board with the names of the holes, or of a position."""
    def _repr_svg_(self) -> str: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    def __contains__(self, hole: object, /) -> bool: ...
    def __hash__(self) -> int: ...

class Puzzle:
    """A board, a start and a finish.

    A position is a drawing, a `Position`, or a list of holes by name or number. Instead of a finish, `pegs=2` accepts
    any position with two pegs. Without either, the finish is one peg in any hole.

    >>> board = soliter.Board.built_in("english")
    >>> puzzle = soliter.Puzzle(board, ["35", "43", "44", "45", "46", "55"], ["44"])
    >>> puzzle
    <Puzzle "untitled", English board, 6 to 1 pegs>
    >>> puzzle == soliter.Puzzle.built_in("gardner/latin-cross")
    True
    >>> puzzle.name(puzzle.legal()[0])
    '45-47'
    """
    def __init__(
        self,
        board: Board,
        start: _Pegs,
        finish: _Pegs | None = None,
        *,
        pegs: int | None = None,
        reverse: bool = False,
        title: str = "untitled",
    ) -> None: ...
    @staticmethod
    def drawn(
        start: str,
        finish: _Pegs | None = None,
        *,
        pegs: int | None = None,
        reverse: bool = False,
        lattice: _Lattice = "square",
        directions: _Directions | None = None,
        title: str = "untitled",
    ) -> Puzzle:
        """A puzzle from a drawing of its start; the finish is a drawing too, or holes."""
    @staticmethod
    def built_in(name: str, /) -> Puzzle:
        """A built-in puzzle: one of `puzzles()`."""
    @staticmethod
    def parse(text: str, /, *, name: str = "puzzle.toml") -> Puzzle:
        """A puzzle from the text of a puzzle file."""
    @staticmethod
    def read(path: _Path, /) -> Puzzle:
        """A puzzle from a file, or from an entry of a collection: `FILE#NAME`. If it names a model file, that file is looked up relative to the folder of the puzzle."""
    @property
    def title(self) -> str:
        """The title."""
    @property
    def source(self) -> str | None:
        """The source from which the puzzle was taken, if it is given."""
    @property
    def board(self) -> Board:
        """The board."""
    @property
    def start(self) -> Position:
        """The position before the first jump."""
    @property
    def finish(self) -> Position | None:
        """The pegs of the finish; `None` if only their number is given."""
    @property
    def pegs_left(self) -> int:
        """The number of pegs at the end."""
    @property
    def jump_count(self) -> int:
        """The number of jumps of every solution."""
    @property
    def reverse(self) -> bool:
        """Whether it is reverse solitaire."""
    @property
    def marked(self) -> dict[str, str]:
        """The holes of marked pegs, by their conditions."""
    @property
    def notation(self) -> str:
        """The notation in which holes are named."""
    def with_notation(self, notation: _Notation, /) -> Puzzle:
        """The same puzzle with its holes named in another notation."""
    def hole(self, name: _Hole, /) -> int:
        """The number of a hole by its name."""
    def name(self, what: _Hole | Jump, /) -> str:
        """The name of a hole, or of a jump."""
    def legal(self, position: _Pegs | None = None, /) -> list[Jump]:
        """The legal jumps in a position, or at the start."""
    def is_finish(self, position: _Pegs, /) -> bool:
        """Whether a position is a finish."""
    def after(self, jump: _Step, position: _Pegs | None = None) -> Position:
        """The position after a jump, which is a `Jump`, two holes or three holes."""
    def line(self, moves: _Moves, /, *, notation: str | None = None) -> Line:
        """A legal line from a text, or from jumps or moves. Raises `IllegalMove` if the rules do not allow a jump.

        A text is read in the puzzle's notation or, if that is not possible, in whichever notation fits; `notation`
        requires one.
        """
    def to_lp(
        self, formulation: Literal["by-move", "by-jump"] = "by-move", *, moves: int | None = None
    ) -> str:
        """An integer program in the LP format, as `soliter export` writes it: by move, with at most `moves` moves (the minimum
        by default), or by jump.

        The program by move has no objective: it is feasible if there is a solution of at most this number of moves. The
        program by jump minimises the number of moves; it needs a drawn board.
        """
    def to_mps(
        self, formulation: Literal["by-move", "by-jump"] = "by-move", *, moves: int | None = None
    ) -> str:
        """The program that `to_lp` writes, in the MPS format."""
    def line_from(
        self,
        values: Mapping[str, float] | Iterable[tuple[str, float]],
        /,
        formulation: Literal["by-move", "by-jump"] = "by-move",
        *,
        moves: int | None = None,
    ) -> Line:
        """The solution that another solver has found, given the values of the program's columns by name.

        Columns without a value count as 0. `formulation` and `moves` are those of `to_lp`.
        """
    def to_toml(self) -> str:
        """The text of a puzzle file, as `soliter show --to toml` writes it."""
    def to_pddl(self) -> tuple[str, str]:
        """A planning problem in PDDL, as `soliter export` writes it: the domain, and the problem."""
    def html(self, line: Line | None = None, /) -> str:
        """The complete page that plays a line and lets the reader try the puzzle; it makes no network requests."""
    def svg(self) -> str:
        """A picture of start and finish."""
    def _repr_svg_(self) -> str: ...
    def __hash__(self) -> int: ...

class Line:
    """A legal line of a puzzle from its start, whether or not it ends at the finish.

    Its text is read as it is written: `puzzle.line(str(line)) == line`.

    >>> puzzle = soliter.Puzzle.built_in("gardner/latin-cross")
    >>> line = puzzle.line("45-25, 43-45")
    >>> line.finish_reached, len(line), line.jumps == [jump for move in line.moves for jump in move]
    (False, 2, True)
    >>> [puzzle.name(hole) for hole in line.moves[0][0]]
    ['45', '35', '25']
    >>> puzzle.line(line.moves) == puzzle.line(line.jumps) == line
    True
    """
    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
    @property
    def moves(self) -> list[list[Jump]]:
        """The moves, each a list of jumps by one peg."""
    @property
    def jumps(self) -> list[Jump]:
        """All jumps."""
    @property
    def positions(self) -> list[Position]:
        """The start, and the position after each jump."""
    @property
    def finish_reached(self) -> bool:
        """Whether it ends at the finish."""
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[list[Jump]]: ...
    def __hash__(self) -> int: ...
    def svg(self) -> str:
        """A picture of every move, side by side."""
    def _repr_svg_(self) -> str: ...

class Answer:
    """The proved results for a puzzle. Its line was replayed, and its certificates were checked.

    >>> answer = soliter.solve(soliter.Puzzle.built_in("gardner/latin-cross"))
    >>> answer.claim, answer.move_count, answer.is_final
    ('optimal', 5, True)
    >>> print(answer)
    5 moves, the fewest possible
    >>> soliter.solve(soliter.Puzzle.built_in("impossible/greek-cross")).claim
    'infeasible'
    """
    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
    @property
    def claim(self) -> _Claim:
        """What is proved: `optimal`, `feasible`, `infeasible` or `unknown`."""
    @property
    def is_final(self) -> bool:
        """Whether nothing remains to be proved: the claim is `optimal` or `infeasible`."""
    @property
    def move_count(self) -> int | None:
        """The number of moves of the solution; `None` without one."""
    @property
    def lower_bound(self) -> int | None:
        """No solution has fewer moves; `None` if there is no solution."""
    @property
    def solution(self) -> Line | None:
        """The shortest solution found."""
    @property
    def evidence(self) -> list[dict[str, Any]]:
        """The claim of each method and its grounds, in the order in which they ran."""
    @property
    def stopped(self) -> str:
        """The reasons why methods stopped early; empty if none did."""
    @property
    def seconds(self) -> float:
        """The wall-clock seconds that it took."""
    @property
    def refutation(self) -> str | None:
        """A picture of a proof that no solution exists, if there is one that a person can check on the board."""
    def report(self) -> dict[str, Any]:
        """The complete answer, as printed by `soliter solve --format json`."""
    def html(self) -> str:
        """The complete page that plays the answer; it makes no network requests."""
    def __bool__(self) -> NoReturn: ...
    def __hash__(self) -> int: ...
    def svg(self) -> str:
        """A picture: the line, or the refutation, or the puzzle."""
    def _repr_svg_(self) -> str: ...

class Check:
    """A solution judged by the rules. Its truth value says whether it is correct: legal, and ends at the finish.

    >>> checked = soliter.check(soliter.Puzzle.built_in("gardner/latin-cross"), "45-25, 25-45")
    >>> bool(checked), checked.legal, checked.reason, len(checked.line)
    (False, False, 'middle-empty', 1)
    """
    @property
    def legal(self) -> bool:
        """Whether all of it can be read and breaks no rule."""
    @property
    def finish_reached(self) -> bool:
        """Whether it is legal and ends at the finish."""
    @property
    def line(self) -> Line:
        """The legal part."""
    @property
    def move_count(self) -> int:
        """The number of moves of the legal part."""
    @property
    def mistake(self) -> str | None:
        """The first mistake, in a sentence."""
    @property
    def reason(self) -> str | None:
        """The stable word for the mistake, such as `start-empty`."""
    @property
    def lost_after(self) -> int | None:
        """The number of the jump after which no solution was left, 0 if there never was one; `None` if it is not
        known to be lost.
        """
    @property
    def lost(self) -> Literal["yes", "no", "unknown"]:
        """`yes`, `no`, or `unknown` if a limit was reached first."""
    @property
    def fewest_moves(self) -> int | None:
        """The number of moves of the best solution known, if this one is correct and was compared with it."""
    @property
    def lower_bound(self) -> int | None:
        """A proved lower bound on the moves of every solution, if this one was compared with it."""
    def report(self) -> dict[str, Any]:
        """The complete result, as printed by `soliter check --format json`."""
    def svg(self) -> str:
        """The legal part, and the illegal jump in red."""
    def _repr_svg_(self) -> str: ...
    def __bool__(self) -> bool: ...
    def __hash__(self) -> int: ...

class Count:
    """An exact number, and the levels that add up to it. It converts to an `int`.

    >>> counted = soliter.count(soliter.Puzzle.built_in("gardner/latin-cross"), "positions")
    >>> int(counted) == counted.value == sum(level["positions"] for level in counted.levels)
    True
    """
    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
    @property
    def value(self) -> int:
        """The number."""
    @property
    def what(self) -> Literal["solutions", "shortest", "positions", "games"]:
        """What was counted."""
    @property
    def classes(self) -> int:
        """The number of positions of all levels, up to symmetry."""
    @property
    def fewest_moves(self) -> int | None:
        """The fewest moves, if shortest solutions were counted."""
    @property
    def levels(self) -> list[dict[str, Any]]:
        """The levels by jumps made: each is a dictionary of integers, with `None` for numbers that were not
        counted.
        """
    @property
    def seconds(self) -> float:
        """The wall-clock seconds that it took."""
    def report(self) -> dict[str, Any]:
        """The complete result, as printed by `soliter count --format json`."""
    def __int__(self) -> int: ...
    def __index__(self) -> int: ...
    def __hash__(self) -> int: ...

class Certificate:
    """A certificate that was checked; unchecked ones cannot be constructed. Unpickling checks it again.

    >>> puzzle = soliter.Puzzle.built_in("gardner/latin-cross")
    >>> certificate = soliter.certify(soliter.solve(puzzle))
    >>> certificate.proved, certificate.move_count
    ('exact-moves', 5)
    >>> soliter.verify(bytes(certificate), puzzle) == certificate
    True
    """
    @property
    def proved(self) -> Literal["moves-at-least", "exact-moves", "impossible"]:
        """`moves-at-least`, `exact-moves` or `impossible`."""
    @property
    def move_count(self) -> int | None:
        """The number of moves in the claim; `None` if the claim is impossibility."""
    @property
    def position_count(self) -> int:
        """The number of positions in its layers, up to symmetry; 0 if the proof has no layers."""
    @property
    def title(self) -> str | None:
        """The title of the puzzle that it was made from or compared with; `None` if there was no such puzzle."""
    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that the file states."""
    def __bytes__(self) -> bytes: ...
    def save(self, path: _Path, /) -> None:
        """Writes the file."""
    def __hash__(self) -> int: ...
    def _repr_svg_(self) -> str: ...

class Model:
    """A program in the modelling language; raises `MissingFeature` in a build without `milp`.

    >>> text = "Project P\\nModule Main\\nField N As Integer\\nVar X As {0..9}\\nCon C As X + X = N\\nCon S As Store(X)"
    >>> soliter.Model(text).solve(data={"N": 6}).solutions
    [{'X': 3}]
    """

    def __init__(self, text: str, /, *, name: str = "program.np") -> None: ...
    @staticmethod
    def read(path: _Path, /) -> Model:
        """A program from a file."""
    @staticmethod
    def built_in(name: str, /) -> Model:
        """A built-in program, such as `solitaire`."""
    @property
    def fields(self) -> list[str]:
        """The names of the fields, which `data` and a puzzle fill."""
    def solve(
        self,
        puzzle: Puzzle | None = None,
        data: Mapping[str, Any] | None = None,
        *,
        all: int = 1,
        seconds: float | None = None,
        memory: float | None = None,
        threads: int | None = None,
        progress: _Progress | None = None,
    ) -> ProgramAnswer:
        """Solves the program with its data, for up to `all` solutions. A puzzle fills the fields, as `soliter run --data` does."""
    def lp(
        self,
        puzzle: Puzzle | None = None,
        data: Mapping[str, Any] | None = None,
        *,
        format: Literal["lp", "mps"] = "lp",
    ) -> str:
        """The program with its data in the LP format, which other solvers read."""

class ProgramAnswer:
    """The results of a program with its data. Its values were checked against the text.

    >>> text = "Project P\\nModule Main\\nVar X As {0..9}\\nCon C As Maximize(X)\\nCon S As Store(X)"
    >>> answer = soliter.Model(text).solve()
    >>> answer.claim, answer.objective, answer.solutions
    ('optimal', 9, [{'X': 9}])
    """

    @property
    def claim(self) -> _Claim:
        """What is proved: `optimal`, `feasible`, `infeasible` or `unknown`."""
    @property
    def objective(self) -> int | None:
        """The value of the objective, if the program has one."""
    @property
    def bound(self) -> int | None:
        """No answer is better. Unless the claim is `optimal`, one run of HiGHS says so."""
    @property
    def stopped(self) -> str:
        """The reason why it stopped early."""
    @property
    def solutions(self) -> list[dict[str, int | str]]:
        """For each solution, the values that the program stores, by name."""
    @property
    def complete(self) -> bool:
        """Whether these are all solutions."""
    @property
    def printed(self) -> list[str]:
        """The lines that the program prints."""
    @property
    def solution(self) -> Line | None:
        """The solution of the given puzzle, replayed by the rules."""

def puzzles(word: str = "", /) -> list[str]:
    """The names of the built-in puzzles that contain a word, or of all; those of the board games are left out.

    >>> soliter.puzzles("gardner/latin")
    ['gardner/latin-cross']
    """
def boards(word: str = "", /) -> list[str]:
    """The names of the built-in boards that contain a word, or of all; those of the board games are left out.

    >>> "english" in soliter.boards()
    True
    """
def records(word: str = "", /) -> list[str]:
    """The names of the built-in solutions and game records that contain a word, or of all.

    >>> soliter.records("bergholt")
    ['solutions/bergholt-1912']
    """
def record(name: str, /) -> str:
    """The text of a built-in solution or game record.

    >>> central = soliter.Puzzle.built_in("gardner/central-game")
    >>> bool(soliter.check(central, soliter.record("bergholt-1912"), search=False))
    True
    """
def solve(
    puzzle: Puzzle,
    method: _Method = "auto",
    *,
    seconds: float | None = None,
    memory: float | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Answer:
    """Finds a solution with the fewest moves, or proves that there is none. Reaching a limit is a result too.

    >>> puzzle = soliter.Puzzle.built_in("gardner/latin-cross")
    >>> print(soliter.solve(puzzle, seconds=60))
    5 moves, the fewest possible
    """
def check(
    puzzle: Puzzle,
    solution: _Moves | Line,
    *,
    notation: str | None = None,
    search: bool = True,
    seconds: float | None = 10.0,
    memory: float | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Check:
    """Judges a solution: a text, a `Line`, or jumps. An illegal solution is a result, not an exception.

    A text is read in whichever notation fits best; `notation` requires one. Within the limits, the fewest moves or the jump
    that lost the puzzle are found as well, unless `search` is false.

    >>> puzzle = soliter.Puzzle.built_in("gardner/latin-cross")
    >>> soliter.check(puzzle, "45-25, 25-45").mistake
    'jump 2, 25-45: hole 35 is empty, so there is nothing to jump over'
    >>> line = puzzle.line("45-25, 43-45, 55-35, 25-45, 46-44")
    >>> soliter.check(puzzle, line).fewest_moves
    5
    """
def count(
    puzzle: Puzzle,
    what: Literal["solutions", "shortest", "positions", "games"] = "solutions",
    *,
    seconds: float | None = None,
    memory: float | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Count:
    """Counts exactly: `solutions`, `shortest` (those with the fewest moves), `positions` or `games`.

    Solutions and games are sequences of jumps.

    >>> puzzle = soliter.Puzzle.built_in("gardner/latin-cross")
    >>> int(soliter.count(puzzle, "shortest")) == len(list(soliter.solutions(puzzle, shortest=True)))
    True
    """
def fewest_pegs(
    puzzle: Puzzle,
    *,
    seconds: float | None = None,
    memory: float | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Answer:
    """The fewest pegs that games from the start of a puzzle can leave, and the fewest moves to that number.

    The finish of the puzzle does not matter. `answer.puzzle` has the number of pegs, which is proved; raises
    `LimitReached` if a limit is reached before the proof.

    >>> answer = soliter.fewest_pegs(soliter.Puzzle.drawn("oo.oo"))
    >>> answer.puzzle.pegs_left, answer.move_count
    (2, 2)
    """
def most_pegs(
    puzzle: Puzzle,
    *,
    seconds: float | None = None,
    memory: float | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Answer:
    """The most pegs that a stuck game from the start of a puzzle can leave (fool's solitaire), and one such game.

    The finish of the puzzle does not matter. `answer.puzzle` has the number of pegs, which is proved; the moves of the game
    are not the fewest. Raises `LimitReached` if a limit is reached before the proof.

    >>> soliter.most_pegs(soliter.Puzzle.drawn("oo.oo")).puzzle.pegs_left
    2
    """
def problems(board: Board) -> Iterator[Puzzle]:
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
def solutions(
    puzzle: Puzzle,
    *,
    shortest: bool = False,
    up_to_symmetry: bool = False,
    seconds: float | None = None,
    memory: float | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Iterator[Line]:
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
def game_graph(puzzle: Puzzle, *, most: int = 100_000) -> Any:
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
def survey(
    graphs: Iterable[Any],
    *,
    witness: bool = False,
    evidence: bool = False,
    seconds: float | None = None,
    memory: float | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Iterator[dict[str, Any]]:
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
def certify(
    answer: Answer,
    *,
    layers: bool = False,
    solution: bool = True,
    seconds: float | None = None,
    memory: float | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Certificate:
    """Writes the certificate of an answer, and checks it.

    With `layers`, the file has the positions of its layers, not only their digest; without `solution`, it proves only
    the lower bound.

    >>> answer = soliter.solve(soliter.Puzzle.built_in("gardner/latin-cross"))
    >>> print(soliter.certify(answer))
    Latin cross: 5 moves, and no solution has fewer
    """
def verify(
    certificate: bytes | _Path | Certificate,
    of: Puzzle | None = None,
    *,
    seconds: float | None = None,
    memory: float | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Certificate:
    """Checks a certificate and, if a puzzle is given, that it belongs to this puzzle. Raises `Rejected` if it does not hold.

    The certificate is given as bytes, as a file, or as a `Certificate`.

    >>> puzzle = soliter.Puzzle.built_in("gardner/latin-cross")
    >>> certificate = bytes(soliter.certify(soliter.solve(puzzle)))
    >>> soliter.verify(certificate, puzzle).proved
    'exact-moves'
    """
def reachable(
    puzzle: Puzzle,
    jumps: int,
    *,
    seconds: float | None = None,
    memory: float | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> NDArray[numpy.uint64]:
    """The positions reachable in exactly `jumps` jumps, as an array of `uint64` in ascending order.

    Raises `LimitReached` if a limit is reached first; incomplete levels are not returned.

    >>> puzzle = soliter.Puzzle.drawn("oo.o")
    >>> [soliter.Position(bits) for bits in soliter.reachable(puzzle, 1)]
    [Position([2, 3])]
    """
def least_images(board: Board, positions: ArrayLike) -> NDArray[numpy.uint64]:
    """The smallest image of each position under the symmetries of a board, as an array of the same shape.

    Two positions are equal up to rotation and reflection if and only if their smallest images are equal.

    >>> soliter.least_images(soliter.Board("ooo"), [0b001, 0b100, 0b110]).tolist()
    [1, 1, 3]
    """
def peg_table(board: Board, positions: ArrayLike) -> NDArray[numpy.bool_]:
    """The positions as a table of booleans, with a row for each position and a column for each hole.

    >>> soliter.peg_table(soliter.Board("ooo"), [0b001, 0b110]).tolist()
    [[True, False, False], [False, True, True]]
    """
