"""Every pace of a text with the machines it was measured on."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.form import Asked
from engine.forms.paced.paces import Pace, paces_of
from engine.library import library_of
from knowledge.facts import Facts
from tests.day import DAY


def paces(advisor: Advisor, facts: Facts, text: str) -> tuple[Pace, ...]:
    return paces_of(Asked(advisor.parse(text), library_of(facts), DAY))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "one node with 8 V100 does 30 samples/s per GPU, two nodes 10 samples/s per GPU",
            [(1 / 30, "sample", 1, 8), (1 / 10, "sample", 2, 16)],
        ),
        (
            "qwen2 1.5B: 1 node with 2x A10: 2.46 s/it. 2 nodes with 4x A10 total: 8.68 s/it",
            [(2.46, "step", 1, 2), (8.68, "step", 2, 4)],
        ),
        ("256 GPUs: 393 s per step on A100, 105 s on H100", [(393, "step", 0, 256), (105, "step", 0, 0)]),
        ("212 s per epoch with 8 GPUs vs 250 s with 1. batch size 16", [(212, "epoch", 0, 8), (250, "epoch", 0, 1)]),
        ("9.6 s for 50 steps on one V100", [(0.192, "step", 0, 1)]),
        ("it needs 1h20 for an epoch on one T4", [(4800, "epoch", 0, 1)]),
        ("8 H100 run 4.5 s/it", [(4.5, "step", 0, 8)]),
    ],
)
def test_a_pace_belongs_to_what_it_was_measured_on(
    advisor: Advisor, facts: Facts, text: str, expected: list[tuple[float, str, int, int]]
) -> None:
    found = [(one.seconds, one.thing, one.on.nodes, one.on.cards) for one in paces(advisor, facts, text) if one.on]
    assert [one[1:] for one in found] == [one[1:] for one in expected]
    assert [one[0] for one in found] == pytest.approx([one[0] for one in expected])


def test_hours_of_sound_are_no_time_of_a_run(advisor: Advisor, facts: Facts) -> None:
    assert not paces(advisor, facts, "whisper large v3, 10000 h audio, g4dn or inf2?")
