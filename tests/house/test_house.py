"""Rules every file follows: what the engine may import and call, how long a file may be, where wording lives.

Who may import whom, folder by folder: test_arrows.py. Which test belongs to which module: test_mirror.py.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from math import log2
from pathlib import Path

import pytest

from knowledge.facts import Facts
from knowledge.loading.load import load

ROOT = Path(__file__).resolve().parents[2]
CEILING = 400
PURE_STDLIB = frozenset(
    """__future__ ast bisect collections copy csv dataclasses datetime decimal enum functools heapq html itertools
    json math operator re shlex statistics string tomllib types typing unicodedata warnings""".split()  # noqa: SIM905 - read as words
)
PURE_LIBRARIES = frozenset({"pydantic", "rapidfuzz", "yaml"})  # yaml: text to values, loaded safely
IMPURE_CALLS = frozenset({"open", "print", "input", "exec", "eval", "now", "today", "utcnow"})


def files(*names: str) -> list[Path]:
    return sorted(path for name in names for path in (ROOT / name).rglob("*.py"))


def short(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Every node of a module; parsed once for all rules."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def imports(path: Path) -> Iterator[str]:
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_the_engine_imports_pure_libraries_alone() -> None:
    pure = PURE_STDLIB | PURE_LIBRARIES | {"engine"}
    others = [
        f"{short(path)} imports {name}"
        for path in files("engine")
        for name in imports(path)
        if name.split(".")[0] not in pure and name not in ("knowledge.facts", "knowledge.units")
    ]
    assert others == []


def test_the_engine_opens_nothing_prints_nothing_and_asks_no_clock() -> None:
    impure = [
        f"{short(path)}:{node.lineno} calls {called}()"
        for path in files("engine")
        for node in nodes(path)
        if isinstance(node, ast.Call)
        for called in (node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", ""),)
        if called in IMPURE_CALLS
    ]
    assert impure == []


def test_only_the_bot_knows_slack() -> None:
    knowing = {short(path) for path in files("engine", "knowledge") for name in imports(path) if "slack" in name}
    assert knowing == set()


def test_the_top_packages_import_nothing() -> None:
    for name in ("knowledge", "engine", "bot", "templates"):
        assert not list(imports(ROOT / name / "__init__.py"))


def test_a_file_has_at_most_four_hundred_lines() -> None:
    lengths = {
        short(path): len(path.read_text(encoding="utf-8").splitlines())
        for path in files("bot", "engine", "knowledge", "tests", "benchmarks")
    }
    assert {name: lines for name, lines in lengths.items() if lines > CEILING} == {}


def literals(path: Path) -> Iterator[tuple[int, object]]:
    """Constants of a module that are neither docstrings nor arguments of an exception."""
    skipped: set[int] = set()
    for node in nodes(path):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(id(node.value))
        if isinstance(node, ast.Raise):
            skipped.update(id(part) for part in ast.walk(node))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in LOGGING:
            skipped.update(id(part) for part in ast.walk(node))
    for node in nodes(path):
        if isinstance(node, ast.Constant) and id(node) not in skipped:
            yield node.lineno, node.value


LOGGING = frozenset({"debug", "info", "warning", "error", "exception", "critical"})
SENTENCE = 4  # words: a string this long is taken for wording


def test_wording_lives_in_templates() -> None:
    said = [
        f"{short(path)}:{line} says {value!r}"
        for path in files("bot", "engine")
        for line, value in literals(path)
        if isinstance(value, str) and not value.isupper() and words_in(value) >= SENTENCE
    ]
    assert said == []


def words_in(text: str) -> int:
    return sum(word.strip(".,:;!?").isalpha() for word in text.split())


@pytest.fixture(scope="module")
def facts() -> Facts:
    return load()


def test_figures_of_the_data_are_not_repeated_in_python(facts: Facts) -> None:
    """Prices, specs and throughputs of three digits or more: if Python holds one, it was copied there."""
    known = {float(offer.usd_per_hour) for offer in facts.offers}
    for chip in facts.accelerators.values():
        known |= {chip.bf16_dense_tflops.value, chip.hbm_gbps.value}
    telling = {figure for figure in known if len(f"{figure:g}".replace(".", "").strip("0")) >= 3}
    telling = {figure for figure in telling if not log2(figure).is_integer()}  # lengths and sizes of anything
    copies = {
        f"{short(path)}:{line} holds {value}"
        for path in files("bot", "engine")
        for line, value in literals(path)
        if isinstance(value, int | float) and not isinstance(value, bool) and float(value) in telling
    }
    assert copies == set()


def test_the_standard_library_list_is_real() -> None:
    assert sys.stdlib_module_names >= PURE_STDLIB
