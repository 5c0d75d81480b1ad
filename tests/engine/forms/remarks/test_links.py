"""NVLink or PCIe: what the cards have, and whether the work needs it."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.remarks.links import Links


def told(advisor: Advisor, text: str) -> Links:
    found = advisor.ask(text).facts.headline
    assert isinstance(found, Links), text
    return found


@pytest.mark.parametrize(
    ("text", "switched", "bridged", "without"),
    [
        ("does the RTX 4090 have NVLink?", (), (), ("NVIDIA RTX 4090",)),
        ("Does the RTX 3090 have NVLink?", (), ("NVIDIA RTX 3090",), ()),
        ("does the RTX 6000 Ada support NVLink?", (), (), ("NVIDIA RTX 6000 Ada",)),
        ("H100 PCIe NVLink?", (), ("NVIDIA H100 PCIe",), ()),
    ],
)
def test_which_cards_have_it(
    text: str, switched: tuple[str, ...], bridged: tuple[str, ...], without: tuple[str, ...], advisor: Advisor
) -> None:
    first = told(advisor, text)
    assert (first.switched, first.bridged, first.without) == (switched, bridged, without) and first.asked == "has"


@pytest.mark.parametrize(
    ("text", "work", "verdict"),
    [
        ("Do I need NVLink for 2x 4090 fine-tuning?", "open", "yes"),
        ("Is NVLink needed for QLoRA of a 13B on 2 L40S?", "light", "yes"),
        ("do 2 L40S without NVLink slow down tensor parallelism?", "tensor", "no"),
        ("Braucht man NVLink für 2x 3090?", "open", "yes"),
    ],
)
def test_whether_the_work_needs_it(text: str, work: str, verdict: str, advisor: Advisor) -> None:
    first = told(advisor, text)
    assert (first.work, first.verdict) == (work, verdict)


def test_what_full_sharding_sends_is_set_against_what_is_computed(advisor: Advisor) -> None:
    """13B over 4: 3 x 2 x 13 x 3/4 = 58.5 GB, 1.83 s at 32 GB/s; 6 x 13e9 x 4,096 / 154.8e12 = 2.06 s."""
    first = told(advisor, "is PCIe enough for 4x A6000 FSDP of a 13B?")
    assert first.sent_gb == pytest.approx(58.5) and first.pcie_seconds == pytest.approx(1.83, rel=0.01)
    assert first.compute_seconds == pytest.approx(2.06, rel=0.01) and first.verdict == "just"


def test_frozen_weights_that_fill_a_card_are_sent_too(advisor: Advisor) -> None:
    """140 GB of a 70B on cards of 48: 2 x 2 x 70 x 3/4 = 210 GB."""
    first = told(advisor, "Is NVLink needed for LoRA of a 70B on 4 L40S?")
    assert first.work == "sharded" and first.sent_gb == pytest.approx(210)


def test_a_yes_is_of_what_was_asked(advisor: Advisor) -> None:
    """PCIe is enough for both: whether NVLink is needed is then a no."""
    assert told(advisor, "is PCIe 3.0 enough for LoRA of a 7B on 2 RTX 3090?").of_pcie
    assert not told(advisor, "Do I need NVLink or is PCIe enough for LoRA of a 7B on 2 RTX 3090?").of_pcie
