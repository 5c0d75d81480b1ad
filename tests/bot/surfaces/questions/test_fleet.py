"""Which texts behind /chipscout ask for a plan; the rest is in tests/slack/asking/test_configs.py."""

from __future__ import annotations

import pytest

from bot.surfaces.questions.fleet import asks_for_a_plan
from tests.bot.fleet.sample import TUNE


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("plan", True),
        (f"plan\n{TUNE}", True),
        (f"plan {TUNE}", True),
        ("plan our move to TPUs", False),
        ("plan for 70B training on 64 GPUs, weekly", False),
        ("planning a cluster", False),
        ("what is your plan", False),
    ],
)
def test_the_verb_alone_or_a_file_behind_it(text: str, asks: bool) -> None:
    assert asks_for_a_plan(text) is asks
