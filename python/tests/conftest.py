"""Shared by the tests. The variable `SOLITER` is the path of the program with which answers are compared."""

import os
import subprocess
from pathlib import Path

import pytest

import soliter


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="run the tests that take minutes too")


def pytest_configure(config):
    config.addinivalue_line("markers", "long: takes minutes; run with --long")


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--long"):
        for item in items:
            if item.get_closest_marker("long"):
                item.add_marker(pytest.mark.skip(reason="takes minutes: pytest --long"))


@pytest.fixture(scope="session")
def program() -> Path:
    """The program `soliter`."""
    path = os.environ.get("SOLITER")
    if not path:
        pytest.fail("set SOLITER to the path of the program: SOLITER=$PWD/target/release/soliter")
    if subprocess.run([path, "--version"], capture_output=True, check=False).returncode != 0:
        pytest.fail(f"SOLITER={path} is not a program that runs")
    return Path(path)


@pytest.fixture
def cross():
    return soliter.Puzzle.built_in("gardner/latin-cross")


@pytest.fixture
def impossible():
    return soliter.Puzzle.built_in("impossible/greek-cross")


@pytest.fixture
def long_one():
    """A puzzle whose solutions cannot be counted in a minute."""
    return soliter.Puzzle.built_in("gardner/central-game")
