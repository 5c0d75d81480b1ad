"""The chips that it is to run on: in the order of the text, makers as well, without the GPUs that one moves from."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.composed.targets import targets
from engine.forms.form import Asked
from knowledge.facts import Facts
from tests.day import DAY


@pytest.fixture(scope="module")
def advisor(facts: Facts) -> Advisor:
    return Advisor(facts, DAY)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("does flash-attn run on MI300X or on trn2?", ["mi300x", "trainium2"]),
        ("does flash-attn run on trn2 or on MI300X?", ["trainium2", "mi300x"]),
        ("can TensorRT run on Inferentia2 or AMD?", ["inferentia2", "amd-gpu"]),
        ("we have 8 A100 today. can flash-attn run on TPU v6e?", ["tpu-v6e"]),
        ("does flash-attn run on a GPU?", []),
    ],
)
def test_each_that_is_asked_about_is_one(text: str, names: list[str], advisor: Advisor) -> None:
    found = targets(Asked(advisor.parse(text), advisor.library(), DAY))
    assert [target.names[0] for target in found] == names
