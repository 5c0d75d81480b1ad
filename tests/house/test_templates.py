"""Templates format and arrange: they work nothing out, and a reviewer can read their lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import nodes

from bot.wording.words import environment

TEMPLATES = Path(__file__).parents[2] / "templates"
ALL = sorted(TEMPLATES.rglob("*.j2"))
LIMIT = 120
SUMS = (nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Pow, nodes.Neg)


def sums(text: str) -> list[int]:
    """Lines on which two values are added, multiplied and so on; a negative literal is a value."""
    found = environment().parse(text).find_all(SUMS)
    return [node.lineno for node in found if not (isinstance(node, nodes.Neg) and isinstance(node.node, nodes.Const))]


@pytest.mark.parametrize("text", ["{{ a / 1000 }}", "{{ a * b }}", "{% if a - b > 1 %}{% endif %}", "{{ (-a) | f }}"])
def test_a_sum_in_a_template_is_found(text: str) -> None:
    assert sums(text) == [1]


@pytest.mark.parametrize("text", ["{{ a ~ '-' ~ b }}", "{{ items[:-1] }}", "{{ '%d%%' | format(a) }}", "a - b / c"])
def test_joining_slicing_and_plain_text_are_no_sums(text: str) -> None:
    assert sums(text) == []


@pytest.mark.parametrize("path", ALL, ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_no_template_works_anything_out(path: Path) -> None:
    assert sums(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", ALL, ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_no_line_is_longer_than_a_reviewer_can_read(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [number for number, line in enumerate(lines, 1) if len(line) > LIMIT] == []
