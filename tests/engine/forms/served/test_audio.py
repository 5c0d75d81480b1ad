"""So many hours of audio to be transcribed."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.served.audio import AudioTakes, carried
from knowledge.loading.load import load


def test_hours_are_those_of_the_audio_over_how_many_times_real_time_it_is(advisor: Advisor) -> None:
    said = advisor.ask(
        "whisper large-v3 for 10,000 hours of audio, which instance is cheapest and how long?"
    ).facts.headline
    assert isinstance(said, AudioTakes) and said.audio == 10_000 and not said.is_named
    assert said.hours.likely == pytest.approx(10_000 / said.times.likely)
    assert said.usd.likely == pytest.approx(said.hours.likely * said.usd_per_hour)
    assert said.usd.low < said.usd.likely < said.usd.high


def test_the_card_that_was_measured_is_as_fast_as_it_was() -> None:
    """9,000 seconds of audio in 98: 91.8 times real time."""
    facts = load()
    base = facts.speech_speeds["a100-large-v3-batched"]
    own = carried(base, facts.accelerators["a100-80"], facts)
    assert own is not None and own.likely == pytest.approx(9000 / 98, rel=0.001)


def test_another_card_lies_between_its_peak_and_its_bandwidth() -> None:
    """An L4 has 121/312 of the peak and 300/2,039 of the bandwidth: 13.5 to 35.6 times real time."""
    facts = load()
    found = carried(facts.speech_speeds["a100-large-v3-batched"], facts.accelerators["l4"], facts)
    assert found is not None
    assert (found.low, found.high) == (pytest.approx(13.5, rel=0.03), pytest.approx(35.6, rel=0.03))


def test_a_card_that_was_named_is_costed_by_the_card(advisor: Advisor) -> None:
    said = advisor.ask("how long to transcribe 50,000 hours of audio with whisper large-v3 on A100?").facts.headline
    assert isinstance(said, AudioTakes) and said.is_named and "A100" in said.chip


def test_training_on_audio_is_another_question(advisor: Advisor) -> None:
    answer = advisor.ask("fine-tune whisper large-v3 on 1,000 hours of audio, how long on an A100?")
    assert answer.form.id != "serving"
