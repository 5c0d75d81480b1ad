"""FLOPs, against published sums worked by hand."""

import pytest

from engine.profile import Profile
from engine.work import Shape, decode_flops_per_token, shape, training_flops_per_token
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


def test_a_size_must_be_known_before_its_shape_is() -> None:
    with pytest.raises(ValueError, match="parameters"):
        shape(Profile(), None)  # type: ignore[arg-type]
