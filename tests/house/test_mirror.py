"""The tests have the shape of the product: the test of a module has its name, in the folder of the same name."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted(
    path.relative_to(ROOT)
    for top in ("bot", "engine", "knowledge")
    for path in (ROOT / top).rglob("*.py")
    if path.name != "__init__.py"
)


def test_every_module_has_a_test_of_its_name() -> None:
    tests = [ROOT / "tests" / module.with_name(f"test_{module.name}") for module in MODULES]
    assert [f"write {test.relative_to(ROOT)}" for test in tests if not test.is_file()] == []
    assert [f"{test.relative_to(ROOT)} holds no test" for test in tests if not cases(test)] == []


def cases(test: Path) -> list[str]:
    body = ast.parse(test.read_text(encoding="utf-8")).body
    return [node.name for node in body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]
