"""The example in README prints what its comments say."""

import re
from pathlib import Path

README = Path(__file__).parent / "../../README.md"


def test_the_example_prints_its_comments(capsys):
    (code,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    exec(code, {})
    expected = [line.rsplit("  # ", 1)[1] for line in code.splitlines() if line.startswith("print")]
    assert capsys.readouterr().out.splitlines() == expected
