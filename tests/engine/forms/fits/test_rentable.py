"""Which GPUs a place has for some work."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.parts.fit_reasons import RentedThere


def test_what_is_on_sale_there_and_holds_it_is_named_with_count_and_price(advisor: Advisor) -> None:
    """13e9 x 16 = 194 GiB: one machine of 8 x 36 usable."""
    answer = advisor.ask("Which GPUs can we even rent in Frankfurt for training 13B from scratch?")
    told = answer.facts.headline
    assert isinstance(told, RentedThere)
    assert told.place == "eu-central-1"
    assert ("p4d.24xlarge", 1, 8) in [(one.instance, one.machines, one.chips) for one in told.machines]
    rates = [one.usd_per_hour for one in told.machines]
    assert rates == sorted(rates) and rates[0] > 0
    book = answer.facts.table
    assert book is not None and len(book.rows) == len(told.machines)
