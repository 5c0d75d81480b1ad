"""Chips for traffic that was said."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.parts.fit_reasons import ChipsForTraffic, OnNamed


def test_requests_a_second_are_counted_in_chips_that_answer_them(advisor: Advisor) -> None:
    """20 x 300 tokens x 86,400 s = 518.4M tokens a day."""
    told = advisor.ask(
        "How many H100 for Llama 70B at 20 requests/s with 1k prompt and 300 tokens answers?"
    ).facts.headline
    assert isinstance(told, ChipsForTraffic)
    assert told.tokens_per_day == pytest.approx(518.4e6)
    assert told.chip == "NVIDIA H100 SXM"
    assert told.chips > told.least


def test_without_traffic_the_count_is_that_of_the_memory(advisor: Advisor) -> None:
    told = advisor.ask("How many H100 for Llama 70B?").facts.headline
    assert not isinstance(told, ChipsForTraffic)


@pytest.mark.parametrize(
    ("requests", "enough"),
    [(30, False), (1, True)],  # 6,000 and 200 tokens a second on four chips of 864 GB/s each
)
def test_whether_chips_keep_up_is_no_question_of_memory_alone(advisor: Advisor, requests: int, enough: bool) -> None:
    answer = advisor.ask(
        f"Is 4 x L40S enough for Mixtral 8x7B at {requests} requests per second, 500 in and 200 out?"
    ).facts
    said = answer.headline
    assert isinstance(said, ChipsForTraffic)
    assert said.said == 4 and (said.busy <= 4) == enough
    memory = answer.sentences[0]
    assert isinstance(memory, OnNamed) and memory.beside


def test_how_many_of_a_type_is_no_yes_or_no(advisor: Advisor) -> None:
    told, judged = (
        advisor.ask(text).facts.headline
        for text in (
            "how many g5.2xlarge handle 20 requests/s of an 8B?",
            "do 4 g5.2xlarge handle 20 requests/s of an 8B?",
        )
    )
    assert isinstance(told, ChipsForTraffic) and told.said is None
    assert isinstance(judged, ChipsForTraffic) and judged.said == 4
