"""Copies the docstrings of the installed package into `soliter/__init__.pyi`, where editors look for them.

Run it after changing docstrings: `python stub_docs.py`. With `--check`, it only checks that they are the same; if not, it exits with code 1.
"""

import ast
import inspect
import sys
import textwrap
from pathlib import Path

STUB = Path(__file__).parent / "soliter" / "__init__.pyi"
# Most builds lack these classes, so their docstrings are written in the stubs as well as in `src/model.rs`.
BY_HAND = ("Model", "ProgramAnswer")


def described(body, owner):
    """Yields the functions and classes of a stub, each with the object that it describes."""
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_"):
            if node.name in BY_HAND:
                continue
            thing = inspect.getattr_static(owner, node.name, None)
            if thing is not None:
                yield node, getattr(owner, node.name)
                if isinstance(node, ast.ClassDef):
                    yield from described(node.body, getattr(owner, node.name))


def with_docstrings(text, package):
    """The text of the stub, with the docstrings copied from the package."""
    lines = text.splitlines(keepends=True)
    for node, thing in reversed(list(described(ast.parse(text).body, package))):
        indent = " " * (node.col_offset + 4)
        told = inspect.cleandoc(thing.__doc__ or "").replace("\\", "\\\\")
        end = "\n" if "\n" in told else ""
        docstring = textwrap.indent(f'"""{told}{end}"""', indent, lambda line: line.strip() != "") + "\n"
        first = node.body[0]
        is_docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
        if not is_docstring:
            # A class that begins with a method.
            at = first.lineno - 1 - len(getattr(first, "decorator_list", []))
            lines.insert(at, docstring)
            continue
        start, stop = first.lineno - 1, first.end_lineno
        before = lines[start][: first.col_offset].rstrip()
        lines[start:stop] = [f"{before}\n{docstring}" if before else docstring]
    return "".join(lines)


if __name__ == "__main__":
    # Import the installed package, not the sources next to this file, which lack the compiled module.
    sys.path.remove(str(Path(__file__).parent))
    import soliter

    before = STUB.read_text(encoding="utf-8")
    after = with_docstrings(before, soliter)
    if "--check" in sys.argv:
        sys.exit(before != after)
    STUB.write_text(after, encoding="utf-8")
