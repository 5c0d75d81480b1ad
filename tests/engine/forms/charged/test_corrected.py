"""A price that is taken for granted is set right before anything is summed; one's own stays one's own."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.charged.corrected import Corrected


@pytest.mark.parametrize(
    ("text", "machines", "usd"),
    [
        ("Since p5 costs $20/h on demand, 3 of them for a month is $43,800, right?", 3, 120_538),  # 3 x 730 x 55.04
        ("Since p4d is $32.77/h, 2 for a month at 730 h come to $47,844?", 2, 32_058),  # 2 x 730 x 21.957642
    ],
)
def test_a_false_price_is_corrected_first(text: str, machines: int, usd: int, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    told = answer.facts.headline
    assert isinstance(told, Corrected) and told.usd is not None and card_text(answer)
    assert (told.machines, round(told.usd), told.right) == (machines, usd, False)


@pytest.mark.parametrize(
    ("text", "right", "usd", "since"),
    [
        ("is p5.48xlarge still $98 an hour?", False, 55.04, "2025-06-23"),
        ("is p4d.24xlarge still 32.77 an hour?", False, 21.957642, "2025-06-23"),  # no sign, and no 32.77 years
        ("does trn1.32xlarge still go for $21.50 an hour", True, 21.5, "2022-10-17"),
        (
            "is the L4 still $0.70 per hour on google cloud?",
            True,
            0.70683,
            "2023-04-27",
        ),  # of one, by the g2-standard-4
    ],
)
def test_whether_a_price_still_holds_is_yes_or_no(
    text: str, right: bool, usd: float, since: str, advisor: Advisor
) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, Corrected)
    assert (told.right, told.hour.one.usd, told.since, told.hours) == (
        right,
        pytest.approx(usd, rel=1e-4),
        since,
        None,
    )


def test_what_somebody_was_quoted_is_theirs(advisor: Advisor) -> None:
    told = advisor.ask(
        "we were quoted $40/h for p5.48xlarge, so 2 for a month come to $58,400, right?"
    ).facts.headline
    assert not isinstance(told, Corrected)


def test_of_a_machine_that_is_not_held_no_other_one_tells_the_price(advisor: Advisor) -> None:
    answer = advisor.ask(
        "The docs said a non-preemptible n1-highmem-8 with a P4 is $0.68 an hour, I count $1.29. Which is right?"
    )
    assert answer.facts is not None and not isinstance(answer.facts.headline, Corrected)


def test_an_hour_of_several_cards_is_no_price_of_one(advisor: Advisor) -> None:
    text = "A tool shows me 8x A100 80GB on Azure as spot for roughly 4 dollars an hour. Can that price be right?"
    made = advisor.ask(text).facts.headline
    assert not isinstance(made, Corrected)
