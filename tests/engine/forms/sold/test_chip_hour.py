"""The hour of a chip as it is told."""

from __future__ import annotations

from datetime import date

from bot.advice.advisor import Advisor
from bot.card.as_text import headline
from engine.answers.rank_prices import instances_asked, ranked
from engine.forms.sold.chip_hour import chip_hour
from engine.forms.sold.price_reasons import CheapestChip, ChipHour
from engine.library import Library
from engine.workload.profile import Profile
from knowledge.facts import Facts
from tests.day import DAY


def test_an_hour_carries_what_bounds_the_question(facts: Facts) -> None:
    """London is europe-west2 to Google, and no p5 is sold by anyone but AWS."""
    types = instances_asked(Profile(candidates=("h100",)), set(), facts)
    row = ranked([thing for thing in types if thing.cloud == "gcp"], Library(facts), DAY, None, "on_demand")[0]
    assert chip_hour(CheapestChip, row, facts).place == "" and chip_hour(CheapestChip, row, facts).clouds == ()
    assert chip_hour(CheapestChip, row, facts, Profile(region="eu-west-2")).place == "europe-west2"
    assert chip_hour(CheapestChip, row, facts, Profile(clouds=("gcp", "aws"))).clouds == ("gcp", "aws")
    own = [thing for thing in types if thing.cloud == "gcp"]
    assert chip_hour(CheapestChip, row, facts, Profile(), own).clouds == ("gcp",)
    assert chip_hour(CheapestChip, row, facts, Profile(), types).clouds == ()


def test_an_hour_carries_what_is_known_against_its_price(facts: Facts) -> None:
    """A rate of a vendor's page of June 2026, and its note."""
    types = instances_asked(Profile(candidates=("a100",)), set(), facts)
    own = [thing for thing in types if thing.id == "p4d.24xlarge"]
    told = chip_hour(CheapestChip, ranked(own, Library(facts), date(2027, 2, 1), None, "reserved_3yr")[0], facts)
    assert told.claimed and told.old and told.caveat == "from before the June 2025 cut"


def test_of_a_machine_of_several_the_first_line_tells_what_specialists_list(advisor: Advisor) -> None:
    first = advisor.ask("What does a B200 go for per hour right now, 8-GPU node?").facts.headline
    assert isinstance(first, ChipHour) and first.sellers
    assert all(usd_chip < first.usd_chip for _, usd_chip, _ in first.sellers)
    assert [(seller, usd) for seller, _, usd in first.sellers][:1] == [("Nebius", 44.0)]


def test_where_a_cloud_is_named_no_other_is_told_there(advisor: Advisor) -> None:
    first = advisor.ask("What does a B200 go for per hour on AWS, 8-GPU node?").facts.headline
    assert not getattr(first, "sellers", ())


def test_what_a_cloud_asks_is_its_price(advisor: Advisor) -> None:
    answer = advisor.ask("tpu v5e-4 per hour, HF charges $5.50 for 2x2. What does Google ask?")
    assert answer.form.id == "price" and headline(answer).startswith("TPU v5e: $1.20 a chip-hour, v5e-4 on demand")
