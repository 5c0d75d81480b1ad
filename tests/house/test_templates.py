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


def test_no_template_works_anything_out() -> None:
    found = {str(path.relative_to(TEMPLATES)): sums(path.read_text(encoding="utf-8")) for path in ALL}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_no_line_is_longer_than_a_reviewer_can_read() -> None:
    found = {
        f"{path.relative_to(TEMPLATES)}:{number}"
        for path in ALL
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LIMIT
    }
    assert found == set()
