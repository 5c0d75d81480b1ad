"""Conditions as written in the data, all of which can be tested."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from pydantic import BaseModel

from engine.workload.conditions import holds
from engine.workload.profile import SLOTS, Profile
from knowledge.facts import Condition
from knowledge.loading.load import data_dir, read_rows

FAMILIES = {"trainium2": "trainium", "h100-sxm": "gpu", "a100-40": "gpu", "tpu-v5e": "tpu"}
LLAMA = Profile(
    task="fine_tuning",
    model="llama",
    parameters=8e9,
    clouds=("aws", "gcp"),
    candidates=("h100", "trainium2"),
    cuda_native=False,
    runs_per_month=4.333,
)

TABLE: tuple[tuple[dict[str, object], bool], ...] = (
    # said, unsaid
    ({"slot": "task"}, True),
    ({"slot": "framework"}, False),
    ({"slot": "clouds"}, True),
    ({"slot": "instances"}, False),
    ({"slot": "framework", "unsaid": True}, True),
    ({"slot": "task", "unsaid": True}, False),
    # a false answer is an answer
    ({"slot": "cuda_native"}, True),
    ({"slot": "cuda_native", "is": [False]}, True),
    ({"slot": "cuda_native", "is": [True]}, False),
    # values
    ({"slot": "task", "is": ["pretraining", "fine_tuning"]}, True),
    ({"slot": "task", "is": ["inference"]}, False),
    ({"slot": "framework", "is": ["pytorch"]}, False),
    # lists: any member, or every one
    ({"slot": "clouds", "is": ["gcp"]}, True),
    ({"slot": "clouds", "is": ["azure"]}, False),
    ({"slot": "clouds", "only": ["aws"]}, False),
    ({"slot": "clouds", "only": ["aws", "gcp"]}, True),
    ({"slot": "instances", "only": ["p5.48xlarge"]}, False),
    # chips answer to their family and to their short name
    ({"slot": "candidates", "is": ["gpu"]}, True),
    ({"slot": "candidates", "is": ["trainium"]}, True),
    ({"slot": "candidates", "is": ["h100"]}, True),
    ({"slot": "candidates", "is": ["tpu"]}, False),
    ({"slot": "candidates", "is": ["a100"]}, False),
    ({"slot": "candidates", "only": ["gpu", "trainium"]}, True),
    # numbers
    ({"slot": "parameters", "at_least": 8e9}, True),
    ({"slot": "parameters", "at_most": 7e9}, False),
    ({"slot": "runs_per_month", "at_least": 1, "at_most": 5}, True),
    ({"slot": "tokens", "at_most": 1e12}, False),
    ({"slot": "cuda_native", "at_least": 0}, False),
    # signals and groups
    ({"signal": "growing_bill"}, True),
    ({"signal": "soon"}, False),
    ({"any_of": [{"slot": "framework"}, {"signal": "growing_bill"}]}, True),
    ({"any_of": [{"slot": "framework"}, {"signal": "soon"}]}, False),
    ({"all_of": [{"slot": "task"}, {"signal": "growing_bill"}]}, True),
    ({"all_of": [{"slot": "task"}, {"signal": "soon"}]}, False),
)


@pytest.mark.parametrize(("written", "passes"), TABLE)
def test_a_condition_holds_as_written(written: dict[str, object], passes: bool) -> None:
    assert holds(Condition.model_validate(written), LLAMA, ("growing_bill",), FAMILIES) is passes


def test_a_chip_id_finds_its_own_family() -> None:
    profile = Profile(candidates=("h100-sxm",))
    assert holds(Condition.model_validate({"slot": "candidates", "is": ["gpu"]}), profile, (), FAMILIES)
    assert holds(Condition.model_validate({"slot": "candidates", "is": ["h100"]}), profile, (), FAMILIES)


def test_a_condition_without_a_test_is_an_error() -> None:
    with pytest.raises(ValueError, match="needs a slot"):
        holds(Condition(), Profile(), (), FAMILIES)


def conditions(model: BaseModel) -> Iterator[Condition]:
    """Every condition inside an entry, nested ones too."""
    if isinstance(model, Condition):
        yield model
    for name in type(model).model_fields:
        value = getattr(model, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, BaseModel):
                yield from conditions(part)


SIGNAL_FILES = ("language/signals.toml", "samples/sample_models.toml")  # a variant of a model is a signal


class Written(NamedTuple):
    """Every condition of the data with its place, and every signal."""

    conditions: list[tuple[str, Condition]]
    signals: set[str]


@pytest.fixture(scope="module")
def written_in_data() -> Written:
    rows = list(read_rows(data_dir()))
    return Written(
        [(f"{row.file}:{row.entry}", condition) for row in rows for condition in conditions(row.fact)],
        {row.entry for row in rows if row.file in SIGNAL_FILES},
    )


def test_every_condition_in_the_data_tests_exactly_one_thing(written_in_data: Written) -> None:
    wrong = [
        place
        for place, condition in written_in_data.conditions
        if sum(map(bool, (condition.slot, condition.signal, condition.any_of, condition.all_of))) != 1
    ]
    assert wrong == []


def test_every_slot_and_signal_named_by_a_condition_exists(written_in_data: Written) -> None:
    written, known = written_in_data.conditions, written_in_data.signals
    slots = [place for place, condition in written if condition.slot and condition.slot not in SLOTS]
    signals = [place for place, condition in written if condition.signal and condition.signal not in known]
    assert slots == []
    assert signals == []


def test_every_value_named_by_a_condition_can_be_stated(written_in_data: Written) -> None:
    """A misspelled value ("finetuning") would never match, and nobody would notice."""
    fixed = {name: field for name, field in Profile.model_json_schema()["properties"].items() if "enum" in str(field)}
    wrong = [
        (place, value)
        for place, condition in written_in_data.conditions
        if condition.slot in fixed
        for value in (*condition.is_, *condition.only)
        if f"'{value}'" not in str(fixed[condition.slot])
    ]
    assert wrong == []
