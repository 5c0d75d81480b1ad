"""The dollars of answers, as their threads go on with them."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.again.ledger import sums_of


@pytest.mark.parametrize(
    ("question", "unit", "thing"),
    [
        ("price of p4d.24xlarge", "hour", "p4d.24xlarge"),
        ("price of h100 on aws", "hour", "NVIDIA H100 SXM"),
        ("we run 4 g5.12xlarge on demand all month", "hour", "g5.12xlarge"),
        ("fine-tune Llama 3.1 8B on 200M tokens on 8 H100, what does it cost?", "run", "p5.48xlarge"),
        ("serve llama 3.1 70b, 50 users at once", "month", "p5.4xlarge"),
    ],
)
def test_a_price_is_of_an_hour_and_work_of_a_run_or_a_month(
    advisor: Advisor, question: str, unit: str, thing: str
) -> None:
    answer = advisor.ask(question)
    (told,), _ = sums_of(answer.facts, answer.verdict, answer.reading.profile)
    assert (told.unit, told.thing) == (unit, thing)


def test_prices_that_are_set_against_each_other_are_all_kept(advisor: Advisor) -> None:
    answer = advisor.ask("p5.48xlarge vs p5en.48xlarge price")
    sums, _ = sums_of(answer.facts, answer.verdict, answer.reading.profile)
    assert {one.thing for one in sums} == {"p5.48xlarge", "p5en.48xlarge"}


def test_a_machine_that_was_named_in_short_is_kept_whole(advisor: Advisor) -> None:
    answer = advisor.ask("what does a p4d cost on AWS")
    (told,), _ = sums_of(answer.facts, answer.verdict, answer.reading.profile, "p4d")
    assert (told.thing, told.chips, told.of_chip) == ("p4d.24xlarge", 8, False)
    (chip,), _ = sums_of(answer.facts, answer.verdict, answer.reading.profile, "a100")
    assert chip.of_chip and chip.usd * 8 == pytest.approx(told.usd)


def test_each_cloud_keeps_the_variant_that_it_sells(advisor: Advisor) -> None:
    answer = advisor.ask("H100 hourly on aws, gcp and azure, on spot")
    sums, _ = sums_of(answer.facts, answer.verdict, answer.reading.profile)
    assert {one.cloud: one.thing for one in sums} == {
        "aws": "NVIDIA H100 SXM",
        "gcp": "NVIDIA H100 SXM",
        "azure": "NVIDIA H100 NVL",
    }


def test_what_tells_no_dollars_keeps_none(advisor: Advisor) -> None:
    answer = advisor.ask("does vLLM run on Trainium2?")
    assert sums_of(answer.facts, answer.verdict, answer.reading.profile) == ((), None)
