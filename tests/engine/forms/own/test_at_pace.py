"""Cards for a load and hours of an amount, at the pace that the asker measured."""

from __future__ import annotations

import math

import pytest

from bot.advice.advisor import Advisor
from engine.forms.own.at_pace import CardsBusy, HoursAre, waits_longer
from knowledge.facts import Facts
from tests.day import DAY


@pytest.fixture(scope="module")
def advisor(facts: Facts) -> Advisor:
    return Advisor(facts, DAY)


def busy(advisor: Advisor, text: str) -> CardsBusy:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, CardsBusy)
    return first


def hours(advisor: Advisor, text: str) -> HoursAre:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, HoursAre)
    return first


def test_sound_of_those_who_speak(advisor: Advisor) -> None:
    """20,000 x 0.03 x 0.5 / 25 = 12 busy; 12 / 0.7 = 17.1, so 18."""
    told = busy(
        advisor,
        "20k concurrent players, 3% in a conversation with an NPC at any moment and the NPC speaks half of the time. "
        "TTS, we measured 25x realtime per L4. How many g6.xlarge, and what does an hour cost?",
    )
    assert told.busy == pytest.approx(12.0)
    assert (told.least, told.number) == (12, 18)


def test_one_is_not_enough_in_the_busy_hours(advisor: Advisor) -> None:
    """1,200 x 0.7 x 40 s in 12 h = 0.778: two are at most 70% busy."""
    told = busy(
        advisor,
        "A CT segmentation takes 40 s per scan on our L4. 1,200 scans a day, 70% of them between 7:00 and 19:00. "
        "Is one card enough?",
    )
    assert told.busy == pytest.approx(1200 * 0.7 * 40 / (12 * 3600))
    assert (told.asked, told.enough, told.number) == (1, "close", 2)


def test_a_limit_sets_the_cards_by_who_waits(advisor: Advisor) -> None:
    """75 a second x 75 ms = 5.625; with 8 cards 2% of calls wait more than 75 ms, with 9 less than 1%."""
    told = busy(
        advisor,
        "60 arms on the LAN, each asks a 3.3B VLA for an action every 0.8 s. One call is ~75 ms on a 4090. "
        "How many 4090s so that nobody waits more than ~150 ms?",
    )
    assert told.busy == pytest.approx(5.625)
    assert told.number == 9


def test_erlang_of_one_card() -> None:
    """With one card and a load of 0.5 half of all wait (M/M/1), exp(-0.5 t) of these longer than t."""
    assert waits_longer(1, 0.5, 0.0) == pytest.approx(0.5)
    assert waits_longer(1, 0.5, 2.0) == pytest.approx(0.5 * math.exp(-1.0))
    assert waits_longer(1, 1.5, 2.0) == 1.0


def test_hours_and_electricity_of_an_amount(advisor: Advisor) -> None:
    """40e9 / 90,000 / 3,600 = 123.5 h; 0.45 kW x 1.15 = 0.5175 kW x 123.5 h x 0.30."""
    told = hours(
        advisor,
        "90k env steps/s on my 4090, I need 40B steps. How long, what electricity at 0.30 EUR/kWh, and would "
        "4x L40S (g6e.12xlarge) be quicker?",
    )
    assert told.hours == pytest.approx(123.46, abs=0.01)
    assert told.power == pytest.approx(0.5175 * 123.46 * 0.30, abs=0.05)
    assert [one[0] for one in told.others] == ["g6e.12xlarge"]


def test_a_window_needs_a_rate(advisor: Advisor) -> None:
    """4e9 / 7,200 s = 555,556 a second, 1.59 times 350,000: two such nodes."""
    told = hours(
        advisor,
        "The retrain sees 4B examples, we're at 350k examples/s on one 8x A100 80GB node. It must finish inside 2 h. "
        "Would a single p5.48xlarge make it or two nodes?",
    )
    assert told.times == pytest.approx(1.587, abs=0.001)
    assert told.number == 2
    assert told.others[0][-1] == "close"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        # 80 x 15 / 200 = 6 busy / 0.7
        (
            "Unser Detektor schafft 200 Bilder pro Sekunde auf einer A10. 80 Kameras mit je 15 fps, wie viele GPUs?",
            9,
        ),
        # 200,000 x 1.5 s / 86,400 = 3.47 / 0.7
        ("每张图片需要 1.5 秒 on an L40S, 每天 20万 张图片, 需要几张卡?", 5),
        # 9 / 2.5 = 3.6 / 0.7
        ("We process 2.5 clips/s on one L40S. Upload peak is 9 clips/s. How many L40S?", 6),
    ],
)
def test_whatever_it_is_called(advisor: Advisor, text: str, number: int) -> None:
    assert busy(advisor, text).number == number


def test_items_an_hour_are_no_price(facts: Facts) -> None:
    """8,000 / 3,600 x 4.1 = 9.1 busy; the price is that of the type, no "8.00 an hour"."""
    text = "SDXL thumbnails, 8,000 an hour at peak. Measured 4.1 s per image on an L40S. how many g6e.xlarge?"
    first = Advisor(facts, DAY).ask(text).facts.headline
    assert isinstance(first, CardsBusy)
    assert (first.least, first.told) == (10, False)


def test_so_many_that_are_asked_about_have_the_pace_of_one_each(advisor: Advisor) -> None:
    """90 x 28 ms = 2.52 busy, so 4 at 70%: 4 machines, not 4 times 3."""
    first = advisor.ask("Can 3 g5.xlarge handle 90 req/s if a request takes 28 ms?").facts.headline
    assert isinstance(first, CardsBusy) and (first.number, first.each, first.asked) == (4, 1, 3)
    assert first.usd_each == pytest.approx(1.006, abs=0.001)
