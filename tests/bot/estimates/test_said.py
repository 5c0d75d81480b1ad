"""What is said beside the files."""

from __future__ import annotations

import pytest

from bot.estimates.said import said_beside, said_too
from bot.wording.errors import UserError
from engine.estimates.run import Run
from engine.workload.profile import Profile
from knowledge.facts import Facts
from tests.bot.advice.typed.test_settings import SPELLED
from tests.engine.estimates.sample import AXOLOTL, run


@pytest.mark.parametrize(
    ("on", "slots"),
    [
        ("8xH100", {"candidates": ("h100",), "accelerator_count": 8}),
        ("H100:8", {"candidates": ("h100",), "accelerator_count": 8}),
        ("2 x p5.48xlarge", {"instances": ("p5.48xlarge",), "instance_count": 2}),
        ("p4d.24xlarge", {"instances": ("p4d.24xlarge",), "instance_count": 1}),
    ],
)
def test_machines_are_said_as_people_write_them(facts: Facts, on: str, slots: dict[str, object]) -> None:
    profile = said_too(Run(), {}, on, facts).profile
    assert {name: getattr(profile, name) for name in slots} == slots


def test_numbers_may_be_short(facts: Facts) -> None:
    said = said_too(Run(), {"samples": "52k", "parameters": "8B", "max_steps": "1,000"}, None, facts)
    assert (said.profile.samples, said.profile.parameters, said.setup.max_steps) == (52_000, 8e9, 1000)


@pytest.mark.parametrize(
    ("settings", "on", "code"),
    [
        ({"sample": "5"}, None, "unknown_slot"),
        ({"samples": "many"}, None, "bad_value"),
        ({"samples": "-5"}, None, "bad_value"),
        ({"region": "us-eastt"}, None, "unknown_value"),
        ({"clouds": "awz"}, None, "bad_value"),
        ({}, "8xQ900", "measure_machine"),
    ],
)
def test_what_does_not_exist_is_one_sentence(
    facts: Facts, settings: dict[str, str], on: str | None, code: str
) -> None:
    with pytest.raises(UserError) as refused:
        said_too(Run(), settings, on, facts)
    assert refused.value.code == code


@pytest.mark.parametrize(("slot", "value", "said"), SPELLED)
def test_a_value_is_spelled_as_beside_a_question(facts: Facts, slot: str, value: str, said: object) -> None:
    assert getattr(said_too(Run(), {slot: value}, None, facts).profile, slot) == said


def test_a_gpu_beside_files_that_name_one_leaves_theirs(facts: Facts) -> None:
    named = run(facts, AXOLOTL, candidates=("a100-80",), accelerator_count=16)
    beside = Profile(candidates=("gpu",))
    assert said_beside(named, beside, facts).profile.candidates == ("a100-80",)
    assert said_beside(run(facts, AXOLOTL), beside, facts).profile.candidates == ("gpu",)
