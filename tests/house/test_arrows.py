"""Who imports whom: the table in arrows.toml, held against every import, also those inside functions."""

from __future__ import annotations

import ast
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.house.test_house import nodes

ROOT = Path(__file__).resolve().parents[2]
TOPS = ("bot", "engine", "knowledge")
DOORS = frozenset({"knowledge.facts", "knowledge.units"})  # all that the engine sees of `knowledge`
SIDE_BY_SIDE = 18
TABLE: Mapping[str, Mapping[str, object]] = tomllib.loads(
    (Path(__file__).parent / "arrows.toml").read_text(encoding="utf-8")
)


@cache
def modules() -> dict[str, Path]:
    """Every module of the product by its dotted name."""
    paths = (path for top in TOPS for path in (ROOT / top).rglob("*.py"))
    return {
        path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__"): path
        for path in paths
    }


def folder_of(module: str) -> str:
    name = module if modules()[module].name == "__init__.py" else module.rpartition(".")[0]
    return name.replace(".", "/")


@cache
def imports_of(module: str) -> frozenset[str]:
    """The modules of ours it imports; `from package import module` counts as the module."""
    found = set()
    for node in nodes(modules()[module]):
        if isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{module} imports relatively"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if inner in modules() else node.module)
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return frozenset(found & modules().keys() - {module})


def arrows() -> Iterator[tuple[str, str]]:
    for module in modules():
        for imported in imports_of(module):
            yield module, imported


def folders() -> list[str]:
    return sorted({folder_of(module) for module, path in modules().items() if path.name != "__init__.py"})


def test_every_folder_has_its_line_and_every_line_its_folder() -> None:
    assert set(folders()) == set(TABLE)
    named = {name for line in TABLE.values() for name in line["imports"]}  # type: ignore[attr-defined]
    assert named <= set(TABLE)


def test_a_folder_imports_only_what_its_line_allows() -> None:
    broken = []
    for module, imported in arrows():
        here, there = folder_of(module), folder_of(imported)
        top, other = here.partition("/")[0], there.partition("/")[0]
        if top == other:
            allowed = here == there or there in TABLE[here]["imports"]  # type: ignore[operator]
        elif top == "engine":
            allowed = imported in DOORS
        else:
            allowed = top == "bot"
        if not allowed:
            broken.append(f"{module} imports {imported}")
    assert broken == []


def test_no_line_allows_what_nobody_needs() -> None:
    drawn: dict[str, set[str]] = defaultdict(set)
    for module, imported in arrows():
        drawn[folder_of(module)].add(folder_of(imported))
    unused = {(here, there) for here, line in TABLE.items() for there in line["imports"] if there not in drawn[here]}  # type: ignore[attr-defined]
    assert unused == set()


@pytest.mark.parametrize("of", ["files", "folders"])
def test_nothing_goes_in_circles(of: str) -> None:
    graph: dict[str, set[str]] = defaultdict(set)
    for module, imported in arrows():
        here, there = (module, imported) if of == "files" else (folder_of(module), folder_of(imported))
        if here != there:
            graph[here].add(there)
    try:
        tuple(TopologicalSorter(graph).static_order())
    except CycleError as error:
        pytest.fail(f"a circle of {of}: {' -> '.join(error.args[1])}")


@pytest.mark.parametrize("folder", [*folders(), "tests/slack", "tests/slack/local"])
def test_a_folder_can_be_taken_in_at_a_glance(folder: str) -> None:
    beside = [path.name for path in (ROOT / folder).glob("*.py") if path.name != "__init__.py"]
    assert len(beside) <= SIDE_BY_SIDE, f"{folder} holds {len(beside)} modules"


@pytest.mark.parametrize("folder", [name for name in folders() if name.startswith("engine")])
def test_a_folder_of_the_engine_says_what_it_is(folder: str) -> None:
    assert ast.get_docstring(ast.parse((ROOT / folder / "__init__.py").read_text(encoding="utf-8")))
