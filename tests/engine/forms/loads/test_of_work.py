"""What is said beside a count for work whose FLOPs are told."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.loads.loads_reasons import LoadTakes

BIDDER = "Bidder does 180k req/s, model of 8M params, 30 tokens. On CPU we're at 220x c7i.4xlarge. g6.xlarge, count?"


def test_the_host_the_cpus_and_the_price_that_is_not_held(advisor: Advisor) -> None:
    codes = [one.code for one in advisor.ask(BIDDER).facts.sentences]
    assert {"load_host", "load_unpriced", "load_cpu"} <= set(codes)


def test_each_of_two_zones_carries_all_of_it(advisor: Advisor) -> None:
    text = "model of 45M parameters, 64 tokens, 40,000 requests/s, how many L4 or T4{}?"
    plain = advisor.ask(text.format("")).facts.headline
    zoned = advisor.ask(text.format(", it must survive losing an AZ")).facts.headline
    assert isinstance(plain, LoadTakes) and isinstance(zoned, LoadTakes)
    assert [row[2] * 2 for row in plain.rows] == [row[2] for row in zoned.rows]
