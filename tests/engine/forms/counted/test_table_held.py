"""A table of so many bytes on the machines named."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.counted.table_held import TableHeld


def test_a_table_is_held_against_what_is_usable_and_the_smallest_gpus_follow(advisor: Advisor) -> None:
    """1.3e12 bytes are 1,211 GiB."""
    answer = advisor.ask(
        "trn2.48xlarge has 1.5 TB HBM. can a 1.3 TB embedding table live there? if not what is the smallest GPU setup"
    )
    first = answer.facts.headline
    assert isinstance(first, TableHeld) and round(first.gib) == 1211
    assert first.holds == (first.gib <= first.usable) and first.usable < first.paper
    assert first.other_usable >= first.gib and card_text(answer)


def test_a_larger_table_takes_no_fewer_machines(advisor: Advisor) -> None:
    found = []
    for size in (1, 3, 9):
        first = advisor.ask(f"can a {size} TB embedding table fit on p5.48xlarge?").facts.headline
        assert isinstance(first, TableHeld)
        found.append(first.other_usable)
    assert found == sorted(found)
