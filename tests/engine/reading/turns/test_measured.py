"""A bare number of a turn takes the unit of what was asked."""

import pytest

from engine.reading.asking.turn import whole
from engine.reading.turns.measured import in_its_unit
from tests.engine.reading.test_read import vocabulary


@pytest.mark.parametrize(
    ("turn", "meant"),
    [
        ("We measured 35. Is that expected?", "We measured 35 tokens/s. Is that expected?"),
        ("I only get about 1,200 on it, is that normal?", "I only get about 1,200 tokens/s on it, is that normal?"),
        ("We measured 35 and then 40. Is that expected?", None),  # which?
        ("We measured 35.", None),  # asks nothing
    ],
)
def test_a_bare_number_is_in_tokens_a_second_where_a_speed_was_asked_for(turn: str, meant: str | None) -> None:
    before = whole("Llama 3 8B on one A10G, how many tokens per second?", vocabulary())
    assert in_its_unit(before, whole(turn, vocabulary())) == meant


def test_elsewhere_it_stays_what_it_is() -> None:
    before = whole("LoRA of Llama 3 8B on one A10G?", vocabulary())
    assert in_its_unit(before, whole("We measured 35. Is that expected?", vocabulary())) is None
