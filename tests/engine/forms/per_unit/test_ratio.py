"""How much faster one chip is, and whether what somebody sees is normal."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.compare import COMPARE
from engine.forms.per_unit.ratio import Cards, PublishedRatio, RatioBound, WhyUnknown, ratio
from tests.engine.forms.per_unit.questions import question

WHY = "Why is my H100 only 1.3x faster than A100 for inference of a 7B model with vLLM?"


@pytest.mark.parametrize(
    "text",
    [
        WHY,
        "How much faster is H200 than H100 for LLM inference?",
        "why do I get just 1.3x on H100 vs A100 (vLLM, 7B)?",
        "H100 gives me only 30% more tokens than an A100 with vLLM. Normal?",
        "Training on our H100 is much slower than on A100. What could be the reason?",
        "vLLM on A100 is not as fast as L40S, is this normal?",
        "How many times faster is B200 compared to H100 in training?",
        "Llama 7B on inf2.xlarge gives 1/20th of the throughput of g5.xlarge. Is that expected?",
    ],
)
def test_a_question_of_speed_is_a_ratio_and_never_a_memory_table_or_a_verdict(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert answer.form is COMPARE and isinstance(answer.facts.headline, RatioBound)
    assert answer.verdict is None and "usable" not in card_text(answer)


def test_tokens_are_bound_by_bandwidth_and_training_by_compute(advisor: Advisor) -> None:
    """GB/s over all cards 2,000 / 2,039 to 3,900 / 1,555, TFLOP/s 756 / 312 to 989 / 312."""
    told = ratio(question(advisor, WHY), why=True)
    assert told is not None and isinstance(told.headline, RatioBound)
    assert told.headline.serves and not told.headline.trains
    assert told.headline.bandwidth == pytest.approx((2000 / 2039, 3900 / 1555))
    assert told.headline.compute == pytest.approx((756 / 312, 989 / 312))
    assert told.headline.seen == 1.3 and told.headline.place == "within"


@pytest.mark.parametrize(("seen", "place"), [("1.3x", "below"), ("2.6x", "within"), ("9x", "above")])
def test_what_is_seen_is_placed_against_what_bounds_it(seen: str, place: str, advisor: Advisor) -> None:
    """In training the compute: 756 / 312 = 2.4 to 989 / 312 = 3.2; what was measured is possible as well."""
    told = ratio(question(advisor, f"Why is H100 only {seen} faster than A100 for training a 7B?"), why=True)
    assert told is not None and isinstance(told.headline, RatioBound) and told.headline.place == place


def test_that_the_faster_chip_is_the_slower_is_no_limit_of_the_chip(advisor: Advisor) -> None:
    for text, place in (
        ("Why is training on H100 slower than on A100?", "reversed"),
        ("Why is A100 slower than H100 in training?", "agrees"),
    ):
        told = ratio(question(advisor, text), why=True)
        assert told is not None and isinstance(told.headline, RatioBound) and told.headline.place == place


def test_a_published_ratio_is_told_where_both_were_measured(advisor: Advisor) -> None:
    told = ratio(question(advisor, "How much faster is H100 than A100 for training an 8B?"), why=False)
    assert told is not None
    found = [line for line in told.sentences if isinstance(line, PublishedRatio)]
    assert found and found[0].trains and not found[0].is_assumed
    assert not any(isinstance(line, WhyUnknown) for line in told.sentences)


def test_a_name_of_several_cards_says_so(advisor: Advisor) -> None:
    told = ratio(question(advisor, WHY), why=True)
    assert told is not None
    assert {line.word for line in told.sentences if isinstance(line, Cards)} == {"a100", "h100"}


def test_tokens_nobody_trains_on_are_answers(advisor: Advisor) -> None:
    """A10G 600 GB/s over L4 300: twice, for a table of what is served."""
    told = ratio(question(advisor, "My A10G gets 30 tokens/s with Llama 3 8B, the L4 15. Normal?"), why=True)
    assert told is not None and isinstance(told.headline, RatioBound) and told.table is not None
    assert told.headline.usual_bandwidth == pytest.approx(2.0)
    assert "usd_served" in told.table.columns


def test_the_form_of_a_card_that_was_said_is_the_card_that_counts(advisor: Advisor) -> None:
    """H100 PCIe 756 TFLOP/s over A100 312, not the 989 of the SXM card."""
    text = "Why is my H100 PCIe only 1.3x faster than A100 SXM for training a 1B language model?"
    told = ratio(question(advisor, text), why=True)
    assert told is not None and isinstance(told.headline, RatioBound)
    assert told.headline.compute == pytest.approx((756 / 312, 756 / 312)) and told.headline.place == "below"
    assert told.headline.faster == "NVIDIA H100 PCIe"
    (cards,) = [line for line in told.sentences if isinstance(line, Cards)]
    assert not any("PCIe" in name for name in cards.names), "the other is an SXM"
