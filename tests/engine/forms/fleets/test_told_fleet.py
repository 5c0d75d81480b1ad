"""Cards, machines and dollars of an item from the asker's own times, on that card and on others."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.fleets.told_fleet import ToldFleet
from knowledge.facts import Facts
from tests.day import DAY


@pytest.fixture(scope="module")
def advisor(facts: Facts) -> Advisor:
    return Advisor(facts, DAY)


def fleet(advisor: Advisor, text: str) -> ToldFleet:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, ToldFleet)
    return first


def test_a_fleet_what_a_clip_costs_and_whether_the_other_pays(advisor: Advisor) -> None:
    """400 x 2,820 s / 86,400 s = 13.06; / 0.7 = 18.7. HunyuanVideo at 720p takes 60 GB, so the A100 of 80."""
    told = fleet(
        advisor,
        "HunyuanVideo 720p takes us around 47 min a clip on A100 at 50 steps. Product wants 400 clips per day. What "
        "fleet, what cost/clip, does H100 pay off?",
    )
    own, other = told.rows
    assert (own.name, own.least, own.number) == ("NVIDIA A100 80 GB", (14, 14), (19, 19))
    assert own.busy[0] == pytest.approx(13.056, rel=1e-3)
    assert own.item[0] == pytest.approx(47 / 60 * own.card_hour)
    assert (own.machines, own.instance, own.holds) == (3, "p4de.24xlarge", 8)
    assert other.low == pytest.approx(2820 * 312 / 989, rel=0.01)
    assert other.high == pytest.approx(2820 * 2039 / 3350, rel=0.01)


def test_the_cheaper_of_two_told_times(advisor: Advisor) -> None:
    told = fleet(advisor, "1.15 s per image on an A100 and 0.8 s on H100. Which is cheaper per 1000 images?")
    assert (told.unit, told.cheaper, told.sure) == (1000, 0, True)
    first = told.rows[0]
    assert first.unit_item[0] == pytest.approx(1150 / 3600 * first.card_hour)


def test_steps_are_taken_to_the_same_number(advisor: Advisor) -> None:
    """17 min at 30 steps are 28.3 at 50; of a card nobody here sells the nearest that is sold stands beside it."""
    told = fleet(
        advisor,
        "A clip takes 17 min on an H800 at 30 steps and 47 min on A100 at 50 steps. Which is cheaper per clip?",
    )
    assert told.steps == 50
    assert told.rows[0].low == pytest.approx(17 * 60 * 50 / 30)
    assert not told.rows[0].card_hour and told.rows[2].name == "NVIDIA H100 SXM"


def test_hours_of_sound(advisor: Advisor) -> None:
    """98 s for 5 h are 19.6 s an hour of sound; 10,000 of them 54.4 h."""
    told = fleet(
        advisor,
        "transcribe 300 minutes of audio in 98 seconds on an A100 80GB with batch 96. So what would 10,000 hours "
        "cost on AWS?",
    )
    assert told.audio and told.rows[0].hours[0] == pytest.approx(54.44, rel=1e-3)


def test_a_batch_of_images_is_shared_by_them(advisor: Advisor) -> None:
    told = fleet(advisor, "batch 4, 28 steps: 23 s on v4-8 vs 5.5 s on v6e-4. cost per 1000 images on each?")
    assert [row.low for row in told.rows] == [5.75, 1.375]


@pytest.mark.parametrize(
    "text",
    [
        "one epoch takes 20 min on an A100, what does a run of 50 epochs cost?",
        "10 engineers need an A10G for 4 h a day, what does it cost?",
        "why does a video take 8 min on our A100?",
    ],
)
def test_what_is_no_fleet(advisor: Advisor, text: str) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, ToldFleet)


def test_what_an_item_is_said_to_cost_is_checked(advisor: Advisor) -> None:
    """0.884 s x $0.71 / 3600 = $0.0001743, a sixtieth of what is told; at $0.452 an hour it is $0.000111."""
    said = "Speech synthesis takes 0.884 s per request on a g4dn.xlarge at $0.71 per hour, so $0.0105 a request"
    told = advisor.ask(f"{said}. Reserved it would be $0.452. Is that right?").facts.headline
    assert isinstance(told, ToldFleet) and not told.agrees
    assert told.times == pytest.approx(0.0105 / 0.0001743, rel=0.001)
    assert [one.item for one in told.others] == [pytest.approx(0.000111, rel=0.001)]


def test_a_sum_of_an_item_that_is_right_is_confirmed(advisor: Advisor) -> None:
    """40 s x $0.70 / 3600 = $0.0078."""
    asked = "A video takes 40 s on an L4 at $0.70 an hour, so I get $0.0078 a video. Is that right?"
    told = advisor.ask(asked).facts.headline
    assert isinstance(told, ToldFleet) and told.agrees
