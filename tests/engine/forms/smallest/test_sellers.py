"""Who sells a chip: every seller with its chip-hour, the cheapest first, before the regions of the large clouds."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.smallest.sellers import Sellers


def test_all_sellers_are_told_the_cheapest_first(advisor: Advisor) -> None:
    """8 x $5.50 = $44.00 at the cheapest."""
    facts = advisor.ask("Where can I buy 8 B200?").facts
    first = facts.headline
    assert isinstance(first, Sellers) and first.count == 8
    (sold,) = first.each
    assert [one.usd for one in sold.sellers] == sorted(one.usd for one in sold.sellers)
    assert (sold.sellers[0].name, sold.sellers[0].usd, sold.usd_all) == ("Nebius", 5.5, 44.0)
    assert any(one.cloud == "aws" for one in sold.sellers)
    assert {one.way for one in sold.ways} == {"spot", "capacity_block"}
    assert facts.sentences[0].code == "charged_there"


@pytest.mark.parametrize("text", ["where to get A100s?", "Where can I rent an A100?", "where do you get A100 GPUs"])
def test_the_wording_does_not_matter(text: str, advisor: Advisor) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, Sellers) and "NVIDIA A100 80 GB" in {one.chip for one in first.each}


@pytest.mark.parametrize(
    "text",
    [
        "Which regions have H100?",
        "Where on AWS can I get H100?",
        "Where can I get H100 in Europe?",
        "where can I get trn2",
    ],
)
def test_of_a_cloud_or_a_place_its_regions_are_told(text: str, advisor: Advisor) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, Sellers)
