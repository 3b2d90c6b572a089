"""The stubs name everything that exists, with the same arguments, and everything has a docstring."""

import ast
import inspect
from pathlib import Path

import soliter

STUB = ast.parse((Path(soliter.__file__).parent / "__init__.pyi").read_text(encoding="utf-8"))
HAS_MODELS = "milp" in soliter.features


def arguments(function):
    every = function.args
    return [one.arg for one in every.posonlyargs + every.args + every.kwonlyargs if one.arg != "self"]


def test_functions_take_what_the_stubs_say():
    for node in STUB.body:
        if isinstance(node, ast.FunctionDef):
            there = inspect.signature(getattr(soliter, node.name)).parameters.values()
            if not any(one.kind is one.VAR_KEYWORD for one in there):
                assert [one.name for one in there] == arguments(node), node.name


def test_classes_have_what_the_stubs_say():
    for node in STUB.body:
        if not isinstance(node, ast.ClassDef) or node.name in ("Model", "ProgramAnswer") and not HAS_MODELS:
            continue
        real = getattr(soliter, node.name)
        told = {part.name: part for part in node.body if isinstance(part, ast.FunctionDef)}
        public = {name for name in vars(real) if not name.startswith("_")}
        assert public == {name for name in told if not name.startswith("_")}, node.name
        for name, part in told.items():
            if name in public and not part.decorator_list:
                there = [one for one in inspect.signature(getattr(real, name)).parameters if one != "self"]
                assert there == arguments(part), (node.name, name)


def test_everything_is_described():
    for name in soliter.__all__:
        thing = getattr(soliter, name)
        if inspect.isclass(thing) or callable(thing):
            assert inspect.getdoc(thing), name
