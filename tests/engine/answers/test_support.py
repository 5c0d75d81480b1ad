"""Which row of what is known holds for a chip."""

from __future__ import annotations

import pytest

from engine.answers.support import chips_asked, features_named, held, nearest, row_of
from engine.workload.profile import Profile
from knowledge.facts import Facts


def test_a_row_of_the_chip_goes_before_that_of_its_software_and_of_its_family(facts: Facts) -> None:
    fp8, bitsandbytes, vllm = (facts.features[name] for name in ("fp8", "bitsandbytes", "vllm"))
    chips = facts.accelerators
    assert row_of(fp8, chips["a100-40"], facts).software == "ampere"  # type: ignore[union-attr] # as its generation
    assert row_of(vllm, chips["trainium2"], facts).software == "trainium2"  # type: ignore[union-attr] # it has a row
    assert row_of(bitsandbytes, chips["tpu-v6e"], facts).software == "tpu"  # type: ignore[union-attr] # it has a row


def test_a_published_peak_says_that_a_chip_has_the_format(facts: Facts) -> None:
    entries = held(facts.features["fp8"], (facts.accelerators["h100-sxm"],), facts)
    assert [(entry.row.level, entry.tflops) for entry in entries] == [("native", 1979)]


def test_chips_with_the_same_row_are_one_entry(facts: Facts) -> None:
    chips = chips_asked(Profile(candidates=("tpu",)), facts)
    assert len(chips) == 5
    assert [len(entry.chips) for entry in held(facts.features["bitsandbytes"], chips, facts)] == [5]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("TensorRT-LLM or llama.cpp on L4", ["tensorrt_llm", "llama_cpp"]),
        ("flash-attn on T4", ["flash_attention"]),
        ("which chip is cheapest", []),
        ("an extraordinary ray", ["ray"]),
    ],
)
def test_features_are_found_by_whole_words_the_longest_first(text: str, names: list[str], facts: Facts) -> None:
    assert [feature.id for feature in features_named(text, facts)] == names


def test_the_nearest_of_a_library_is_a_like_one_on_the_same_chip(facts: Facts) -> None:
    found = nearest(facts.features["torchtune"], (facts.accelerators["trainium2"],), facts)
    assert found is not None
    assert found[0].id == "torchtitan"
