"""A model's name says its size."""

from __future__ import annotations

import pytest

from engine.workload.named import (
    named_size,
    nearest_size,
    run_of_makers,
    samples_of_steps,
    tokens_of_makers,
    version_sizes,
)
from engine.workload.profile import Profile
from knowledge.facts import Facts


def test_a_named_model_says_its_size(facts: Facts) -> None:
    (size,) = named_size(Profile(model="deepseek", variant="deepseek-v3"), facts)
    assert (size.slot, size.value, size.uses) == ("parameters", 671e9, ("variant",))


def test_a_size_that_was_said_stays(facts: Facts) -> None:
    assert list(named_size(Profile(variant="llama-3.1-8b", parameters=8e9), facts)) == []


def test_a_version_of_several_sizes_says_none_of_them(facts: Facts) -> None:
    llama4 = Profile(model="llama", variant="llama-4")
    assert list(named_size(llama4, facts)) == []
    assert version_sizes(llama4, facts) == (109e9, 400e9)


def test_of_several_sizes_the_one_nearest_the_usual_is_assumed(facts: Facts) -> None:
    assert nearest_size(Profile(variant="llama-4"), facts, 8e9) == 109e9
    assert nearest_size(Profile(variant="deepseek-v4"), facts, 236e9) == 284e9
    assert nearest_size(Profile(model="llama"), facts, 8e9) == 8e9


def test_a_published_model_that_is_pretrained_takes_the_tokens_of_its_makers(facts: Facts) -> None:
    """GPT-3 300B (Brown et al. 2020), Llama 2 2.0T (its model card), DeepSeek-V3 14.8T (its README)."""
    for name, family, size, tokens in (
        ("gpt3-175b", "gpt", 175e9, 300e9),
        ("llama-2-70b", "llama", 70e9, 2e12),
        ("deepseek-v3", "deepseek", 671e9, 14.8e12),
    ):
        profile = Profile(task="pretraining", model=family, variant=name, parameters=size)
        (found,) = tokens_of_makers(profile, (), facts)
        assert (found.slot, found.value, found.uses) == ("tokens", tokens, ("variant",))


def test_no_tokens_of_makers_for_other_work_or_an_amount_of_ones_own(facts: Facts) -> None:
    named = Profile(task="pretraining", model="llama", variant="llama-2-70b", parameters=70e9)
    for other in (
        {"task": "fine_tuning"},
        {"tokens": 1e9},
        {"run_hours": 10.0},
        {"flops": 1e22},
        {"parameters": 7e9, "variant": None},
    ):
        assert list(tokens_of_makers(named.model_copy(update=other), (), facts)) == []
    assert list(tokens_of_makers(named, ("continued_pretraining",), facts)) == []


def test_steps_of_an_image_model_are_samples(facts: Facts) -> None:
    """3,000 steps of one image each, 2,000 of four; seconds of a step say the hours by themselves."""
    lora = Profile(task="fine_tuning", method="lora", model="stable-diffusion", architecture="diffusion", steps=3000)
    assert [(one.slot, one.value) for one in samples_of_steps(lora, facts)] == [("samples", 3000), ("epochs", 1.0)]
    four = lora.model_copy(update={"steps": 2000, "batch_size": 4, "epochs": 1.0})
    assert [(one.slot, one.value) for one in samples_of_steps(four, facts)] == [("samples", 8000)]
    assert list(samples_of_steps(lora.model_copy(update={"seconds_per_step": 1.0}), facts)) == []
    resnet = Profile(task="pretraining", model="resnet", architecture="cnn", steps=3000)
    assert list(samples_of_steps(resnet, facts)) == []  # the batch decides, and was not said


def test_steps_of_a_batch_over_samples_are_the_passes(facts: Facts) -> None:
    """100,000 steps x 2,048 a step over 30M samples are 6.83 passes, and not the usual 300."""
    said = Profile(task="pretraining", model="vit", samples=30_000_000, steps=100_000, batch_size=2048)
    ((slot, value),) = [(one.slot, one.value) for one in samples_of_steps(said, facts)]
    assert slot == "epochs" and value == pytest.approx(6.827, rel=1e-3)
    assert list(samples_of_steps(said.model_copy(update={"epochs": 5.0}), facts)) == []


def test_an_encoder_without_a_size_is_the_base_of_its_kind(facts: Facts) -> None:
    (size,) = named_size(Profile(model="bert", task="fine_tuning"), facts)
    assert (size.slot, size.value, size.uses) == ("parameters", 110e6, ("model",))


def test_the_chip_hours_of_a_published_model_are_its_own(facts: Facts) -> None:
    """Llama 2 by its model card: 184,320 for 7B, 1,720,320 for 70B."""
    for name, size, hours in (("llama-2-7b", 7e9, 184_320.0), ("llama-2-70b", 70e9, 1_720_320.0)):
        run = run_of_makers(Profile(model="llama", variant=name, parameters=size), facts)
        assert run is not None and run[0].chip == "a100-80" and run[1] == hours
    assert run_of_makers(Profile(model="mistral", variant="mistral-7b"), facts) is None
