"""Each expectation of docs/expectations.md is proved by a test that is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\| (\d+) \| .+ \| .+ \| `([^`]+)` \|$")
ROWS = [
    (int(found[1]), found[2])
    for line in (ROOT / "docs" / "expectations.md").read_text(encoding="utf-8").splitlines()
    if (found := ROW.match(line))
]


def test_all_forty_are_there_in_order() -> None:
    assert [number for number, _ in ROWS] == list(range(1, 41))


@pytest.mark.parametrize(("number", "proof"), ROWS, ids=[str(number) for number, _ in ROWS])
def test_its_proof_is_a_test(number: int, proof: str) -> None:
    path, _, name = proof.partition("::")
    body = ast.parse((ROOT / path).read_text(encoding="utf-8")).body
    tests = {each.name for each in body if isinstance(each, ast.FunctionDef) and each.name.startswith("test_")}
    assert name in tests if name else tests, f"{number}: there is no {proof}"
