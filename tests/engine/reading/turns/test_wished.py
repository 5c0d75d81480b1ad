"""A turn that asks which card to take, after one that was named was asked about."""

from __future__ import annotations

import pytest

from engine.reading.asking.turn import turned, whole
from engine.reading.turns.wished import is_wished, wished
from tests.engine.reading.test_read import vocabulary

FITS = "Can I run Qwen2.5 32B on one L4?"


@pytest.mark.parametrize("turn", ["which card then?", "so what should we use?", "welche Karte dann?"])
def test_any_that_does_the_work_is_meant(turn: str) -> None:
    before = whole(FITS, vocabulary())
    assert is_wished(before, whole(turn, vocabulary()), before)
    after = turned(before, turn, vocabulary())
    assert (after.form, after.profile.candidates, after.profile.accelerator_count) == ("choose", (), None)
    assert after.profile.parameters == 32e9


@pytest.mark.parametrize("turn", ["which is faster?", "how fast is that?", "which L40S machine?"])
def test_a_fact_or_a_named_card_is_no_such_wish(turn: str) -> None:
    before = whole(FITS, vocabulary())
    assert not is_wished(before, whole(turn, vocabulary()), before)


def test_of_two_that_were_named_one_is_meant() -> None:
    before = whole("Does Mistral 7B fit on a T4 or an L4?", vocabulary())
    alone = whole("which one should we take?", vocabulary())
    assert not is_wished(before, alone, before)
    assert wished(before, alone, before).profile.candidates == ()
