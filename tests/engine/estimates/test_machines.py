"""A run on a machine."""

from __future__ import annotations

from datetime import date

import pytest

from engine.estimates.estimate import Estimate, estimate
from engine.library import Library
from knowledge.facts import Facts
from tests.day import DAY
from tests.engine.estimates.sample import AXOLOTL, FULL, run

EIGHT_A100 = {"candidates": ("a100",), "accelerator_count": 8}


def asked(facts: Facts, text: str, day: date = DAY, **said: object) -> Estimate:
    return estimate(run(facts, text, **said), Library(facts), day)


@pytest.mark.parametrize("said", [EIGHT_A100, {"instances": ("p5.48xlarge",), "instance_count": 2}, {}])
@pytest.mark.parametrize("purchase", [None, "spot"])
def test_dollars_are_hours_times_the_rate_of_all_machines(
    facts: Facts, said: dict[str, object], purchase: str | None
) -> None:
    made = asked(facts, AXOLOTL, purchase=purchase, **said)
    assert made.chosen is not None
    costs, quote = made.chosen.costs, made.chosen.quote
    assert costs is not None
    assert quote is not None
    assert costs.rate == pytest.approx(quote.usd_per_hour.likely * made.chosen.machines)
    assert costs.usd.likely == pytest.approx(costs.billed.likely * costs.rate)


def test_a_managed_job_pays_its_surcharge(facts: Facts) -> None:
    plain = asked(facts, AXOLOTL, instances=("p5.48xlarge",))
    managed = asked(facts, AXOLOTL, instances=("p5.48xlarge",), managed=True)
    assert plain.usd is not None
    assert managed.usd == pytest.approx(plain.usd * 1.25)  # sagemaker_surcharge: 25 percent


def test_chips_that_are_rented_and_idle_are_paid_for(facts: Facts) -> None:
    """One of the eight chips of a p5.48xlarge works: the run takes about eight times as long, at the same rate."""
    steps = {"batch_size": 64}
    all_of_it = asked(facts, AXOLOTL, instances=("p5.48xlarge",), **steps)
    one = asked(facts, AXOLOTL, instances=("p5.48xlarge",), accelerator_count=1, **steps)
    assert all_of_it.hours is not None
    assert one.hours is not None
    assert 6 < one.hours / all_of_it.hours < 8.5
    assert one.chosen is not None
    assert one.chosen.rented_chips == 8


def test_of_a_chip_with_two_memories_the_one_that_holds_the_run_is_taken(facts: Facts) -> None:
    """LoRA of 13B on one chip each: 26 GB of weights and the activations pass 36 GiB, not 72."""
    text = AXOLOTL.replace("Llama-3.1-8B", "Llama-2-13b-hf").replace("micro_batch_size: 2", "micro_batch_size: 8")
    made = asked(facts, text, **EIGHT_A100)
    assert made.chosen is not None
    assert (made.chosen.chip.id, made.fits) == ("a100-80", True)


def test_a_run_too_large_for_one_machine_is_placed_on_several(facts: Facts) -> None:
    """70B full, 16 bytes each: 1,051 GiB; 8 x 72 usable GiB are too few."""
    text = FULL.replace("Llama-3.1-8B", "Llama-3.1-70B") + "deepspeed: zero3.json\n"
    made = asked(facts, text, candidates=("h100",))
    assert made.chosen is not None
    assert made.chosen.machines > 1
    assert made.fits


@pytest.mark.parametrize("cloud", ["aws", "gcp", "azure"])
def test_a_chip_is_looked_for_on_the_cloud_that_the_files_name(facts: Facts, cloud: str) -> None:
    made = asked(facts, AXOLOTL, clouds=(cloud,), **EIGHT_A100)
    assert made.chosen is not None
    assert made.chosen.cloud == cloud


def test_the_number_of_chips_that_was_said_is_kept_where_something_holds_it(facts: Facts) -> None:
    """70B sharded over 32 chips is 33 GiB of states on each: too much beside activations for 36, enough for 72."""
    text = FULL.replace("Llama-3.1-8B", "Llama-3.1-70B") + "deepspeed: zero3.json\n"
    made = asked(facts, text, accelerator_count=32)
    assert made.chosen is not None
    assert made.chosen.devices == 32
    assert made.batch.sequences == 256  # 2 x 4 x 32


def test_a_number_of_chips_that_is_not_sold_alone_takes_a_part_of_a_larger_machine(facts: Facts) -> None:
    made = asked(facts, AXOLOTL, candidates=("a100-40",), accelerator_count=3, clouds=("gcp",))
    assert made.chosen is not None
    assert made.chosen.instance is not None
    assert (made.chosen.instance.cloud, made.chosen.devices, made.chosen.rented_chips) == ("gcp", 3, 4)
    assert made.usd is not None


NEMO = """\
trainer: {devices: 8, precision: bf16, max_steps: 50}
model:
  micro_batch_size: 1
  global_batch_size: 64
  tensor_model_parallel_size: 4
  pipeline_model_parallel_size: 8
  encoder_seq_length: 2048
  num_layers: 48
  hidden_size: 8192
  num_attention_heads: 64
  optim: {name: distributed_fused_adam}
"""


def test_machines_hold_whole_copies_of_the_model(facts: Facts) -> None:
    """Four times eight ways is 32 chips a copy: never 24, and not 40."""
    made = asked(facts, NEMO, DAY)
    assert made.chosen is not None
    assert made.chosen.devices % 32 == 0
    assert all(other.devices % 32 == 0 for other in made.others)


def test_nodes_of_one_chip_are_as_many_machines(facts: Facts) -> None:
    """Two nodes with an L40S each are two of the smallest machine, and no larger one with two in it."""
    made = asked(facts, AXOLOTL, candidates=("l40s",), instance_count=2, accelerator_count=2)
    assert made.chosen is not None
    assert made.chosen.instance is not None
    assert (made.chosen.machines, made.chosen.instance.count) == (2, 1)


def test_spot_leads_only_where_it_was_asked_for(facts: Facts) -> None:
    """Google sells its smaller H100 machines on spot alone: cheap, and gone at any moment."""
    made = asked(facts, AXOLOTL.replace("micro_batch_size: 2", "micro_batch_size: 1"))
    assert made.chosen is not None
    assert made.chosen.quote is not None
    assert made.chosen.quote.purchase == "on_demand"


def test_what_spot_would_cost_on_demand_is_known(facts: Facts) -> None:
    made = asked(facts, AXOLOTL, instances=("p5.48xlarge",), purchase="spot")
    assert made.on_demand is not None
    assert made.on_demand.costs is not None
    assert made.on_demand.costs.rate == 55.04  # dollars an hour, AWS list price
    assert made.usd is not None
    assert made.on_demand.costs.usd.likely > made.usd


def test_a_chip_without_bf16_is_chosen_for_nobody_who_asks_for_it(facts: Facts) -> None:
    small = AXOLOTL.replace("Llama-3.1-8B", "Llama-3.2-1B").replace("adapter: lora", "adapter: qlora")
    found = {placed.chip.id for placed in asked(facts, small).others} | {asked(facts, small).chosen.chip.id}  # type: ignore[union-attr]
    assert all(facts.accelerators[name].has_bf16 for name in found)
