"""Placement: what a worker can address, and the fewest instances that hold a need."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.constants import Constants
from engine.memory.placement import Need, core_bytes, core_of, place, tensor_degrees
from knowledge.facts import Facts

GIB = 2**30


@pytest.mark.parametrize(
    ("chip", "gib", "workers"),
    [
        ("trainium1", 16, 2),
        ("inferentia2", 16, 2),
        ("trainium2", 24, 4),
        ("trainium3", 36, 4),
        ("h100-sxm", 80, 1),
        ("tpu-v5e", 16, 1),
    ],
)
def test_a_neuron_core_has_its_share_of_the_chip_alone(chip: str, gib: float, workers: int, facts: Facts) -> None:
    """16 of the 32 GiB of a Trn1 chip; from Trn2 on two physical cores share a stack: 96 / 4, 144 / 4."""
    core = core_of(facts.accelerators[chip], Constants(facts))
    assert (core.total, core.per_chip) == (gib * GIB, workers)
    assert core.usable < core.total


def test_tensor_parallel_degrees_split_heads_whole() -> None:
    """64 heads on the 12 cores of inf2.24xlarge: 8 is the most; on the 24 of inf2.48xlarge 16."""
    assert tensor_degrees(12, 64) == (1, 2, 4, 8)
    assert tensor_degrees(24, 64)[-1] == 16


def test_with_unknown_heads_degrees_are_powers_of_two() -> None:
    assert tensor_degrees(12, None) == (1, 2, 4, 8)
    assert tensor_degrees(1, None) == (1,)


def test_training_shards_over_all_and_splits_by_degree() -> None:
    """160 over 2 x 8 cores + 4 / 2 = 12."""
    assert core_bytes(Need(sharded=160, split=4), 2, 8, 2, None) == 12


def test_a_single_core_gathers_nothing() -> None:
    need = Need(sharded=8, split=1, gathered=4)
    assert core_bytes(need, 1, 1, 1, None) == 9
    assert core_bytes(need, 1, 2, 1, None) == 9  # 4 + 1 + 4
    assert place(need, 9, 1, None, None) == (1, 1, 9)


def test_a_cache_is_not_split_finer_than_a_key_value_head() -> None:
    """80 of weights over 16 cores, 32 of cache over the 8 heads there are: 5 + 4."""
    assert core_bytes(Need(sharded=80, cache=32, serving=True), 16, 16, 1, 8) == 9


def test_the_lowest_degree_that_needs_no_more_instances_is_taken() -> None:
    """Room 10 a core, 8 cores, 12 held by each: one way is too much, two ways leave 4, and 32 / 8 = 4 fills it."""
    placed = place(Need(sharded=32, split=12), 10, 8, 8, 8)
    assert placed == (1, 2, 10)


def test_the_part_that_is_not_shared_must_fit_one_core() -> None:
    assert place(Need(sharded=0, split=100), 10, 8, 8, 8) is None


@given(
    sharded=st.floats(0, 1e13),
    split=st.floats(0, 1e11),
    gathered=st.floats(0, 1e9),
    cores=st.sampled_from([1, 2, 4, 8, 12, 32, 64]),
    heads=st.sampled_from([None, 12, 32, 40, 64, 96]),
)
def test_a_placement_fits_and_one_instance_less_does_not(
    sharded: float, split: float, gathered: float, cores: int, heads: int | None
) -> None:
    usable = 16.0 * GIB
    need = Need(sharded=sharded, split=split, gathered=gathered)
    placed = place(need, usable, cores, heads, heads)
    highest = need.degrees(cores, heads)[-1]
    if placed is None:
        assert (split + gathered) / highest >= usable
        return
    assert placed.core_bytes <= usable * (1 + 1e-9)
    if placed.instances > 1:
        fewer = core_bytes(need, highest, cores, placed.instances - 1, heads)
        assert fewer > usable or math.isclose(fewer, usable)


def test_training_splits_tensors_over_equal_groups_of_cores() -> None:
    """494 GiB: 488 / 7 + 5.5 = 75.2 of 72 on each of seven, which make no groups of two; 488 / 8 + 5.5 = 66.5."""
    need = Need(sharded=488 * GIB, split=5.5 * GIB)
    assert need.degrees(7, 40) == (1,) and need.degrees(8, 40) == (1, 2, 4, 8)
    seven, eight = place(need, 72 * GIB, 7, 40, 8), place(need, 72 * GIB, 8, 40, 8)
    assert seven is not None and seven.instances == 2
    assert eight is not None and (eight.instances, eight.tensor_parallel) == (1, 1)


@given(more=st.floats(0, 1e13))
def test_needing_more_never_takes_fewer_instances(more: float) -> None:
    small = place(Need(sharded=1e12, split=1e9), 10 * GIB, 8, 64, 8)
    large = place(Need(sharded=1e12 + more, split=1e9), 10 * GIB, 8, 64, 8)
    assert small is not None
    assert large is not None
    assert large.instances >= small.instances


def test_a_whole_copy_on_each_core_is_split_by_no_tensor_parallelism() -> None:
    """ZeRO-2 of 13B: 24.2 + 2.3 GiB on each, 169.2 shared: 169.2 / (36 - 26.5) = 17.8 cores, three machines of 8."""
    need = Need(sharded=169.2, split=26.5, whole=True)
    placed = place(need, 36.0, 8, 40, 40)
    assert placed is not None and (placed.instances, placed.tensor_parallel) == (3, 1)
    assert placed.core_bytes == pytest.approx(26.5 + 169.2 / 24)
