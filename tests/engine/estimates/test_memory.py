"""What each chip holds under the set-up of a config."""

from __future__ import annotations

import pytest

from engine.base.constants import Constants
from engine.estimates.memory import Holds, SetUp
from engine.estimates.run import Run
from engine.workload.flops import shape
from knowledge.facts import Facts
from tests.engine.estimates.sample import AXOLOTL, FULL, run


def held(facts: Facts, this: Run, devices: int = 8, stage: int | None = None) -> Holds:
    setup = SetUp(this, this.profile, shape(this.profile, facts), Constants(facts))
    return setup.holds(facts.accelerators["a100-80"], devices, 8, stage)


def test_without_sharding_every_chip_holds_the_whole_model(facts: Facts) -> None:
    """16 bytes x 8.03e9 are 119.7 GiB of states; activations come on top, however many chips there are."""
    one, eight = held(facts, run(facts, FULL), 1), held(facts, run(facts, FULL), 8)
    assert 119.7 < eight.core_gib < 130
    assert one.core_gib == pytest.approx(eight.core_gib)
    assert not eight.fits


def test_sharded_over_eight_it_is_an_eighth_and_the_activations(facts: Facts) -> None:
    sharded = held(facts, run(facts, FULL + "deepspeed: zero3.json\n"))
    assert 119.7 / 8 < sharded.core_gib < 119.7 / 8 + 10
    assert sharded.fits


def test_another_stage_can_be_asked_about(facts: Facts) -> None:
    assert held(facts, run(facts, FULL), stage=3).fits


@pytest.mark.parametrize(
    ("more", "line"),
    [
        (True, "micro_batch_size: 16\n"),
        (True, "gradient_checkpointing: false\n"),
        (True, "sequence_len: 32768\n"),
        (False, "optimizer: adamw_bnb_8bit\n"),
        (False, "deepspeed: zero2.json\n"),
        (False, "deepspeed: zero3_offload_all.json\n"),
    ],
)
def test_what_takes_memory_takes_more_and_what_saves_it_less(facts: Facts, more: bool, line: str) -> None:
    key = line.partition(":")[0]
    changed = "".join(kept for kept in FULL.splitlines(keepends=True) if not kept.startswith(key)) + line
    before, after = held(facts, run(facts, FULL)), held(facts, run(facts, changed))
    assert (after.core_gib > before.core_gib) is more
    assert after.core_gib != before.core_gib


def test_adapters_take_less_than_all_weights(facts: Facts) -> None:
    assert held(facts, run(facts, AXOLOTL)).core_gib < held(facts, run(facts, FULL)).core_gib / 4


@pytest.mark.parametrize(
    ("optimizer", "lighter"), [("adafactor", True), ("paged_lion_8bit", True), ("sgd", True), ("adamw_torch", False)]
)
def test_an_optimizer_that_keeps_less_takes_less(facts: Facts, optimizer: str, lighter: bool) -> None:
    plain, other = (held(facts, run(facts, text)) for text in (FULL, f"{FULL}optimizer: {optimizer}\n"))
    assert (other.core_gib < plain.core_gib - 20) is lighter
