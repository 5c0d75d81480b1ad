"""Stamps of written files: which data and which code made them, and that nobody has edited them since.

A stamp is the last line of the file, a comment. `make fit` and `make accuracy` write it; a test of a second holds it
against the data and code of today, so a stale or edited file is found without refitting.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

DIGITS = 9  # significant digits of a float that count: the last ones differ between machines
LENGTH = 16
STAMP = re.compile(r"stamp: data (\w+), code (\w+), text (\w+)")


class Stamp(NamedTuple):
    """Digests of what the file was made from, of the code that made it, and of the text above the stamp."""

    data: str
    code: str
    text: str

    def __str__(self) -> str:
        return f"stamp: data {self.data}, code {self.code}, text {self.text}"


def stamped(text: str, data: object, modules: Iterable[ModuleType], comment: str) -> str:
    """The text with its stamp below; `comment` is how the format writes one: "# {}"."""
    return f"{text}{comment.format(Stamp(digest(data), code_digest(modules), digest(text)))}\n"


def stale(text: str, data: object, modules: Iterable[ModuleType]) -> list[str]:
    """What no longer belongs together: "data", "code", "text"; "stamp" where there is none."""
    above, _, last = text.rstrip("\n").rpartition("\n")
    found = STAMP.search(last)
    if found is None:
        return ["stamp"]
    today = Stamp(digest(data), code_digest(modules), digest(above + "\n"))
    return [name for name, then, now in zip(Stamp._fields, found.groups(), today, strict=True) if then != now]


def digest(value: object) -> str:
    """The same for equal values, whichever machine and day."""
    return hashlib.sha256(_canonical(value).encode()).hexdigest()[:LENGTH]


def code_digest(modules: Iterable[ModuleType]) -> str:
    """Of the source of modules, without docstrings and lines of comment."""
    return digest([_code(Path(str(module.__file__)).read_text(encoding="utf-8")) for module in modules])


def _code(source: str) -> list[str]:
    prose: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            prose |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    lines = ((number, line.strip()) for number, line in enumerate(source.splitlines(), 1) if number not in prose)
    return [line for _, line in lines if line and not line.startswith("#")]


def _canonical(value: object) -> str:
    if isinstance(value, float):
        return f"{value + 0.0:.{DIGITS}g}"
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{key}:{_canonical(entry)}" for key, entry in sorted(value.items())) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(_canonical, value)) + "]"
    if value is None or isinstance(value, str | int):
        return repr(value)
    raise TypeError(f"no canonical text for {type(value).__name__}")
