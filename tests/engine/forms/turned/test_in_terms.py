"""Under what an answer was worked out."""

from __future__ import annotations

from bot.wording.reasons import fact
from engine.forms.turned.in_terms import InTerms


def test_it_says_the_way_the_cloud_and_the_place() -> None:
    assert fact(InTerms(way="spot", place="eu-west-1", cloud="aws")) == "On spot on AWS in eu-west-1:"
    assert fact(InTerms(way=None, place="eu-west-1", cloud=None)) == "In eu-west-1:"
