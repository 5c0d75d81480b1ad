"""The strongest card whose hours are within a sum."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.charged.best_card import BestCard


@pytest.mark.parametrize(
    ("text", "hours", "usd", "sign"),
    [
        ("300$ of credits, a gpu 5h a day for 4 weeks, best card I can afford?", 140, 152.6, "$"),  # 5 x 28 x 1.09
        ("budget 850 EUR a month, gpu on nonstop for a demo endpoint, options?", 730, 795.7, "€"),  # 730 x 1.09
        ("€800/month, one GPU 24/7, which card can I get?", 730, 795.7, "€"),
        ("quelle carte gpu louer avec 200 € par mois, 100 heures?", 100, 109.0, "€"),  # 100 x 1.09
        ("is there any gpu under 400 bucks a month 24/7", 730, 384.0, "$"),  # 730 x 0.526
        ("$40: fastest gpu for 20 hours?", 20, 21.8, "$"),  # 20 x 1.09
        ("best gpu for 1k a month always on", 730, 795.7, "$"),
    ],
)
def test_the_best_of_what_the_sum_pays_for(text: str, hours: float, usd: float, sign: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    told = answer.facts.headline
    assert isinstance(told, BestCard), text
    assert (told.hours, round(told.each[0].usd, 1), told.sign) == (hours, usd, sign)
    assert told.each[0].left_usd == pytest.approx(told.budget - usd, abs=0.05)
    assert told.next is not None and told.next.usd > told.budget
    assert card_text(answer)


def test_a_sum_that_pays_for_none_is_told_with_the_cheapest(advisor: Advisor) -> None:
    """The cheapest card that is held is a T4 at 0.526: 730 x 0.526 = 383.98."""
    told = advisor.ask("budget 300 EUR a month, gpu on nonstop, options?").facts.headline
    assert isinstance(told, BestCard) and not told.each
    assert told.next is not None and round(told.next.usd) == 384


def test_credits_of_no_cloud_that_is_named_say_so(advisor: Advisor) -> None:
    text = "300$ of {}credits, a gpu 5h a day for 4 weeks, best card I can afford?"
    some, of_cloud = (advisor.ask(text.format(name)).facts.headline for name in ("", "GCP "))
    assert isinstance(some, BestCard) and some.whose
    assert isinstance(of_cloud, BestCard) and not of_cloud.whose
    assert {one.hour.one.cloud for one in of_cloud.each} == {"gcp"}


@pytest.mark.parametrize(
    "text",
    [
        "best GPU to fine-tune Llama 3 8B within $500, 20 hours?",  # of work
        "$10k a month, how many g6e.xlarge can we keep on all month?",
        "best card for 4 GPUs around the clock, 20k a month, training a 7B",
    ],
)
def test_work_that_is_told_is_judged_by_its_needs(text: str, advisor: Advisor) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, BestCard)
