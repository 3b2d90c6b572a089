# The compiled module; `__init__.pyi` describes what is public of it.
from typing import Any

def __getattr__(name: str) -> Any: ...
