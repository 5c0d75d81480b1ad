"""Groups of clouds, and clouds in other languages, that are left out."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from knowledge.facts import COMPARED, SPECIALISTS


@pytest.mark.parametrize(
    ("text", "out"),
    [
        ("cheapest B200 excluding specialist clouds", set(SPECIALISTS)),
        ("cheapest MI300X except hyperscalers", set(COMPARED)),
        ("günstigste 8x H100 in Europa ohne Azure", {"azure"}),
        ("H100 le moins cher hors Azure", {"azure"}),
        ("la H200 más barata que no sea de AWS ni de Azure", {"aws", "azure"}),
        ("cheapest H100 sin Azure", {"azure"}),
    ],
)
def test_what_is_left_out_is_no_filter(text: str, out: set[str], advisor: Advisor) -> None:
    reading = advisor.parse(text)
    assert set(reading.ruled_out["clouds"]) == out and out.isdisjoint(reading.profile.clouds)
