"""What so much audio costs on each machine."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.served.audio import carried
from knowledge.loading.load import load


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


def test_training_on_audio_is_another_question(advisor: Advisor) -> None:
    answer = advisor.ask("fine-tune whisper large-v3 on 1,000 hours of audio, how long on an A100?")
    assert answer.form.id != "serving"
