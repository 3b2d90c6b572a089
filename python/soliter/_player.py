"""A page in a notebook for playing back a line and trying a puzzle."""

from dataclasses import dataclass
from html import escape
from os import PathLike


@dataclass(frozen=True, repr=False)
class Player:
    """The result of `soliter.play`: a notebook shows it as a page in a frame, which makes no network requests.

    >>> page = soliter.play(soliter.Puzzle.drawn("oo."))
    >>> page.save(folder / "page.html")
    """

    page: str
    height: int = 720

    def _repr_html_(self) -> str:
        # The page may run its own scripts, but has no access to the notebook around it.
        return (
            f'<iframe title="Peg solitaire" sandbox="allow-scripts" srcdoc="{escape(self.page)}" '
            f'style="width:100%;height:{self.height}px;border:0"></iframe>'
        )

    def save(self, path: "str | PathLike[str]") -> None:
        """Writes the page as a file for a browser."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.page)

    def __repr__(self) -> str:
        return f"<Player, a page of {len(self.page)} characters: show it in a notebook, or save it>"


def play(what, line=None, *, height: int = 720) -> Player:
    """A page that plays an answer, or a puzzle with a line, or lets the reader try a puzzle.

    `height` is the height of the frame in the notebook, in pixels.

    >>> puzzle = soliter.Puzzle.built_in("gardner/latin-cross")
    >>> soliter.play(soliter.solve(puzzle), height=500).height
    500
    """
    page = what.html() if line is None else what.html(line)
    return Player(page, height)
