"""The stubs name everything that exists, with the same arguments and docstrings, and every docstring's example holds."""

import ast
import doctest
import inspect
import io
import pydoc
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import soliter

HERE = Path(__file__).parent.parent
STUB = ast.parse((Path(soliter.__file__).parent / "__init__.pyi").read_text(encoding="utf-8"))
HAS_MODELS = "milp" in soliter.features
PUBLIC = {
    name: getattr(soliter, name)
    for name in dir(soliter)
    if not name.startswith("_") and not inspect.ismodule(getattr(soliter, name))
}
# Errors have no members of their own to show.
WITHOUT_EXAMPLE = {name for name, thing in PUBLIC.items() if inspect.isclass(thing) and issubclass(thing, Exception)}


def arguments(function):
    every = function.args
    return [one.arg for one in every.posonlyargs + every.args + every.kwonlyargs if one.arg != "self"]


def test_functions_take_what_the_stubs_say():
    functions = {node.name: node for node in STUB.body if isinstance(node, ast.FunctionDef)}
    for name, node in functions.items():
        there = inspect.signature(PUBLIC[name]).parameters.values()
        if not any(one.kind is one.VAR_KEYWORD for one in there):
            assert [one.name for one in there] == arguments(node), name
    imported = {alias.asname for node in STUB.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    classes = {node.name for node in STUB.body if isinstance(node, ast.ClassDef)}
    missing = set() if HAS_MODELS else {"ProgramAnswer"}
    assert set(PUBLIC) - {"features"} == {*functions, *classes, *imported} - {"errors", "levels", None} - missing


def test_classes_have_what_the_stubs_say():
    for node in STUB.body:
        if not isinstance(node, ast.ClassDef) or node.name in ("Model", "ProgramAnswer") and not HAS_MODELS:
            continue
        real = PUBLIC[node.name]
        told = {part.name: part for part in node.body if isinstance(part, ast.FunctionDef)}
        public = {name for name in vars(real) if not name.startswith("_")}
        assert public == {name for name in told if not name.startswith("_")}, node.name
        for name, part in told.items():
            if name in public and not part.decorator_list:
                there = [one for one in inspect.signature(getattr(real, name)).parameters if one != "self"]
                assert there == arguments(part), (node.name, name)
        for name in public:
            assert inspect.getdoc(getattr(real, name)), (node.name, name)


def test_stubs_have_the_docstrings():
    script = runpy.run_path(str(HERE / "stub_docs.py"))
    text = script["STUB"].read_text(encoding="utf-8")
    assert text == script["with_docstrings"](text, soliter)


def examples(name, thing):
    """The examples of the docstrings of a thing and of its members."""
    parser = doctest.DocTestParser()
    found = [parser.get_doctest(inspect.getdoc(thing) or "", {}, name, None, 0)]
    if inspect.isclass(thing):
        for member in vars(thing):
            if not member.startswith("_"):
                told = inspect.getdoc(getattr(thing, member)) or ""
                found.append(parser.get_doctest(told, {}, f"{name}.{member}", None, 0))
    return [test for test in found if test.examples]


@pytest.mark.parametrize("name", ["soliter", "levels", *PUBLIC])
def test_examples_hold(name, tmp_path):
    thing = {"soliter": soliter, "levels": soliter.levels}.get(name) or PUBLIC[name]
    if name == "features" or name == "Model" and not HAS_MODELS:
        return
    tests = examples(name, thing)
    assert tests or name in WITHOUT_EXAMPLE, f"{name} has no example"
    assert inspect.getdoc(thing)
    for test in tests:
        test.globs = {"soliter": soliter, "folder": tmp_path}
        said = io.StringIO()
        assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.write).failed == 0, said.getvalue()


def test_help_is_short():
    said = pydoc.plain(pydoc.render_doc(soliter))
    assert len(said.splitlines()) < 400
    for name, thing in PUBLIC.items():
        if name not in WITHOUT_EXAMPLE:
            assert name in said


def code_of(page):
    """The Python code of a page, and the examples of all docstrings, each as a function."""
    blocks, code = [], None
    for line in page.splitlines():
        if line.startswith("```"):
            if code is None and line == "```python":
                code = []
            elif code is not None:
                blocks.append(code)
                code = None
        elif code is not None:
            code.append(line)
    for name, thing in [("soliter", soliter), ("levels", soliter.levels), *PUBLIC.items()]:
        if name != "features":
            blocks += ["".join(one.source for one in test.examples).splitlines() for test in examples(name, thing)]
    imports = {line for code in blocks for line in code if line.startswith(("import ", "from "))}
    functions = (
        f"def block_{number}(puzzle: soliter.Puzzle) -> None:\n    pass\n"
        + "".join(f"    {line}\n" for line in code if line not in imports)
        for number, code in enumerate(blocks)
    )
    return "\n".join(["from pathlib import Path", *sorted(imports), "folder = Path()", *functions])


def test_examples_have_the_right_types(tmp_path):
    pytest.importorskip("mypy")
    page = (HERE / "../docs/reference/python.md").read_text(encoding="utf-8")
    program = tmp_path / "examples.py"
    program.write_text(code_of(page), encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", tmp_path / "cache"]
    loose = ["networkx", "highspy", "pyomo", "tqdm", "pandas", "ortools"]
    config = tmp_path / "mypy.ini"
    config.write_text("[mypy]\nuntyped_calls_exclude = highspy\n" + "".join(f"[mypy-{name}.*]\nignore_missing_imports = True\n" for name in loose))
    said = subprocess.run([*command, "--config-file", config, program], capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stdout + said.stderr
