"""Models are found in a text by their names, however these are written."""

from __future__ import annotations

import re

import pytest

from knowledge.facts import Facts, names_of

NO_SUFFIX = ("thinking",)  # "-Instruct" after it is skipped for what stands before it


@pytest.mark.parametrize(
    ("text", "models"),
    [
        ("Fine-tune DeepSeek-V3 on AWS", ["deepseek-v3"]),
        ("deepseek v3.1 or DeepSeek R1?", ["deepseek-v3.1", "deepseek-r1"]),
        ("DeepSeek-R1-Distill-Llama-70B", ["deepseek-r1-distill-llama-70b"]),
        ("ollama run deepseek-r1:70b", ["deepseek-r1-distill-llama-70b"]),
        ("meta-llama/Meta-Llama-3-1-8B-Instruct", ["llama-3.1-8b"]),
        ("accounts/fireworks/models/llama-v3p1-8b-instruct", ["llama-3.1-8b"]),
        ("llama31_8b", ["llama-3.1-8b"]),
        ("Llama 3.0 8B", ["llama-3-8b"]),
        ("Llama 3.1 (8B)", ["llama-3.1-8b"]),
        ("Llama 3.1 8 billion", ["llama-3.1-8b"]),
        ("llama3.3", ["llama-3.3-70b"]),
        ("Llama-4-Maverick-17B-128E-Instruct", ["llama-4-maverick"]),
        ("unsloth/llama-3-8b-bnb-4bit", ["llama-3-8b"]),
        ("Qwen2.5-Coder-32B-Instruct-AWQ", ["qwen2.5-32b"]),
        ("Qwen/Qwen3.5-397B-A17B", ["qwen3.5-397b-a17b"]),
        ("Mistral-7B-Instruct-v0.3", ["mistral-7b"]),
        ("opt13b", ["opt-13b"]),
        ("Llama 7B", []),  # a size and no version
        ("Llama-3.1-80B", []),  # no such size: not the 8B
        ("prellama 3 8b", []),
        ("Llama. 3 8B runs", []),  # a new sentence
    ],
)
def test_a_text_names_models(facts: Facts, text: str, models: list[str]) -> None:
    assert [found.model for found in names_of(facts).models.found(text)] == models


def test_every_name_reads_the_same_in_every_spelling(facts: Facts) -> None:
    names = names_of(facts).models
    wrong: dict[str, list[str]] = {}
    for model in facts.models.values():
        for name in (model.id, *model.aliases):
            dashed, spaced = name.replace(" ", "-"), name.replace("-", " ")
            spellings = {name, dashed, spaced, spaced.replace(" ", "_"), name.upper(), f"publisher/{dashed}"}
            if not name.endswith(NO_SUFFIX):
                spellings |= {f"publisher/{dashed}-Instruct", f"unsloth/{dashed}-bnb-4bit"}
            for spelling in spellings:
                found = [entry.model for entry in names.found(f"we fine-tune {spelling} every week")]
                if found != [model.id]:
                    wrong[spelling] = found
    assert wrong == {}


def test_a_name_alone_may_stand_behind_its_publisher(facts: Facts) -> None:
    named = names_of(facts).models.named
    whole = {name: model.id if (model := named(name)) else None for name in ("ViT-L/16", "a/b/gpt-oss-120b", "gpt")}
    assert whole == {"ViT-L/16": "vit-large", "a/b/gpt-oss-120b": "gpt-oss-120b", "gpt": None}
    assert named("Qwen2.5-7B something else") is None


@pytest.mark.parametrize(
    ("text", "unheld"),
    [
        ("Llama 5", ["Llama 5"]),
        ("Qwen 9 300B", ["Qwen 9"]),
        ("Qwen9", ["Qwen9"]),
        ("llama 3.4 8B", ["llama 3.4"]),
        ("DeepSeek V9", ["DeepSeek V9"]),
        ("GPT-5", ["GPT-5"]),
        ("Llama 3", []),
        ("Qwen 2", []),
        ("Llama 7b", []),
        ("Qwen 8 billion", []),
        ("Llama 4x cheaper", []),
        ("Llama. 5 runs", []),
        ("Falcon in 2023", []),
    ],
)
def test_a_version_that_is_not_held_is_found(facts: Facts, text: str, unheld: list[str]) -> None:
    assert [text[entry.first : entry.last] for entry in names_of(facts).models.unheld(text)] == unheld


def test_a_version_of_several_sizes_is_all_of_them(facts: Facts) -> None:
    names = names_of(facts).models
    (line,) = names.lines("we fine-tune Llama 4 weekly")
    assert {model.id for model in names.of(line.model)} == {"llama-4-scout", "llama-4-maverick"}
    assert {model.id for model in names.of("deepseek-v4")} == {"deepseek-v4-pro", "deepseek-v4-flash"}
    assert [model.id for model in names.of("gpt-oss-20b")] == ["gpt-oss-20b"]
    assert names.of("no-such") == ()
    assert names.lines("Llama 4B") == names.lines("Llama") == []


def test_active_parameters_stand_in_a_name(facts: Facts) -> None:
    names = names_of(facts).models
    assert [entry.active for entry in names.experts("Foo-300B-A20B")] == [20e9]
    assert [entry.active for entry in names.experts("the -A3B models")] == [3e9]
    assert names.experts("an A100 of 80GB, 8B a run") == []


def test_a_version_s_other_sizes_are_known_by_one_of_them(facts: Facts) -> None:
    models = names_of(facts).models
    assert {one.id for one in models.of_version("llama-3.1-70b")} == {
        "llama-3.1-8b",
        "llama-3.1-70b",
        "llama-3.1-405b",
    }
    assert "qwen3-235b-a22b" in {one.id for one in models.of_version("qwen3-8b")}
    assert "qwen2.5-vl-7b" not in {one.id for one in models.of_version("qwen2.5-7b")}
    assert models.of_version("mixtral") == ()


_SIZED = re.compile(r"(.+?) ((?:\d+x)?\d+(?:\.\d+)?[bm])")


def test_a_size_before_a_name_is_the_size_behind_it(facts: Facts) -> None:
    """ "the 774M GPT-2" is GPT-2 774M, where the name alone names a model or a version, too."""
    names = names_of(facts).models
    wrong: dict[str, str] = {}
    tried = 0
    for model in facts.models.values():
        for alias in (model.id.replace("-", " "), *model.aliases):
            parts = _SIZED.fullmatch(alias)
            if parts is None or [one.model for one in names.found(alias)] != [model.id]:
                continue
            for size in (parts[2], f"{parts[2][:-1]} {parts[2][-1]} parameter"):
                text = f"the {size} {parts[1]} model"
                found = [one for one in (*names.found(text), *names.lines(text)) if one.first == len(f"the {size} ")]
                if len(found) == 1:
                    tried += 1
                    sized = names.sized(text, found)[0].model
                    wrong |= {text: sized} if sized != model.id else {}
    assert wrong == {}
    assert tried >= 500


def test_a_size_of_something_else_before_a_name_changes_nothing(facts: Facts) -> None:
    names = names_of(facts).models
    for text in ("500M tokens for GPT-2", "I have a 24 GB card, GPT-2", "300b GPT-2"):
        assert [one.model for one in names.sized(text, names.found(text))] == ["gpt2-xl"]
