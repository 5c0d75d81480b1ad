"""Memory of the host that offloading takes."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.parts.fit_reasons import HostNeeded

GIB = 2**30


def test_how_much_cpu_memory_is_answered_with_that_of_the_host(advisor: Advisor) -> None:
    """70e9 x 12 bytes of optimizer states, x 16 with weights and gradients, x 2 of weights that are loaded."""
    text = "How much CPU memory is needed to full fine-tune a 70B on 8 A100 80GB?"
    told = advisor.ask(text).facts.headline
    assert isinstance(told, HostNeeded)
    assert told.optimizer == pytest.approx(70e9 * 12 / GIB)
    assert told.states == pytest.approx(70e9 * 16 / GIB)
    assert told.weights == pytest.approx(70e9 * 2 / GIB)
