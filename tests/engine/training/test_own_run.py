"""The user's own training run as input to the fitted model."""

from __future__ import annotations

import pytest

from engine.base.constants import Constants
from engine.training.own_run import OwnRun
from engine.workload.flops import of_model
from knowledge.facts import Facts


def test_a_small_model_takes_one_machine_of_eight(facts: Facts) -> None:
    """8B x 16 bytes = 128 GB of state; eight H100s have 687 GB."""
    run = OwnRun().training_run(
        facts.accelerators["h100-sxm"], of_model(facts.models["llama-3.1-8b"]), Constants(facts)
    )
    assert run.config.accelerator_count == 8
    assert (run.config.precision, run.stack) == ("bf16", "")


def test_a_large_model_takes_as_many_machines_as_hold_its_state(facts: Facts) -> None:
    """405.85B x 16 bytes = 6,494 GB of state; a machine of eight has 687 GB: at least ten of them."""
    run = OwnRun().training_run(
        facts.accelerators["h100-sxm"], of_model(facts.models["llama-3.1-405b"]), Constants(facts)
    )
    assert run.config.accelerator_count >= 80
    assert run.config.accelerator_count % 8 == 0


def test_adapters_take_one_machine_whatever_the_model(facts: Facts) -> None:
    run = OwnRun("lora").training_run(
        facts.accelerators["h100-sxm"], of_model(facts.models["llama-3.1-405b"]), Constants(facts)
    )
    assert run.config.accelerator_count == 8


def test_adapters_are_counted_as_a_share_of_full_training(facts: Facts) -> None:
    """The cost counts two thirds of 6N + 6Lhs, the model 4N + 6Lhs: a third of attention is between them."""
    constants = Constants(facts)
    own = OwnRun("lora", sequence_length=4096)
    run = own.training_run(facts.accelerators["h100-sxm"], of_model(facts.models["llama-3.1-8b"]), constants)
    n, attention = 8.03e9, 6 * 32 * 4096 * 4096
    expected = constants.likely("lora_flops_factor") * (6 * n + attention) / (4 * n + attention)
    assert own.flops_ratio(run, constants) == pytest.approx(expected, rel=1e-3)
    assert OwnRun("full").flops_ratio(run, constants) == 1.0
