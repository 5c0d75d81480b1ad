"""Lines in Slack's markup: words are escaped, sources are links."""

from __future__ import annotations

from bot.card.blocks.lines import first, line
from bot.card.card import Card
from bot.card.citations import Citation
from bot.card.fact_lines import CardLine

NOTE = Citation(number=1, publisher="AWS", title="Prices", as_of="2026-11-20", grade="list", url="https://a.example")
SHOWN = Card(question="q", headline="h", confidence=None, as_of="2026-11-21", notes=(NOTE,))


def test_a_source_with_an_address_is_a_link_and_one_without_is_its_number() -> None:
    assert line(SHOWN, CardLine(text="a < b", notes=(1, 2))) == "a &lt; b <https://a.example|[1]> [2]"


def test_as_many_lines_as_fit_and_never_none() -> None:
    assert first(["x" * 50] * 4, 100) == 2
    assert first(["x" * 500, "y"], 100) == 1
    assert first([], 100) == 0
    assert first([CardLine(text="x" * 60)] * 2, 120) == 2
