"""How much of their peak chips are seen to reach in training."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.parts.achieved import MfuSeen, achieved
from engine.workload.profile import Profile


@pytest.mark.parametrize(
    "text",
    [
        "what MFU is normal for training on 8xH100?",
        "what MFU should I expect on H100?",
        "typical model FLOPs utilization of an H100 in training?",
    ],
)
def test_what_is_normal_is_what_others_published(advisor: Advisor, text: str) -> None:
    seen = advisor.ask(text).facts.headline
    assert isinstance(seen, MfuSeen) and seen.chip == "NVIDIA H100 SXM"
    assert 0 < seen.low < seen.middle < seen.high < 1 and seen.sets > 1
    assert seen.tflops == pytest.approx(seen.middle * 989, rel=0.01) and seen.cites


def test_of_a_chip_that_nobody_published_nothing_is_told(advisor: Advisor) -> None:
    library = advisor.library()
    assert achieved(Profile(candidates=("trainium2",)), library.facts, library.evidence) == ()
