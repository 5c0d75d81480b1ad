"""What the network between machines of the named type carries."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.symptoms.symptom_reasons import SymptomNetwork


def test_bits_of_the_network_in_bytes(advisor: Advisor) -> None:
    """400 Gbit/s are 50 GB/s."""
    text = "nccl-tests all_reduce busbw: 230 GB/s on one p4d.24xlarge, 57 on two, 30 on four. Is that expected?"
    told = advisor.ask(text).facts.headline
    assert isinstance(told, SymptomNetwork) and (told.gbits, told.gb) == (400, 50)
