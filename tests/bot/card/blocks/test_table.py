"""The table in Slack: the advised row first and marked, what decides in the first columns, narrow heads."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.blocks.table import table
from bot.card.card import card
from tests.day import FOUNDING
from tests.golden.test_golden import CARDS

RUNS = "repeated Llama 8B fine-tune, 20 runs, PyTorch, tight region capacity"


def rows_of(advisor: Advisor, text: str) -> list[list[str]]:
    (made,) = table(card(advisor.ask(text)))
    return [[cell.get("text", "") for cell in row] for row in made["rows"]]


def test_what_decides_comes_first(advisor: Advisor) -> None:
    heads, first, *rest = rows_of(advisor, FOUNDING)
    assert heads[:4] == ["option", "$ a run", "migration", "evidence"]
    assert first[0].startswith("✓ ") and not any("✓" in row[0] for row in rest)


def test_a_head_is_no_wider_than_its_column_needs(advisor: Advisor) -> None:
    """The sizes stand in the caption: "$ a run, 8B / 70B" would push the columns behind it off a phone."""
    (made,) = table(card(advisor.ask(FOUNDING)))
    assert "Figures for 8B / 70B." in made["caption"]
    assert all(len(head["text"]) <= 18 for head in made["rows"][0])


def test_a_migration_says_when_it_pays_back_and_what_needs_none_says_so(advisor: Advisor) -> None:
    """As the break-even line of the card has it: from 321 runs at 8B, from 36 at 70B, against p4d.24xlarge."""
    shown = card(advisor.ask(FOUNDING))
    assert (
        shown.break_even == "trn2.48xlarge pays off from 321 runs at 8B, from 36 runs at 70B, against p4d.24xlarge."
    )
    (made,) = table(shown)
    cells = {row[0]["text"]: row[2]["text"] for row in made["rows"][1:]}
    assert cells["✓ trn2.48xlarge, block"] == "$16k, pays back from 321 / 36 runs"
    assert cells["p4d.24xlarge, block"] == "none"
    assert "Pays back against p4d.24xlarge." in made["caption"]


def test_what_never_pays_back_says_never(advisor: Advisor) -> None:
    cells = {row[0]: row[2] for row in rows_of(advisor, CARDS["serve-70b"])}
    assert cells["trn1.32xlarge, 1-yr"] == "$12k, never pays back"


def test_one_month_is_one(advisor: Advisor) -> None:
    cells = [row[2] for row in rows_of(advisor, CARDS["serve-70b"])]
    assert [cell for cell in cells if cell.endswith(" 1 months")] == []


def test_where_nothing_fits_no_migration_pays_back(advisor: Advisor) -> None:
    (made,) = table(card(advisor.ask(CARDS["no-fit"])))
    assert "ays back" not in str(made)


def test_by_carbon_its_column_is_among_the_first(advisor: Advisor) -> None:
    assert rows_of(advisor, CARDS["carbon-first"])[0][:4] == ["option", "$ a run", "kgCO2e", "evidence"]


@pytest.mark.parametrize("name", sorted(CARDS))
def test_a_row_has_a_cell_for_every_head(advisor: Advisor, name: str) -> None:
    for made in table(card(advisor.ask(CARDS[name]))):
        assert {len(row) for row in made["rows"]} == {len(made["rows"][0])}
