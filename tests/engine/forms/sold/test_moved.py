"""How a price has moved."""

from __future__ import annotations

from datetime import date

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text, headline
from engine.forms.sold.moved import NoneSeen, PriceMoved, PriceStood, SeenOnce
from knowledge.facts import Facts

DAYS = (date(2026, 10, 10), date(2026, 11, 21), date(2026, 11, 28))


@pytest.mark.parametrize("day", DAYS)
@pytest.mark.parametrize(
    "text",
    [
        "did p5 get cheaper?",
        "did p5.48xlarge get cheaper?",
        "has the p5 become cheaper since 2025?",
        "has p5.48xlarge dropped in price?",
        "was p5.48xlarge more expensive in 2024 than now?",
        "are p5 prices falling?",
    ],
)
def test_whether_it_fell_is_a_yes_with_both_prices_and_their_days(text: str, day: date, facts: Facts) -> None:
    """98.32 USD until the cut of June 2025, 55.04 since."""
    answer = Advisor(facts, day).ask(text)
    told = answer.facts.headline
    assert isinstance(told, PriceMoved) and headline(answer).startswith("Yes")
    assert (told.thing, told.purchase, told.region) == ("p5.48xlarge", "on_demand", "us-east-1")
    assert (told.before, told.before_first, told.before_last) == (98.32, "2023-07-31", "2025-04-28")
    assert (told.after, told.after_first) == (55.04, "2025-06-23")


@pytest.mark.parametrize("text", ["did p5.48xlarge get more expensive?", "has the price of p5.48xlarge risen?"])
def test_what_fell_did_not_rise(text: str, advisor: Advisor) -> None:
    assert headline(advisor.ask(text)).startswith("No")


@pytest.mark.parametrize(
    "text", ["price history of p5.48xlarge", "how has the price of p5.48xlarge changed?", "p5.48xlarge price trend"]
)
def test_a_history_has_a_row_for_each_figure(text: str, advisor: Advisor) -> None:
    table = advisor.ask(text).facts.table
    assert table is not None
    usd, first, last = (table.columns.index(name) for name in ("usd", "first_seen", "last_seen"))
    assert [(row.cells[usd], str(row.cells[first]), str(row.cells[last])) for row in table.rows[:2]] == [
        (55.04, "2025-06-23", "2026-11-09"),
        (98.32, "2023-07-31", "2025-04-28"),
    ]


def test_what_stood_and_what_was_seen_once_are_told_as_such(advisor: Advisor) -> None:
    stood = advisor.ask("did p5.48xlarge get cheaper in the last year, since July 2025?").facts.headline
    assert isinstance(stood, PriceStood) and (stood.usd, stood.first) == (55.04, "2025-06-23")
    once = advisor.ask("did p5.48xlarge spot get cheaper?").facts.headline
    assert isinstance(once, SeenOnce)


def test_two_chips_against_each_other_are_no_history(advisor: Advisor) -> None:
    assert advisor.ask("is H100 cheaper than A100?").form.id == "compare"


@pytest.mark.parametrize(
    ("text", "before", "share"),
    [
        ("how much was a p5en.48xlarge capacity block in February 2026 compared to today?", 41.612, 0.52),
        ("p5en.48xlarge capacity block price trend", 36.18, 0.75),
    ],
)
def test_a_price_without_a_region_goes_on_with_those_of_the_region(
    text: str, before: float, share: float, facts: Facts
) -> None:
    """us-east-2: 36.18 on 2025-12-31, 41.612 on 2026-01-31, 54.92 on 2026-08-01; no region: 63.158 on 2026-10-08."""
    answer = Advisor(facts, date(2026, 11, 28)).ask(text)
    told = answer.facts.headline
    assert isinstance(told, PriceMoved)
    assert (told.before, told.region, told.after, told.after_region) == (before, "us-east-2", 63.158, "unstated")
    assert round(told.share, 2) == share and "in us-east-2 (seen" in headline(answer)


@pytest.mark.parametrize(
    "text", ["did the price of p5.48xlarge change this year?", "has p5.48xlarge got dearer this year?"]
)
def test_what_moved_this_year_is_told_of_this_year_alone(text: str, advisor: Advisor) -> None:
    """On demand 55.04 since June 2025; by Capacity Block 31.464 on 2026-01-31 and 47.76 on 2026-10-07."""
    answer = advisor.ask(text)
    stood, rose, *_ = answer.facts.headline, *answer.facts.sentences
    assert isinstance(stood, PriceStood) and (stood.usd, stood.since) == (55.04, "2026-01-01")
    assert "unchanged since 2026-01-01" in headline(answer)
    assert isinstance(rose, PriceMoved) and rose.purchase == "capacity_block"
    assert (rose.before, rose.after) == (31.464, 47.76)
    table = answer.facts.table
    assert table is not None and min(str(row.cells[-1]) for row in table.rows) >= "2026-01-31"


@pytest.mark.parametrize(
    "text",
    [
        "p5.48xlarge capacity block price trend",
        "how has the price of p5 capacity blocks moved?",
        "did the p5.48xlarge capacity block get cheaper?",
    ],
)
def test_a_figure_beyond_both_ends_is_told_with_the_move_since(text: str, advisor: Advisor) -> None:
    """By block 39.328 in 2024, 31.464 in January 2026, 47.76 in October: half as much again as in January."""
    told = advisor.ask(text).facts.headline
    assert isinstance(told, PriceMoved) and told.between is not None and told.since is not None
    assert (told.between_last, round(told.share, 3), round(told.since, 2)) == ("2026-01-31", 0.214, 0.52)


@pytest.mark.parametrize("text", ["p5.48xlarge capacity block price history", "price history of p5 capacity blocks"])
def test_a_history_begins_with_the_newest_move(text: str, advisor: Advisor) -> None:
    """41.528 in August 2026, 47.76 in October: 15% up."""
    told = advisor.ask(text).facts.headline
    assert isinstance(told, PriceMoved) and told.between is None
    assert (told.before, told.after, round(told.share, 2)) == (41.528, 47.76, 0.15)


@pytest.mark.parametrize(
    ("text", "moved"),
    [
        ("How has the p5.48xlarge on-demand price moved over the last 18 months?", True),  # cut in June 2025
        ("how has the H100 price on AWS changed in the last two years?", True),
        ("is p5.48xlarge on AWS cheaper than a year ago?", False),
        ("hat sich der Preis von p5.48xlarge in den letzten 12 Monaten geändert?", False),
    ],
)
def test_a_span_up_to_today_bounds_what_moved(text: str, moved: bool, facts: Facts) -> None:
    """It is a window, and no time that is paid for."""
    told = Advisor(facts, date(2026, 11, 29)).ask(text).facts.headline
    assert isinstance(told, PriceMoved if moved else PriceStood) and told.thing == "p5.48xlarge"


def test_before_a_month_is_the_day_before_it(facts: Facts) -> None:
    answer = Advisor(facts, date(2026, 11, 29)).ask("what did p4d.24xlarge cost before June 2025?")
    assert answer.as_of == date(2025, 5, 31)


def test_a_seller_alone_is_told_by_what_it_lists(advisor: Advisor) -> None:
    """Of each machine the first and the last price held: 2.95 in July, 3.85 in September."""
    told = advisor.ask("has nebius cut its prices since august?").facts.headline
    assert isinstance(told, PriceMoved) and (told.before, told.after) == (2.95, 3.85)


def test_a_price_seen_just_behind_the_end_is_the_last_one(advisor: Advisor) -> None:
    told = advisor.ask("did nebius raise H100 prices this summer?").facts.headline
    assert isinstance(told, PriceMoved) and (told.before, told.after) == (23.6, 30.8)


def test_what_happened_since_the_end_of_a_year(advisor: Advisor) -> None:
    told = advisor.ask("did azure MI300X get cheaper since the end of 2024? eastus2").facts.headline
    assert isinstance(told, PriceMoved) and round(told.share, 2) == -0.46
    assert isinstance(advisor.ask("what happened to p5 capacity block prices this year?").facts.headline, PriceMoved)


def test_a_price_that_is_not_held_is_not_told_to_have_moved(advisor: Advisor) -> None:
    told = advisor.ask("is the spot price of g5.xlarge in us-west-2 higher than a year ago?").facts
    assert isinstance(told.headline, NoneSeen)
    assert [type(one) for one in told.sentences] == [SeenOnce]


def test_by_the_chip_where_that_is_asked(advisor: Advisor) -> None:
    told = advisor.ask("Nebius H100 per GPU hour - did it go up this year?").facts.headline
    assert isinstance(told, PriceMoved) and (round(told.before, 2), round(told.after, 2)) == (2.95, 3.85)
    gone = advisor.ask("has lambda's h100 gone up this year?").facts.headline  # and no shortage of machines
    assert isinstance(gone, PriceStood)


@pytest.mark.parametrize(
    ("text", "kind", "thing"),
    [
        ("is spot up or down this year for p5", SeenOnce, "p5.48xlarge"),
        ("spot trend p4d.24xlarge", SeenOnce, "p4d.24xlarge"),
        ("p4d.24xlarge price up or down this year?", PriceStood, "p4d.24xlarge"),
        ("has p5.48xlarge gone up or down since 2025?", PriceMoved, "p5.48xlarge"),
    ],
)
def test_up_or_down_is_no_yes_and_no_no(text: str, kind: type, thing: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert isinstance(answer.facts.headline, kind) and answer.facts.headline.thing == thing  # type: ignore[attr-defined]
    assert not headline(answer).startswith(("Yes", "No:"))


def test_an_increase_or_a_cut_by_its_noun_is_asked_about(advisor: Advisor) -> None:
    """36.18 USD a block hour in December 2025, 63.16 later; p4d was cut in June 2025."""
    assert headline(Advisor(advisor.facts, DAYS[2]).ask("price increase on p5en capacity blocks")).startswith("Yes")
    assert headline(advisor.ask("was there a price cut for p4d?")).startswith("Yes")


@pytest.mark.parametrize("text", ["when did the p5 price drop", "when was p4d made cheaper?"])
def test_when_it_moved_is_told_by_the_days_between_which_it_did(text: str, advisor: Advisor) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, PriceMoved) and told.when and not told.asked
    assert (told.before_last, told.after_first) == ("2025-04-28", "2025-06-23")


def test_a_record_that_begins_later_than_what_is_asked_says_so(advisor: Advisor) -> None:
    """The first p4de.24xlarge on demand that is held is of 2026-01-19."""
    told = advisor.ask("did the p4de.24xlarge price fall over the last two years?")
    assert isinstance(told.facts.headline, PriceStood) and told.facts.headline.short
    assert card_text(told).startswith("I hold no price from that far back")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("has spot for g6.xlarge risen lately?", "none_seen"),
        ("has spot for a3-highgpu-8g fallen this year?", "price_moved"),
    ],
)
def test_whether_spot_for_a_machine_moved_is_asked_of_its_price(text: str, code: str, advisor: Advisor) -> None:
    first = advisor.ask(text).facts.headline
    assert first is not None and first.code == code


@pytest.mark.parametrize(
    ("told", "share"),
    [
        ("In August 2022 the on demand price of a Cloud TPU v4 was $3.22 per chip-hour. Has it gone up since?", 0),
        (
            "Has the price of a TPU v4 chip-hour changed since August 2022, when it was $2.80?",
            0.15,
        ),  # 3.22 / 2.80 - 1
    ],
)
def test_a_price_held_once_is_set_against_the_one_that_is_told(told: str, share: float, advisor: Advisor) -> None:
    first = advisor.ask(told).facts.headline
    assert isinstance(first, SeenOnce) and first.share == pytest.approx(share, abs=1e-9)
