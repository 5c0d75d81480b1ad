"""Whether a machine that was seen to be slower is so by its hardware."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.fleets.ratio_seen import RatioSeen
from knowledge.facts import Facts
from tests.day import DAY


@pytest.fixture(scope="module")
def advisor(facts: Facts) -> Advisor:
    return Advisor(facts, DAY)


@pytest.mark.parametrize(
    ("text", "slow", "seen", "verdict"),
    [
        (
            "benchmarked llama 7b on ml.inf2.8xlarge vs ml.g5.2xlarge: inf2 gives ~1/20 of the throughput. are we "
            "holding it wrong?",
            "inf2.8xlarge",
            20.0,
            "software",  # by the data sheets it is the faster of the two
        ),
        ("Why is inf1.xlarge slower than g4dn.xlarge? 3.3 s per image vs about 1 s, same tutorial.",
         "inf1.xlarge", 3.3, "hardware"),  # 54 GB/s against 320
    ],
)  # fmt: skip
def test_what_was_seen_against_the_data_sheets(
    advisor: Advisor, text: str, slow: str, seen: float, verdict: str
) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, RatioSeen)
    assert (told.slow, told.verdict) == (slow, verdict)
    assert told.seen == pytest.approx(seen)


def test_a_ratio_that_nobody_doubts_is_left_alone(advisor: Advisor) -> None:
    told = advisor.ask("H100 is 2x faster than A100; price of each on AWS?").facts.headline
    assert not isinstance(told, RatioSeen)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("our H100 is only 1.5x faster than the A100 for llama 8b, is that normal?", "ratio_bound"),
        (
            "codellama 7B on inf2.xlarge gives 60 ms/token. on a g5.xlarge I get 30 ms/token. is this expected?",
            "tokens_each",
        ),
        ("Why is it slow: 10 h on an A100 and 5 h on an H100?", "two_times"),
    ],
)
def test_what_judges_the_same_figures_by_itself_stays_first(text: str, code: str, advisor: Advisor) -> None:
    first = advisor.ask(text).facts.headline
    assert first is not None and first.code == code
