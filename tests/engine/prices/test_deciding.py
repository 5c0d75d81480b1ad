"""Of several sources one decides what a price is."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from engine.prices.deciding import BUNDLED, DATED, Said, deciding

PLACES = {"aws_offers": 0, "skypilot": 1, DATED: 2}
GONE = False


def said(source: str, day: int, is_priced: bool = True) -> Said:
    return Said(source, date(2026, 11, day), is_priced)


@pytest.mark.parametrize(
    ("sources", "decides"),
    [
        ([], None),
        ([said("skypilot", 20), said("aws_offers", 14)], "aws_offers"),
        ([said("skypilot", 20), said("aws_offers", 12)], "skypilot"),  # read eight days before
        ([said("other", 20), said("skypilot", 20)], "skypilot"),
        ([said("skypilot", 20, GONE), said("aws_offers", 1)], "aws_offers"),  # one of them sells it
        ([said("skypilot", 20, GONE), said("aws_offers", 19, GONE)], "skypilot"),
        ([said("skypilot", 20), said(BUNDLED, 21)], BUNDLED),
        ([said("skypilot", 20), said(BUNDLED, 20)], "skypilot"),
        ([said("skypilot", 20, GONE), said(BUNDLED, 20)], "skypilot"),
        ([said("skypilot", 20, GONE), said(BUNDLED, 21)], BUNDLED),
        ([said("skypilot", 20, GONE), said(DATED, 20)], "skypilot"),
        ([said("skypilot", 20, GONE), said(DATED, 21)], DATED),
        ([said(BUNDLED, 3), said(BUNDLED, 5)], BUNDLED),
    ],
)
def test_the_preferred_of_those_read_lately_and_what_comes_along_where_it_is_newer(
    sources: list[Said], decides: str | None
) -> None:
    for order in (sources, sources[::-1]):
        found = deciding(order, PLACES, timedelta(7))
        assert (found.source if found else None) == decides
