"""What first lines are about."""

from __future__ import annotations

import pytest

from engine.forms.turned.about import about, named_in
from engine.workload.profile import Profile, Reading
from engine.workload.subject import Subject
from knowledge.facts import Facts


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("2 x p4d.24xlarge (16 x NVIDIA A100 40 GB) at $43.92/h", Subject(
            instance="p4d.24xlarge", chip="a100-40", machines=2, chips=16)),
        ("NC24ads_A100_v4 (NVIDIA A100 80 GB) at $3.67/h", Subject(
            instance="Standard_NC24ads_A100_v4", chip="a100-80", machines=1, chips=1)),
        ("12 GB is enough for the small ones, 24 GB for the rest", Subject(gb=24.0)),
    ],
)  # fmt: skip
def test_the_machine_of_the_line_comes_first_then_its_gigabytes(facts: Facts, words: str, told: Subject) -> None:
    assert about(None, None, words, Reading(), facts, lambda: ()) == (told,)


def test_a_chip_that_is_rented_comes_before_gigabytes(facts: Facts) -> None:
    words = "24 GB: one RTX 3090 or L4 is enough"
    assert about(None, None, words, Reading(), facts, lambda: ("rtx3090", "l4")) == (Subject(chip="l4"),)


def test_a_name_of_several_boards_is_the_usual_one(facts: Facts) -> None:
    said = Reading(profile=Profile(candidates=("h100",), accelerator_count=4))
    assert named_in(said, facts) == (Subject(chip="h100-sxm", chips=4),)
