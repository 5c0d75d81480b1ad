"""The same work on two machines, in one message and over the turns of a thread.

By hand: 52 / 24 = 2.167 times as fast; 16 x 52 = 832 and 8 x 24 = 192 card-hours, 4.33 times; an H200 has 1.0 times
the 16-bit math of an H100 and 4,800 / 3,350 = 1.43 times the bandwidth, so 8 take 832 / 8 = 104 h, or 72.6 h, for
what 16 do in 52.
"""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.claims.runs_apart import RunsApart
from tests.engine.forms.claims.reading import first_line
from tests.engine.forms.claims.test_observed import TWO_RUNS

ASKED = ["Is that normal?", "Is that the speed to expect?", "Why is it so much faster?"]


def is_of_both(line: object) -> None:
    assert isinstance(line, RunsApart)
    assert (line.fast.on.cards, line.fast.on.chip) == (8, "NVIDIA H200 SXM")
    assert (line.slow.on.cards, line.slow.on.chip) == (16, "NVIDIA H100 SXM")
    assert (line.times, line.card_times) == pytest.approx((52 / 24, 832 / 192))
    assert (line.fast.card_hours, line.slow.card_hours) == pytest.approx((192, 832))
    assert (line.low, line.high) == pytest.approx((104 * 3350 / 4800, 104), rel=0.01)
    assert line.explained == "faster" and line.more_machines and line.more_memory
    assert line.cheaper == "NVIDIA H200 SXM" and line.fast.usd == pytest.approx(24 * line.fast.usd_hour)


@pytest.mark.parametrize("text", TWO_RUNS)
def test_one_message_in_all_wordings(advisor: Advisor, text: str) -> None:
    is_of_both(first_line(advisor, [f"{text} {ASKED[0]}"]))


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize(
    "turns",
    [
        ("RL of a 7B on 2 nodes of 8 H100 took 52 h.", "OK tried one node: 8x H200, about 24 h."),
        ("One node of 8 H200 takes 24 h for RL of a 7B.", "On two nodes of 8 H100 it had been 52 h."),
        ("16x H100 took 52 h.", "What is a node?", "8x H200 took 24 h."),
    ],
)
def test_over_turns(advisor: Advisor, turns: tuple[str, ...], asked: str) -> None:
    *first, last = turns
    is_of_both(first_line(advisor, [*first, f"{last} {asked}"]))


@pytest.mark.parametrize(
    ("asked", "yes"),
    [
        ("So one node is faster than two?", True),
        ("Are two nodes slower than one?", True),
        ("Is the H100 faster than the H200?", False),
        ("So the H200 is faster than the H100?", True),
        ("Is 8x H200 cheaper than 16x H100?", True),
        ("Is 16x H100 cheaper than 8x H200?", False),
    ],
)
def test_yes_and_no_are_of_the_one_that_is_named(advisor: Advisor, asked: str, yes: bool) -> None:
    line = first_line(advisor, ["2 nodes of 8 H100 took 52 h.", f"8x H200 took 24 h. {asked}"])
    assert isinstance(line, RunsApart) and line.yes is yes


def test_dollars_of_tokens_are_seconds_times_the_hour(advisor: Advisor) -> None:
    turns = [
        "Llama-2 7B should take 60 ms a token on inf2.xlarge. I get 50-60 ms there, on a g5.xlarge 30 ms. Expected?",
        "by price, for one user: inf2 or g5?",
    ]
    line = first_line(advisor, turns)
    assert isinstance(line, RunsApart) and line.by_dollars and line.cheaper == "g5.xlarge"
    assert (line.fast.on.name, line.slow.on.name) == ("g5.xlarge", "inf2.xlarge")
    assert line.fast.usd == pytest.approx(line.fast.usd_hour * 0.030 * 1e6 / 3600)
    assert line.slow.usd == pytest.approx(line.slow.usd_hour * 0.055 * 1e6 / 3600)


@pytest.mark.parametrize(("asked", "way"), [("and on spot?", "spot"), ("per run on spot?", "spot")])
def test_the_two_are_bought_another_way(advisor: Advisor, asked: str, way: str) -> None:
    line = first_line(advisor, ["16x H100 took 52 h, 8x H200 takes 24 h.", "So which is cheaper?", asked])
    assert isinstance(line, RunsApart) and line.by_dollars and line.way == way
    assert line.fast.usd == pytest.approx(24 * line.fast.usd_hour)
    assert 0 < line.fast.usd_hour < 8 * 7.91  # less than on demand


@pytest.mark.parametrize("asked", ["Is that really worth it?", "So is doubling not worth it?", "Which is cheaper?"])
def test_whether_more_are_worth_it_is_told_in_dollars(advisor: Advisor, asked: str) -> None:
    """4 x 20 = 80 card-hours against 8 x 14 = 112: 29% less; 20 / 14 = 1.43 of 2 times."""
    line = first_line(advisor, ["Our job took 20 h on 4 A100.", f"On 8 A100 it took 14 h. {asked}"])
    assert isinstance(line, RunsApart) and line.by_dollars and line.slow.usd < line.fast.usd
    assert (line.less, line.share) == pytest.approx((1 - 80 / 112, 20 / 28))


def test_more_of_the_same_card_are_told_their_share_of_linear(advisor: Advisor) -> None:
    line = first_line(advisor, ["On 1 A100 an epoch takes 6 h.", "On 4 A100 it takes 2.4 h. Is that good scaling?"])
    assert isinstance(line, RunsApart) and line.same_chip and line.poor
    assert (line.linear, line.times, line.share) == pytest.approx((4, 2.5, 0.625))


@pytest.mark.parametrize(
    "asked",
    [
        "How long would it take on 16x H200?",
        "How much faster would 32x B200 be?",
        "What do 50 runs a month on 8x H200 cost on spot?",
        "Would a p6-b200.48xlarge be cheaper?",
        "Thanks!",
    ],
)
def test_what_is_asked_of_another_machine_or_of_more_is_another_question(advisor: Advisor, asked: str) -> None:
    line = first_line(advisor, ["2 nodes of 8 H100 took 52 h.", "8x H200 took 24 h. Is that normal?", asked])
    assert not isinstance(line, RunsApart)
