"""Of prices that are told and doubted the one held comes first, and each told one is set against it."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.billed.disputed import Disputed


def told_of(advisor: Advisor, text: str) -> Disputed:
    answer = advisor.ask(text)
    assert answer.facts is not None and isinstance(answer.facts.headline, Disputed) and card_text(answer)
    return answer.facts.headline


@pytest.mark.parametrize(
    ("text", "usd", "way", "off"),
    [
        (
            "AWS shows $30.26/h for a p4de.24xlarge 1-year reserved, another site $25.21. What is it really?",
            17.4,
            "reserved_1yr",
            (0.739, 0.449),  # 30.26 / 17.4 - 1, 25.21 / 17.4 - 1
        ),
        (
            "a2-ultragpu-8g on spot in europe-west4: one tool shows $14.85, the console $15.10, what is it?",
            23.56,
            "spot",
            (-0.370, -0.359),
        ),
    ],
)
def test_the_price_held_is_bought_as_asked(
    text: str, usd: float, way: str, off: tuple[float, ...], advisor: Advisor
) -> None:
    first = told_of(advisor, text)
    assert first.one.purchase == way and first.one.usd == pytest.approx(usd, rel=1e-3)
    assert [one.off for one in first.told] == pytest.approx(list(off), abs=0.01)


def test_a_price_that_was_right_once_says_until_when(advisor: Advisor) -> None:
    first = told_of(
        advisor,
        "Our notes say p5.48xlarge is $98.32 an hour on demand, the calculator says $55.04. Which is correct?",
    )
    assert [(one.near, one.until) for one in first.told] == [(False, "2025-04-28"), (True, "")]


def test_a_price_of_another_place_and_of_the_bare_host_are_named(advisor: Advisor) -> None:
    first = told_of(
        advisor, "a2-highgpu-1g is ~$4.05/h on demand on the page, but the catalog puts it at $0.94. Which is right?"
    )
    elsewhere, bare = first.told
    assert elsewhere.other is not None and elsewhere.other.purchase == "on_demand" and not elsewhere.host
    assert bare.host and bare.other is None


def test_a_price_that_was_heard_to_have_moved_is_told_as_of_now(advisor: Advisor) -> None:
    first = told_of(
        advisor, "We budgeted p5e.48xlarge by Capacity Block at $34.61, heard AWS raised it. What is it now?"
    )
    assert (first.one.purchase, first.told[0].off < 0) == ("capacity_block", True)


def test_what_one_was_quoted_is_judged_as_before(advisor: Advisor) -> None:
    facts = advisor.ask("We were quoted $40/h for p5.48xlarge, is that good?").facts
    assert facts is not None and not isinstance(facts.headline, Disputed)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("is it normal that g5.48xlarge is 16.29? a blog says 19.51", [16.29, 19.51]),
        ("p5.48xlarge: $98.32 at AWS. Is that still right?", [98.32]),
    ],
)
def test_prices_to_the_cent_are_told_without_a_sign(text: str, told: list[float], advisor: Advisor) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, Disputed) and [one.usd for one in first.told] == told


@pytest.mark.parametrize(
    ("text", "usd", "told"),
    [
        ("In January 2024 g5.xlarge was $1.006/h; more or less now?", 1.006, [(1.006, "", True, "")]),
        (
            "A p4d.24xlarge is $32.77 per hour on demand, $23,925 a month if left running. True in 2026?",
            21.96,
            [(32.77, "", False, "2025-04-28"), (23925 / 730, "month", False, "2025-04-28")],
        ),
        ("p3.2xlarge was $3.06 in 2021. And now?", 3.06, [(3.06, "", True, "")]),
    ],
)
def test_a_price_of_before_of_an_hour_or_a_month_is_set_against_the_one_held_now(
    text: str, usd: float, told: list[tuple[float, str, bool, str]], advisor: Advisor
) -> None:
    first = told_of(advisor, text)
    assert first.one.usd == pytest.approx(usd, abs=0.005)
    assert [(one.unit, one.near, one.until) for one in first.told] == [one[1:] for one in told]
    assert [one.usd for one in first.told] == pytest.approx([one[0] for one in told], rel=1e-3)


def test_a_spot_price_is_found_in_the_region_that_has_it_as_it_was_rounded(advisor: Advisor) -> None:
    first = told_of(advisor, "g4dn.xlarge on spot is $0.21 here, a script lists $0.09. Can I really cut it to that?")
    own, least = first.told
    assert own.other is not None and own.other.region == "us-east-1", "0.215 was seen there"
    assert least.near and first.one.region == "eu-south-1"
