"""A type that is not priced in the place that was said."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.answers.commitment_reasons import CommitPlan, NotForOneRun
from engine.forms.sold.where import NotSoldThere

RATES = (CommitPlan, NotForOneRun)


@pytest.mark.parametrize(
    ("text", "thing", "place", "unsold"),
    [
        ("a2-highgpu-1g in London with 1 year commitment", "a2-highgpu-1g", "europe-west2", True),
        ("p4d in Paris with 1 year commitment", "p4d.24xlarge", "eu-west-3", True),
        ("should I reserve a2-highgpu-1g in London for 3 years?", "a2-highgpu-1g", "europe-west2", True),
    ],
)
def test_a_rate_of_another_place_is_told_to_be_one(
    advisor: Advisor, text: str, thing: str, place: str, unsold: bool
) -> None:
    told = advisor.ask(text).facts
    first = told.headline
    assert isinstance(first, NotSoldThere) and first.follows
    assert (first.things, first.place, first.unsold) == (thing, place, unsold)
    assert isinstance(told.sentences[0], RATES)


@pytest.mark.parametrize(
    "text",
    [
        "p4d.24xlarge in Frankfurt with 1 year commitment",
        "p4d.24xlarge with 1 year commitment",
        "a2-highgpu-1g in the Netherlands with 1 year commitment",
        "should we reserve p4d in Germany for a year?",
        "a2-highgpu-1g in Europe with 1 year commitment",
    ],
)
def test_a_rate_of_the_place_is_told_at_once(advisor: Advisor, text: str) -> None:
    assert isinstance(advisor.ask(text).facts.headline, RATES)
