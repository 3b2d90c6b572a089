"""Pictures and pages for notebooks."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import soliter

SVG = "{http://www.w3.org/2000/svg}svg"


def pictures(cross, impossible):
    answer = soliter.solve(cross)
    return [
        cross.board,
        cross,
        impossible,
        answer,
        answer.solution,
        soliter.solve(impossible),
        soliter.check(cross, "45-25, 25-45"),
        soliter.certify(answer),
        soliter.verify(soliter.certify(soliter.solve(impossible))),
    ]


def test_each_picture_is_one(cross, impossible):
    for thing in pictures(cross, impossible):
        root = ElementTree.fromstring(thing._repr_svg_())
        assert root.tag == SVG and root.find("{http://www.w3.org/2000/svg}title").text, thing
    for text in (cross.board.svg(cross.start), cross.board.svg(), cross.svg()):
        assert ElementTree.fromstring(text).tag == SVG


def test_pictures_stand_in_one_page(cross, impossible):
    together = [thing._repr_svg_() for thing in pictures(cross, impossible)]
    own = [set(re.findall(r' id="([^"]+)"', picture)) for picture in together]
    for number, picture in enumerate(together):
        used = set(re.findall(r'href="#([^"]+)"', picture))
        used |= set(" ".join(re.findall(r'aria-labelledby="([^"]+)"', picture)).split())
        assert used and used <= own[number]
        assert all(
            together[other] == picture or not own[other] & own[number]
            for other in range(len(own))
            if other != number
        )


def test_titles_cannot_break_out():
    title = "<script>alert(1)</script>\"&'</svg>"
    puzzle = soliter.Puzzle.drawn("oo.", ["31"], title=title)
    root = ElementTree.fromstring(puzzle._repr_svg_())
    assert root.find("{http://www.w3.org/2000/svg}title").text == title
    frame = soliter.play(puzzle)._repr_html_()
    assert frame.count("<") == 2 and "<iframe" in frame


def test_a_page_plays_without_a_network(cross, tmp_path):
    answer = soliter.solve(cross)
    for player in (soliter.play(answer), soliter.play(cross), soliter.play(cross, answer.solution, height=500)):
        assert "default-src 'none'" in player.page
        assert not re.search(r"""(src|href)=["']?https?://""", player.page)
        assert 'sandbox="allow-scripts"' in player._repr_html_()
        player.save(tmp_path / "page.html")
        assert (tmp_path / "page.html").read_text(encoding="utf-8") == player.page
    assert "height:500px" in player._repr_html_()


@pytest.mark.parametrize("number", [1, 2, 3])
def test_notebooks_are_stored_with_their_output(number):
    """Sites that show notebooks do not run them."""
    [path] = (Path(__file__).parent.parent / "notebooks").glob(f"{number}-*.ipynb")
    cells = [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    outputs = [output for cell in cells for output in cell["outputs"]]
    assert all(output["output_type"] != "error" for output in outputs)
    kinds = {kind for output in outputs for kind in output.get("data", {})}
    assert kinds & {"image/svg+xml", "image/png"} and len(outputs) >= len(cells) - 2
