"""The vCPUs to ask for are summed by the quota that the machines count against."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.machines.quota_asked import QuotaAsked


@pytest.mark.parametrize(
    ("text", "sums"),
    [
        (  # 2 x 192, and 128
            "P quota = 0. how many vCPUs do I ask for to run 2x p5.48xlarge + 1x trn1.32xlarge? same quota bucket?",
            [384, 128],
        ),
        ("how many vCPUs of quota do I request for two p4d.24xlarge?", [192]),  # 2 x 96
        ("what quota do I need to start 3 x p5.48xlarge and 2 x p4d.24xlarge on AWS?", [768]),  # 3 x 192 + 2 x 96
    ],
)
def test_machines_of_one_quota_are_one_sum(text: str, sums: list[int], advisor: Advisor) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, QuotaAsked) and [one.vcpu for one in told.buckets] == sums


def test_a_quota_that_is_refused_is_another_question(advisor: Advisor) -> None:
    told = advisor.ask("my quota request for p5.48xlarge was denied, what now?").facts.headline
    assert not isinstance(told, QuotaAsked)
