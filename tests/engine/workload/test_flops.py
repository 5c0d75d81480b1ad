"""FLOPs, against published sums worked by hand."""

import pytest

from engine.base.constants import Constants
from engine.workload.flops import (
    Shape,
    decode_flops_per_token,
    is_near_size,
    method_factor,
    sample_gflop,
    samples_of_flops,
    shape,
    training_flops_per_token,
)
from engine.workload.profile import Method, Profile
from knowledge.facts import Facts

LLAMA_3_8B = Shape(parameters=8.03e9, active_parameters=8.03e9, layers=32, hidden=4096, kv_width=1024)
GPT_3 = Shape(parameters=175e9, active_parameters=175e9, layers=96, hidden=12288, kv_width=12288)


def test_training_takes_six_flops_a_parameter_and_token() -> None:
    """GPT-3: 6 x 175e9 x 300e9 = 3.15e23 (the paper prints 3.14e23)."""
    assert training_flops_per_token(GPT_3, 0) * 300e9 == pytest.approx(3.15e23)


def test_attention_adds_six_times_layers_width_and_length() -> None:
    """Llama 3 8B at 8,192: 48.18e9 + 6 x 32 x 4096 x 8192 = 54,622,450,944 a token."""
    assert training_flops_per_token(LLAMA_3_8B, 8192) == 54_622_450_944


def test_a_generated_token_takes_two_flops_a_parameter() -> None:
    assert decode_flops_per_token(LLAMA_3_8B) == 16.06e9


def test_a_named_model_brings_its_own_shape(facts: Facts) -> None:
    found = shape(Profile(model="llama", parameters=8e9), facts)
    assert (found.layers, found.hidden, found.kv_width) == (32, 4096, 1024)


def test_an_unknown_model_is_a_plain_decoder_of_its_size(facts: Facts) -> None:
    """12 L h^2 with h = 128 L: 8e9 parameters are about 34 layers 4,400 wide."""
    found = shape(Profile(parameters=8e9), facts)
    assert found.model is None
    assert 12 * found.layers * found.hidden**2 == pytest.approx(8e9, rel=0.05)


def test_a_model_named_exactly_brings_its_own_sizes(facts: Facts) -> None:
    found = shape(Profile(model="qwen", variant="qwen3-30b-a3b", parameters=30e9), facts)
    assert (found.model, found.parameters, found.active_parameters) == ("qwen3-30b-a3b", 30.5e9, 3.3e9)


def test_another_size_said_since_is_not_that_of_the_named_model(facts: Facts) -> None:
    found = shape(Profile(model="llama", variant="llama-3.1-8b", parameters=70e9), facts)
    assert found.model == "llama-3-70b"  # 70.55B is nearer to 70B than the 68.98B of Llama 2


def test_a_version_and_a_size_are_one_model(facts: Facts) -> None:
    assert shape(Profile(model="llama", variant="llama-3.1", parameters=70e9), facts).model == "llama-3.1-70b"


def test_a_bare_size_is_not_a_model_that_is_meant_by_name_only(facts: Facts) -> None:
    assert facts.models["qwen1.5-14b"].by_name_only
    assert shape(Profile(model="qwen", parameters=14.2e9), facts).model == "qwen3-14b"


def test_active_parameters_that_were_said_are_computed_with(facts: Facts) -> None:
    found = shape(Profile(architecture="moe", parameters=300e9, active_parameters=20e9), facts)
    assert (found.parameters, found.active_parameters, found.moe) == (300e9, 20e9, True)


def test_a_model_without_published_layers_is_a_plain_decoder_of_its_size(facts: Facts) -> None:
    assert facts.models["mistral-large-3"].layers is None
    found = shape(Profile(model="mistral", variant="mistral-large-3", parameters=675e9), facts)
    assert (found.model, found.active_parameters) == ("mistral-large-3", 41e9)
    assert 12 * found.layers * found.hidden**2 == pytest.approx(675e9, rel=0.02)


def test_a_shape_needs_a_known_size() -> None:
    with pytest.raises(ValueError, match="parameters"):
        shape(Profile(), None)  # type: ignore[arg-type]


def test_llama_3_1_405b_took_3_8e25_flops() -> None:
    """6 x 405e9 x 15.6e12 = 3.79e25; the paper prints 3.8e25."""
    of = Shape(parameters=405e9, active_parameters=405e9, layers=126, hidden=16384, kv_width=1024)
    assert training_flops_per_token(of, 0) * 15.6e12 == pytest.approx(3.79e25, rel=0.001)


def test_palm_used_46_percent_of_its_chips() -> None:
    """238,300 tokens/s on 6,144 TPU v4 of 275 TFLOP/s: 45.7 % without attention, 46.2 % with all of it (12 L h s)."""
    palm = Shape(parameters=540e9, active_parameters=540e9, layers=118, hidden=12288, kv_width=256)
    peak = 6144 * 275e12
    assert 238_300 * training_flops_per_token(palm, 0) / peak == pytest.approx(0.457, abs=0.0005)
    uncut = training_flops_per_token(palm, 2 * 2048)  # ours counts the causal half
    assert 238_300 * uncut / peak == pytest.approx(0.462, abs=0.0005)


def test_gpt_3_takes_34_days_on_1024_a100() -> None:
    """8 N D / (n X) with full recomputation, 140 TFLOP/s achieved: 33.9 days (Narayanan 2021 prints 34)."""
    flops = training_flops_per_token(GPT_3, 0) * 300e9 * 8 / 6
    assert flops / (1024 * 140e12) / 86_400 == pytest.approx(33.9, abs=0.05)


@pytest.mark.parametrize(
    ("method", "signals", "factor"),
    [
        ("rlhf", ("frozen_reference",), 8 / 6),  # DPO: 2N + 4N of the policy, 2N of the reference
        ("lora", ("frozen_reference",), 1.0),  # 4N and 2N of 6N
        ("rlhf", ("reference_free",), 1.0),  # ORPO, SimPO
        ("rlhf", (), 3.0),  # PPO: it generates, and a reward model scores
        ("full", (), 1.0),
    ],
)
def test_learning_from_written_pairs_adds_the_forward_pass_of_a_reference(
    facts: Facts, method: Method, signals: tuple[str, ...], factor: float
) -> None:
    constants = Constants(facts)
    assert method_factor(method, constants, signals).likely == pytest.approx(factor, abs=0.001)


def test_a_lora_token_of_llama_8b_takes_32_gflop(facts: Facts) -> None:
    """4 N: 4 x 8.03e9 = 3.21e10."""
    share = method_factor("lora", Constants(facts)).likely
    assert share * training_flops_per_token(LLAMA_3_8B, 0) == pytest.approx(3.21e10, rel=0.002)


def test_a_size_in_round_numbers_is_that_of_the_model() -> None:
    """124.4M is written 125M, which is 0.5 % more, and 6.7B 7B, 4 % more; 5B is 25 % less."""
    assert is_near_size(125e6, 124.4e6)
    assert is_near_size(7e9, 6.7e9)
    assert not is_near_size(5e9, 6.7e9)


def test_flops_of_a_model_that_is_counted_in_samples_are_so_many_samples(facts: Facts) -> None:
    """They come back to the same work: samples x FLOP of one, forward and backward."""
    said = Profile(task="pretraining", model="bert", parameters=340e6, flops=3e20)
    constants = Constants(facts)
    sample = shape(said, facts).sample
    assert sample is not None
    samples = samples_of_flops(said, facts, constants)
    assert samples is not None
    assert samples * sample_gflop(sample, constants) * 1e9 == pytest.approx(3e20)
    assert samples_of_flops(Profile(task="pretraining", parameters=7e9, flops=3e20), facts, constants) is None
