"""Tokens a second of a single stream, and the cheapest machine that reaches a pace."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.quantity.alone import StreamAlone, StreamOn, StreamPick, StreamQuicker


def test_one_stream_is_bound_by_reading_the_weights(advisor: Advisor) -> None:
    """Llama 3.1 8B in BF16 is 16.06 GB, and an H100 reads 3,350 GB/s: 209 tokens/s at most. Published: 129, 154."""
    answer = advisor.ask("What single-stream tok/s can I expect from Llama 3.1 8B bf16 on one H100?")
    headline = answer.facts.headline
    assert isinstance(headline, StreamAlone)
    assert round(headline.first.most) == 209 and headline.first.drafted is None
    assert headline.first.alone.low < 129 < 154 < headline.first.alone.high <= headline.first.most
    assert card_text(answer)


def test_the_cheapest_that_surely_reaches_the_pace_leads(advisor: Advisor) -> None:
    """8B in INT4 is 4.3 GB: an L4 (300 GB/s) reads it 70 times a second at most, an L40S (864) 203, an H100 787."""
    text = "Llama 3.1 8B int4, need 50 tok/s for a single user: which is the cheapest of L4, L40S, H100?"
    answer = advisor.ask(text)
    headline = answer.facts.headline
    assert isinstance(headline, StreamPick) and headline.how == "surely"
    assert headline.best.machine == "NVIDIA L40S"
    assert len([line for line in answer.facts.sentences if isinstance(line, StreamOn)]) == 2


def test_a_draft_is_a_range_that_nobody_measured_there(advisor: Advisor) -> None:
    text = (
        "Llama-3.3-70B, need >100 tok/s on a single stream. EAGLE-3 allowed. Cheapest hw: 2xH100, 4xL40S, inf2.48xl?"
    )
    answer = advisor.ask(text)
    assert isinstance(answer.facts.headline, StreamPick) and answer.facts.headline.drafted
    assert answer.facts.headline.best.drafted is not None
    assert "not measured there" in card_text(answer)


def test_a_pace_that_nothing_reaches_is_said_so(advisor: Advisor) -> None:
    text = "Llama 3.1 70B fp8, 500 tok/s for a single user: cheapest of 2xL40S and 2xH100?"
    headline = advisor.ask(text).facts.headline
    assert isinstance(headline, StreamPick) and headline.how == ""


def test_the_quicker_of_two_for_one_request(advisor: Advisor) -> None:
    """Mistral 7B is 7.2 GB in FP8, and an L40S reads 864 GB/s; an A10G has no FP8: 14.5 GB at 600 GB/s."""
    before = advisor.ask("compare L40S and A10G for serving Mistral 7B").goes_on_from
    told = advisor.ask("which has the lower latency?", before=before).facts.headline
    assert isinstance(told, StreamQuicker) and not told.near
    assert (told.best.machine, told.rest[0].machine) == ("NVIDIA L40S", "NVIDIA A10G")
    assert (round(told.best.most), round(told.rest[0].most)) == (119, 41)
