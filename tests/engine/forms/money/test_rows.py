"""The prices a question about money is of."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.money.rows import apart, bound, older, rows_of, said_of, types_of
from engine.forms.parts.asked_on import AskedOn
from tests.day import DAY


def asked(text: str, advisor: Advisor) -> AskedOn:
    plain = AskedOn(advisor.parse(text), advisor.library(), DAY)
    return bound(plain, said_of(plain))


def test_only_the_ways_that_are_meant_and_the_cheapest_first(advisor: Advisor) -> None:
    question = asked("dearest L4 on demand", advisor)
    rows = rows_of(question, types_of(question), ("on_demand",), None, everywhere=True)
    assert {row.quote.purchase for row in rows} == {"on_demand"}
    usd = [round(row.usd_per_chip_hour, 2) for row in rows]
    assert usd == sorted(usd)


def test_what_costs_the_same_is_told_once(advisor: Advisor) -> None:
    question = asked("second cheapest H100 on demand", advisor)
    rows = apart(rows_of(question, types_of(question), ("on_demand",), None))
    keys = [(row.chip, row.instance.cloud, round(row.usd_per_chip_hour, 2)) for row in rows]
    assert len(keys) == len(set(keys))


def test_cards_below_a_memory_have_less_of_it(advisor: Advisor) -> None:
    question = asked("cheapest gpu under 24 GB", advisor)
    types = types_of(question, 24)
    chips = question.facts.accelerators
    assert types and all(chips[one.accelerator].hbm_gib.value < 22 for one in types)  # 22.35 GiB are a card of 24 GB


def test_older_prices_are_those_that_are_not_compared(advisor: Advisor) -> None:
    question = asked("spread of L4 prices across clouds", advisor)
    types = types_of(question)
    compared = rows_of(question, types, ("on_demand",), None, everywhere=True)
    assert not set(older(question, types, ("on_demand",), None)) & set(compared)
