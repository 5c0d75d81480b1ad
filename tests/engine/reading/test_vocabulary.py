"""What words mean, compiled from the facts: chips, spelling, and names that make others redundant."""

from __future__ import annotations

import pytest

from engine.options.named import is_named
from engine.reading.read import read
from engine.reading.words.tokens import lowered, tokenise
from knowledge.facts import Facts
from knowledge.loading.load import load
from tests.engine.reading.test_read import vocabulary


def spelled(text: str) -> list[str]:
    return [token.norm for token in vocabulary().spell(tokenise(lowered(text)))]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("finetne", ["finetune"]),
        ("pytroch", ["pytorch"]),
        ("llama3", ["llama", "3"]),
        ("h100", ["h100"]),
        ("zebra", ["zebra"]),
    ],
)
def test_a_plain_misspelling_is_corrected_and_a_glued_version_split(text: str, words: list[str]) -> None:
    assert spelled(text) == words


def test_a_chip_makes_broader_names_redundant() -> None:
    assert vocabulary().broader("a100-80") == ("a100", "gpu")


def test_every_region_has_a_cloud() -> None:
    regions = vocabulary().regions
    assert (regions["us-east-1"], regions["us-central1"], regions["westeurope"]) == ("aws", "gcp", "azure")


def test_a_phrase_is_found_with_the_slot_it_fills() -> None:
    matches, *_ = vocabulary().find(tokenise(lowered("weekly lora")))
    assert ("method", "lora") in {(match.slot, match.value) for match in matches}


@pytest.mark.parametrize(
    "text",
    [
        "our greatest concern",
        "we confirmed it",
        "the control plane",
        "nobody reported anything",
        "influence of the insurance",
        "tracking and storing",
    ],
)
def test_plain_english_is_left_as_it_is_written(text: str) -> None:
    assert spelled(text) == text.split()


def test_no_common_english_word_is_taken_for_a_misspelling() -> None:
    """The whole frequency list, a word at a time: some of them are words of ours, none becomes another word."""
    english = [
        word
        for term in load().terms
        if term.slot == "ordinary" and str(term.value).startswith("english")
        for word in term.words
    ]
    assert len(english) > 9_000
    assert {"greatest", "confirmed", "control", "plane", "reported"} <= set(english)
    mended = {word: spelled(word) for word in english if spelled(word) != [word]}
    assert mended == {}


def test_every_name_of_a_chip_reads_as_that_chip(facts: Facts) -> None:
    """A name of several chips reads as their common word, which means the chip too."""
    wrong: dict[str, object] = {}
    for chip in facts.accelerators.values():
        types = {instance.id.partition(".")[0] for instance in facts.instances.values()}
        for alias in chip.aliases:
            if alias in types or alias.startswith(("neuroncore", "p6e", "u-")):
                continue  # the name of machines
            if alias.endswith("inferentia"):
                continue  # the bare name means the current one, Inferentia2
            said = read(f"fine-tune a 1B model on {alias} every week", vocabulary()).profile.candidates
            if not said or not all(is_named(chip, {name}) for name in said):
                wrong[alias] = said
    assert wrong == {}


@pytest.mark.parametrize(
    ("text", "chips", "providers"),
    [
        ("train on 4x4090", ("rtx4090",), ()),
        ("two 3090s at home", ("rtx3090",), ()),
        ("we have 4090 samples", (), ()),
        ("an RTX 3080 Ti laptop", ("rtx3080tim",), ()),
        ("8 V100 32GB", ("v100-32gb",), ()),
        ("L40 or A100", ("l40", "a100"), ()),
        ("an L40S", ("l40s",), ()),
        ("TPU v3-8 on Kaggle", ("tpu-v3",), ("kaggle",)),
        ("free Kaggle GPUs or Colab Pro", ("gpu",), ("kaggle", "colab")),
        ("multi-modal models from Hugging Face", (), ()),
        ("lambda = 0.1, together with a vast dataset", (), ()),
        ("on CoreWeave or Vultr", (), ("coreweave", "vultr")),
        ("together.ai, vast.ai and OCI", (), ("together-ai", "vast-ai")),
    ],
)
def test_owned_chips_and_other_clouds(text: str, chips: tuple[str, ...], providers: tuple[str, ...]) -> None:
    profile = read(text, vocabulary()).profile
    assert (profile.candidates, profile.providers) == (chips, providers)


@pytest.mark.parametrize(
    ("text", "repository"),
    [("VRAM of InternVL2-8B?", "OpenGVLab/InternVL"), ("VRAM of MiniCPM-V 2.6?", "OpenBMB/MiniCPM-V")],
)
def test_a_family_may_be_the_project_of_its_name(text: str, repository: str) -> None:
    result = read(text, vocabulary())
    assert [project.repositories for project in result.projects] == [(repository,)]
    assert result.profile.variant is not None
