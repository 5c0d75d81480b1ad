"""Whatever was asked: what is recommended is the cheapest of its kind, and a break-even asked as printed pays."""

from __future__ import annotations

import math
from functools import cache

from bot.advice.advisor import Advisor
from engine.options.option import costed, leading
from engine.verdict.verdict import Verdict
from tests.engine.properties.test_flips_hold import labelled

EVERY = 16


@cache
def judged(advisor: Advisor, text: str) -> Verdict | None:
    """Asked once for both tests."""
    return advisor.ask(text).verdict


def test_no_option_of_the_leaning_family_that_may_lead_is_cheaper(advisor: Advisor) -> None:
    seen = 0
    for text in labelled()[::EVERY]:
        verdict = judged(advisor, text)
        if verdict is None or verdict.option is None or verdict.green is not None:
            continue
        chosen, runs = verdict.option, verdict.case.runs
        own = [option for option in leading(verdict.case.options) if option.family == chosen.family]
        assert all(chosen.choice_usd(runs) <= option.choice_usd(runs) for option in own), text
        seen += 1
    assert seen


def test_at_a_break_even_rounded_up_the_option_is_not_the_dearer(advisor: Advisor) -> None:
    seen = 0
    for text in labelled()[::EVERY]:
        verdict = judged(advisor, text)
        options = {option.id: option for option in costed(verdict.case.options)} if verdict else {}
        for point in verdict.break_evens if verdict else ():
            here, there = options[point.option], options[point.against]
            if point.runs is None or here.run.term or there.run.term:
                continue
            runs = max(1, math.ceil(point.runs.likely))
            assert here.total(runs) <= there.total(runs) * (1 + 1e-9), (text, point)
            seen += 1
    assert seen
