"""Names of models as configs write them."""

from __future__ import annotations

import pytest

from engine.configs.keys.models import bits_in, named, size_in
from knowledge.facts import Facts


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("meta-llama/Llama-2-7b-hf", "llama-2-7b"),
        ("NousResearch/Meta-Llama-3.1-8B", "llama-3.1-8b"),
        ("unsloth/Meta-Llama-3.1-8B-Instruct-bnb-4bit", "llama-3.1-8b"),
        ("/models/llama-2-7b-hf/", "llama-2-7b"),
        ("mhenrichsen/gemma-7b", "gemma-7b"),
        ("google-bert/bert-base-cased", "bert-base"),
        ("assets/hf/Llama-4-Scout-17B-16E", "llama-4-scout"),
        ("bert-large-uncased", "bert-large"),
        ("../cache/models--Qwen--Qwen2.5-7B-Instruct/snapshots/a09a35", "qwen2.5-7b"),
    ],
)
def test_a_published_model_is_found_by_any_repository_of_it(name: str, id: str, facts: Facts) -> None:
    entry = named(name, facts).entry
    assert entry is not None and entry.id == id


@pytest.mark.parametrize(
    ("name", "family", "size"),
    [
        ("acme/some-llama-9b-chat", "llama", 9e9),
        ("some/unheard-of-350m", None, 350e6),
        ("nobody/knows", None, None),
    ],
)
def test_of_another_the_name_says_family_and_size(
    name: str, family: str | None, size: float | None, facts: Facts
) -> None:
    found = named(name, facts)
    assert (found.entry, found.family, found.parameters) == (None, family, size)


def test_the_size_of_a_mixture_is_not_that_of_an_expert() -> None:
    assert size_in("some-8x7b-model") is None


def test_quantization_is_no_size() -> None:
    assert size_in("model-4bit") is None


@pytest.mark.parametrize(
    ("name", "bits"),
    [("a/b-7B-bnb-4bit", 4), ("a/b-8B-AWQ", 4), ("a/b-8B-GPTQ-Int8", 8), ("a/b-8B", None), ("a/b-bf16", None)],
)
def test_a_name_says_that_its_weights_are_quantized(name: str, bits: int | None) -> None:
    assert bits_in(name) == bits
