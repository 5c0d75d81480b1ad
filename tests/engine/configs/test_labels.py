"""Real configs of public repositories, read as a person reads them."""

from __future__ import annotations

import pytest

from engine.configs.read_config import read_config
from engine.configs.registry import FORMATS
from knowledge.facts import Facts
from tests.engine.configs.labels import Label, f1, labels, score

SAID_BY_NAME = {"hf-zephyr-orpo.yaml"}  # only the name of the file says what is trained for
LEAST = {"built": 0.99, "mended": 0.98}


@pytest.mark.parametrize("label", labels(), ids=lambda label: label.file)
def test_the_format_of_a_real_config_is_known(label: Label, facts: Facts) -> None:
    assert read_config(label.name, label.text, facts).format == label.format


@pytest.mark.parametrize("which", LEAST)
def test_slots_of_real_configs_are_right(which: str, facts: Facts) -> None:
    scores = {
        label.file: score(label, read_config(label.name, label.text, facts))
        for label in labels()
        if label.set == which
    }
    faults = {file: (each.spurious, each.missed) for file, each in scores.items() if each.spurious or each.missed}
    assert f1(list(scores.values())) >= LEAST[which], faults


def test_every_format_has_a_real_config() -> None:
    assert {label.format for label in labels()} == {format.id for format in FORMATS}


def test_every_label_names_where_its_facts_come_from() -> None:
    assert [label.file for label in labels() if "/" not in label.repository or not label.path] == []


@pytest.mark.parametrize(
    "label", [label for label in labels() if label.file not in SAID_BY_NAME], ids=lambda label: label.file
)
def test_a_config_pasted_without_its_name_says_the_same_as_the_file(label: Label, facts: Facts) -> None:
    file, pasted = read_config(label.name, label.text, facts), read_config("", label.text, facts)
    assert (pasted.profile, pasted.training) == (file.profile, file.training)
