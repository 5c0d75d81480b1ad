"""The largest model that chips serve to so many at once with a context of a length that was said."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.fits.largest_served import LargestServed


def largest(advisor: Advisor, text: str) -> LargestServed:
    said = advisor.ask(text).facts.headline
    assert isinstance(said, LargestServed)
    return said


def test_one_node_of_several_serves_so_many_at_once(advisor: Advisor) -> None:
    """Four L40S have 161 GiB usable. 64 layers x 2 x 1,024 bytes x 25 x 32,768 tokens: 100 GiB of cache beside 36."""
    said = largest(
        advisor,
        "We operate OpenShift with 6 nodes, each with 4x L40S (48 GB, PCIe only, no NVLink). "
        "What is the largest model that one node can serve in FP8 with 32k context for 25 users in parallel?",
    )
    assert (said.said, said.way, said.requests, said.tokens) == (4, "fp8", 25, 32_768)
    assert said.dense is not None and said.over is not None
    assert said.dense.cache == pytest.approx(100) and said.dense.total < said.usable_gib < said.over.total
    assert 30e9 < said.dense.parameters < 45e9


def test_fewer_users_leave_room_for_a_larger_model(advisor: Advisor) -> None:
    ask = "what is the biggest model we can serve in 4 bit on 2 L40S at 32k for {} users?"
    few, many = (largest(advisor, ask.format(users)) for users in (2, 40))
    assert few.dense is not None and many.dense is not None and few.dense.parameters > many.dense.parameters
