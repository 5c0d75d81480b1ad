"""Rules every file follows: what the engine may import and call, how long a file may be, where wording lives.

Who may import whom, folder by folder: test_arrows.py. Which test belongs to which module: test_mirror.py.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
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


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


@pytest.mark.parametrize("path", files("engine"), ids=short)
def test_the_engine_imports_pure_libraries_alone(path: Path) -> None:
    for name in imports(path):
        top = name.split(".")[0]
        allowed = (
            top == "engine" or name in ("knowledge.facts", "knowledge.units") or top in PURE_STDLIB | PURE_LIBRARIES
        )
        assert allowed, f"{short(path)} imports {name}"


@pytest.mark.parametrize("path", files("engine"), ids=short)
def test_the_engine_opens_nothing_prints_nothing_and_asks_no_clock(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            assert called not in IMPURE_CALLS, f"{short(path)}:{node.lineno} calls {called}()"


def test_only_the_bot_knows_slack() -> None:
    knowing = {short(path) for path in files("engine", "knowledge") for name in imports(path) if "slack" in name}
    assert knowing == set()


def test_the_top_packages_import_nothing() -> None:
    for name in ("knowledge", "engine", "bot", "templates"):
        assert not list(imports(ROOT / name / "__init__.py"))


@pytest.mark.parametrize("path", files("bot", "engine", "knowledge", "tests", "benchmarks"), ids=short)
def test_a_file_has_at_most_four_hundred_lines(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= CEILING


def literals(path: Path) -> Iterator[tuple[int, object]]:
    """Constants of a module that are neither docstrings nor arguments of an exception."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(id(node.value))
        if isinstance(node, ast.Raise):
            skipped.update(id(part) for part in ast.walk(node))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in LOGGING:
            skipped.update(id(part) for part in ast.walk(node))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in skipped:
            yield node.lineno, node.value


LOGGING = frozenset({"debug", "info", "warning", "error", "exception", "critical"})
SENTENCE = 4  # words: a string this long is taken for wording


@pytest.mark.parametrize("path", files("bot", "engine"), ids=short)
def test_wording_lives_in_templates(path: Path) -> None:
    for line, value in literals(path):
        if isinstance(value, str) and len(value.split()) >= SENTENCE:
            words = [word for word in value.split() if word.strip(".,:;!?").isalpha()]
            assert len(words) < SENTENCE or value.isupper(), f"{short(path)}:{line} says {value!r}"


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
