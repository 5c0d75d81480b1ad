"""What words mean, compiled from the facts: chips, spelling, and names that make others redundant."""

from __future__ import annotations

import pytest

from engine.reading.tokens import lowered, tokenise
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
    matches, _ = vocabulary().find(tokenise(lowered("weekly lora")))
    assert ("method", "lora") in {(match.slot, match.value) for match in matches}
