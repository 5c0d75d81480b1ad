"""What no price list has: told first, with how it is sold; a price that comes out takes its place."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.sold.price_reasons import CheapestChip, NotOnDemand
from engine.forms.sold.where import NotSoldThere
from engine.forms.unheld.unlisted import NotListed, entries_of
from knowledge.facts import Facts


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("what does a4x-highgpu-4g cost?", ("a4x-highgpu-4g",)),
        ("price of trn3-gen2-ultraserver in us-east-1", ("trn3-gen2-ultraserver",)),
        ("price of GB300 on Azure", ("Standard_ND128isr_GB300_v6", "Standard_ND128isrG5_GB300_v6")),
        ("how much is Trainium3?", ("trn3-gen1-ultraserver", "trn3-gen2-ultraserver")),
        ("B200 on Google Cloud on demand", ("a4-highgpu-8g",)),
    ],
)
def test_that_nobody_lists_a_price_stands_first(text: str, things: tuple[str, ...], advisor: Advisor) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, NotListed) and told.things == things and told.because and told.cites


def test_the_other_ways_to_buy_it_are_told_with_their_prices(advisor: Advisor) -> None:
    """Google's page in September: 39.6336 on spot, 88.9272 for one year and 56.7072 for three."""
    told = advisor.ask("price of a4-highgpu-8g").facts.headline
    assert isinstance(told, NotListed)
    assert dict(zip(told.ways, told.usd, strict=True)) == pytest.approx(
        {"spot": 39.6336, "reserved_1yr": 88.9272, "reserved_3yr": 56.7072}
    )


def test_a_chip_that_is_priced_in_another_way_keeps_its_price_first(advisor: Advisor) -> None:
    facts = advisor.ask("how much is one H200 on Google Cloud?").facts
    assert isinstance(facts.headline, CheapestChip) and isinstance(facts.sentences[0], NotListed)
    assert not any(isinstance(one, NotOnDemand) for one in facts.sentences), "told once"


@pytest.mark.parametrize("text", ["price of B200", "how much is a GB200 per hour?", "spot price of a4-highgpu-8g"])
def test_where_something_that_is_asked_about_has_a_price_nothing_is_said(text: str, advisor: Advisor) -> None:
    facts = advisor.ask(text).facts
    assert not any(isinstance(one, NotListed) for one in (facts.headline, *facts.sentences))


def test_before_the_day_of_its_source_it_is_not_told(advisor: Advisor) -> None:
    facts = advisor.ask("price of a4-highgpu-8g on 2026-08-15").facts
    assert not any(isinstance(one, NotListed) for one in (facts.headline, *facts.sentences))


def test_what_is_sold_elsewhere_follows(advisor: Advisor) -> None:
    facts = advisor.ask("price of GB200 on Google").facts
    assert isinstance(facts.headline, NotListed) and isinstance(facts.sentences[0], NotSoldThere)


def test_no_entry_covers_a_type_with_a_price_or_names_one_that_is_not_held(facts: Facts) -> None:
    """A price of a way that the type is not sold in may be held: Google lists A3 Ultra on demand."""
    for entry in facts.unlisted.values():
        for name in entry.instances:
            type_ = facts.instances[name]
            assert type_.cloud == entry.cloud
            priced = {offer.purchase for offer in facts.offers if offer.instance == name and type_.ended is None}
            assert not priced & set(entry.ways) & set(type_.sold or entry.ways), name


def test_every_type_of_the_three_clouds_without_any_price_is_told_so(facts: Facts) -> None:
    """By type or by its chip: TPU slices have the price of a chip."""
    priced = {(offer.cloud, offer.instance) for offer in facts.offers}
    without = [
        one
        for one in facts.instances.values()
        if one.cloud in ("aws", "gcp", "azure") and not {(one.cloud, one.id), (one.cloud, one.accelerator)} & priced
    ]
    assert without and [one.id for one in without if entries_of([one], "on_demand", facts) is None] == []
