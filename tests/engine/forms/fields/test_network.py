"""The size of a network, wherever it is known from."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms import Asked
from engine.forms.fields.network import network_of
from tests.day import DAY


@pytest.mark.parametrize(
    ("text", "billions", "beside"),
    [
        ("FLUX.2 dev on 8 A100", 32, 24),  # its text encoder runs beside it
        ("Is Evo 2 40B too large for an H100?", 40, 0),
        ("DDP of ResNet-50 over 10 Gbps", 0.0256, 0),
        ("training of DLRM over 10 Gbps", 0, 0),  # its parameters are rows of tables
    ],
)
def test_a_size_is_of_what_was_named(advisor: Advisor, text: str, billions: float, beside: float) -> None:
    found = network_of(Asked(advisor.parse(text), advisor.library(), DAY))
    assert found.billions == pytest.approx(billions) and found.beside == beside
