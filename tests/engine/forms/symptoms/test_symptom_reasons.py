"""What no figure is told of is left out of the sentence."""

from __future__ import annotations

from bot.wording.reasons import fact
from engine.forms.symptoms.symptom_reasons import SymptomHost

PLAIN = {"text": "Killed.", "does": "First look.", "larger": None, "larger_ram": None, "larger_usd": None}


def test_a_size_and_a_machine_are_told_where_they_are_known() -> None:
    sized = SymptomHost(**PLAIN, plain=28.0, half=14.0, instance=None, ram=None)
    assert "14 GB in 16 bits and 28 GB in FP32" in " ".join(fact(sized).split())
    placed = SymptomHost(**PLAIN, plain=None, half=None, instance="inf2.xlarge", ram=16.0)
    assert " ".join(fact(placed).split()) == "Killed. inf2.xlarge has 16 GiB of RAM. First look."
