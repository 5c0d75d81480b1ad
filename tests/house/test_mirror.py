"""The tests have the shape of the product: the test of a module has its name, in the folder of the same name."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted(
    path.relative_to(ROOT)
    for top in ("bot", "engine", "knowledge")
    for path in (ROOT / top).rglob("*.py")
    if path.name != "__init__.py"
)


@pytest.mark.parametrize("module", MODULES, ids=Path.as_posix)
def test_every_module_has_a_test_of_its_name(module: Path) -> None:
    test = ROOT / "tests" / module.with_name(f"test_{module.name}")
    assert test.is_file(), f"write {test.relative_to(ROOT)}"
    tree = ast.parse(test.read_text(encoding="utf-8"))
    cases = [node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]
    assert cases, f"{test.relative_to(ROOT)} holds no test"
