"""Amounts that a message tells."""

from __future__ import annotations

import pytest

from engine.forms.claims.quantities import quantities

MINUTE, HOUR = 60.0, 3600.0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("it took 52 h", [("time", "", 52 * HOUR)]),
        ("it took 3 min 51 s", [("time", "", 231.0)]),
        ("it took 11 minutes and 40 seconds", [("time", "", 700.0)]),
        ("it took 1h20", [("time", "", 4800.0)]),
        ("it took 3m51s", [("time", "", 231.0)]),
        ("60 ms a token", [("time", "token", 0.06)]),
        ("an epoch takes 6 h", [("time", "epoch", 6 * HOUR)]),
        ("a step is 0.8 s instead of 1.3 s", [("time", "step", 0.8), ("time", "", 1.3)]),
        ("0.81 steps/s", [("time", "step", 1 / 0.81)]),
        ("45 tokens per second", [("time", "token", 1 / 45)]),
        ("it costs $672", [("usd", "", 672.0)]),
        ("it costs $1.5k", [("usd", "", 1500.0)]),
        ("25 Gbps", [("gbps", "", 25.0)]),
        ("16 GB per step", [("gb", "step", 16.0)]),
        ("500 MB of gradients per iteration", [("gb", "step", 0.5)]),
    ],
)
def test_an_amount_has_its_kind_and_its_thing(text: str, expected: list[tuple[str, str, float]]) -> None:
    found = [(one.kind, one.thing, one.value) for one in quantities(text)]
    assert [one[:2] for one in found] == [one[:2] for one in expected]
    assert [one[2] for one in found] == pytest.approx([one[2] for one in expected])


@pytest.mark.parametrize(
    "text",
    [
        "0.81 steps/s instead of 0.51",
        "0.81 steps/s rather than 0.51 steps/s",
        "0.81 steps/s, up from 0.51",
        "0.81 steps/s compared to 0.51",
        "it was 0.51 steps/s and is now 0.81 steps/s",
        "from 0.51 to 0.81 steps/s",
        "0.51 -> 0.81 steps/s",
        "went from 0.51 steps/s to 0.81 steps/s",
    ],
)
def test_a_bare_number_that_is_set_against_an_amount_has_its_unit(text: str) -> None:
    assert sorted(1 / one.value for one in quantities(text)) == pytest.approx([0.51, 0.81])
    assert all(one.thing == "step" for one in quantities(text))


def test_of_a_range_the_ends_are_kept() -> None:
    (one,) = quantities("50-60 ms a token")
    assert (one.low, one.high, one.value) == pytest.approx((0.05, 0.06, 0.055))


@pytest.mark.parametrize("text", ["$3.50/h", "$2 per GPU-hour", "2.50 USD per hour", "$31 a month"])
def test_a_price_of_an_hour_or_a_month_is_no_sum(text: str) -> None:
    assert not [one for one in quantities(text) if one.kind == "usd"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("I want it in 20 minutes", True),
        ("I'd like it down to 30 minutes", True),
        ("I need it in 10 minutes", True),
        ("I need 88 hours on 4x A40", False),
        ("it takes 20 minutes", False),
        ("I expected about 10 hours", True),
    ],
)
def test_a_time_that_is_wished_for_was_not_seen(text: str, wanted: bool) -> None:
    assert [one.wanted for one in quantities(text)] == [wanted]


def test_how_long_a_recording_is_is_no_time_of_a_run() -> None:
    assert not quantities("10 seconds of audio")


@pytest.mark.parametrize("text", ["two nodes and 4 of them", "on 8 cards, 16 in all", "batch 64 instead of 32"])
def test_a_number_with_nothing_to_be_set_against_is_no_amount(text: str) -> None:
    assert quantities(text) == ()
