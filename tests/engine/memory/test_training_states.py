"""Weights, gradients and optimizer states, against the tables of the papers."""

import pytest

from engine.base.constants import Constants
from engine.memory.training_states import (
    adapter_rank,
    base_bits,
    frozen_states,
    gathered_block,
    lora_parameters,
    zero_states,
)
from engine.workload.flops import Shape, of_model
from engine.workload.profile import Profile
from knowledge.facts import Facts

GB = 1e9


@pytest.mark.parametrize(("stage", "gigabytes"), [(0, 120), (1, 31.4), (2, 16.6), (3, 1.9)])
def test_zero_gives_the_figures_of_its_paper(stage: int, gigabytes: float) -> None:
    """7.5 billion parameters on 64 devices, Rajbhandari 2020, figure 1: 120, 31.4, 16.6 and 1.9 GB on each."""
    states = zero_states(7.5e9, 12, stage)  # type: ignore[arg-type]
    assert states.per_device(64) / GB == pytest.approx(gigabytes, abs=0.05)


def test_on_one_device_every_stage_needs_the_same() -> None:
    assert {zero_states(1e9, 12, stage).per_device(1) for stage in (0, 1, 2, 3)} == {16e9}  # type: ignore[arg-type]


def test_sixteen_bit_training_of_65b_takes_more_than_780_gigabytes() -> None:
    """Dettmers 2023, introduction. Its authors count less than 16 bytes a parameter; 16 x 65e9 = 1,040 GB."""
    assert zero_states(65e9, 12, 3).per_device(1) > 780 * GB


def test_four_bit_weights_of_65b_take_33_and_a_half_gigabytes() -> None:
    """65e9 x 4.127 / 8 = 33.53e9: they fit a card of 48 GB (Dettmers 2023)."""
    assert frozen_states(65e9, 4.127, 3).sharded / GB == pytest.approx(33.53, abs=0.01)


def test_unsharded_frozen_weights_are_on_every_device() -> None:
    assert frozen_states(8e9, 16, 1).per_device(64) == 16e9
    assert frozen_states(8e9, 16, 3).per_device(64) == 0.25e9


def test_adapters_on_all_linear_layers_of_llama_8b_are_41943040(facts: Facts) -> None:
    """Rank 16, each of 32 layers: 2 x (8192 + 5120) of attention + 3 x (4096 + 14336) of the MLP = 81,920."""
    assert lora_parameters(of_model(facts.models["llama-3.1-8b"]), 16) == 41_943_040


def test_adapters_on_queries_and_values_of_llama_8b_are_6815744(facts: Facts) -> None:
    """Rank 16 x 32 layers x (4096 + 4096 + 4096 + 1024)."""
    assert lora_parameters(of_model(facts.models["llama-3.1-8b"]), 16, "query_value") == 6_815_744


@pytest.mark.parametrize(
    ("model", "width"), [("llama-3.1-8b", 14336), ("llama-2-7b", 11008), ("llama-3.1-70b", 28672)]
)
def test_the_width_of_the_mlp_follows_from_the_parameters(model: str, width: int, facts: Facts) -> None:
    """The widths are those of the published configurations; none of them is in the data."""
    assert of_model(facts.models[model]).mlp_width == pytest.approx(width, rel=0.001)


def test_a_plain_decoder_has_an_mlp_of_eight_thirds_of_its_width() -> None:
    """12 L h^2 less 4 h^2 of attention a layer leaves 8 h^2 for three matrices."""
    plain = Shape(parameters=12 * 10 * 1536**2, active_parameters=1, layers=10, hidden=1536, kv_width=1536)
    assert plain.mlp_width == 4096


def test_one_layer_is_gathered_at_a_time() -> None:
    """80 layers of 70e9: 0.875e9 parameters, 2 bytes of weights, 2 of gradients where they are trained."""
    shape = Shape(parameters=70e9, active_parameters=70e9, layers=80, hidden=8192, kv_width=1024)
    assert gathered_block(shape, trained=True) == 3.5e9
    assert gathered_block(shape, trained=False) == 1.75e9


def test_a_base_loaded_in_8_bits_takes_half_of_one_in_16(facts: Facts) -> None:
    constants = Constants(facts)
    assert base_bits(Profile(method="lora", precision="int8"), constants) == 8
    assert base_bits(Profile(method="lora"), constants) == 16
    assert base_bits(Profile(method="lora"), constants, in_eight=True) == 8
    assert base_bits(Profile(method="qlora", precision="int8"), constants) == pytest.approx(4.127)


def test_the_rank_that_was_said_counts(facts: Facts) -> None:
    constants = Constants(facts)
    assert adapter_rank(Profile(method="lora", lora_rank=64), constants) == 64
    assert adapter_rank(Profile(method="lora"), constants) == 16
