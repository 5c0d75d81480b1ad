"""What a run comes to."""

from __future__ import annotations

import pytest

from engine.estimates.estimate import estimate
from engine.estimates.run import Run
from engine.library import Library
from knowledge.facts import Facts
from tests.day import DAY
from tests.engine.estimates.sample import AXOLOTL, EPOCHS, FULL, TRAINER, run

ON = {"candidates": ("h100",), "accelerator_count": 8}


def usd(facts: Facts, this: Run) -> float:
    found = estimate(this, Library(facts), DAY).usd
    assert found is not None
    return found


def test_the_same_run_in_two_formats_costs_the_same(facts: Facts) -> None:
    assert usd(facts, run(facts, AXOLOTL, **ON)) == usd(facts, run(facts, TRAINER, "a.json", **ON))


def test_a_comment_and_another_order_change_nothing(facts: Facts) -> None:
    lines = AXOLOTL.splitlines()
    turned = "\n".join(["# our run", *reversed(lines[:-2]), *lines[-2:]])
    library = Library(facts)
    assert estimate(run(facts, turned), library, DAY) == estimate(run(facts, AXOLOTL), library, DAY)


@pytest.mark.parametrize("machine", [ON, {"instances": ("p4d.24xlarge",)}, {}])
def test_longer_sequences_are_never_cheaper_for_the_same_tokens(facts: Facts, machine: dict[str, object]) -> None:
    lengths = (512, 2048, 4096, 4100, 8192, 32_768)
    costs = [usd(facts, run(facts, AXOLOTL, tokens=1e9, sequence_length=length, **machine)) for length in lengths]
    assert costs == sorted(costs)


def test_twice_the_steps_cost_twice_as_much_but_for_the_start(facts: Facts) -> None:
    once, twice = (run(facts, AXOLOTL.replace("1000", str(steps)), **ON) for steps in (10_000, 20_000))
    assert 1.9 < usd(facts, twice) / usd(facts, once) <= 2.0


def test_without_the_size_of_the_data_there_is_a_rate_and_no_total(facts: Facts) -> None:
    made = estimate(run(facts, EPOCHS, **ON), Library(facts), DAY)
    assert (made.usd, made.hours, made.missing) == (None, None, ("samples",))
    assert made.per_million is not None
    assert made.per_million.tokens == 3e6  # a million tokens of data, three times
    whole = usd(facts, run(facts, EPOCHS, samples=1_000_000, tokens_per_sample=1000.0, **ON))
    assert whole == pytest.approx(1000 * made.per_million.usd, rel=0.02)  # 1,000 million tokens, and the start


def test_what_does_not_fit_as_set_up_says_what_would(facts: Facts) -> None:
    """8B full with the whole model on every chip: 120 GiB against 72; sharded over eight it is 15 and activations."""
    made = estimate(run(facts, FULL, **ON), Library(facts), DAY)
    assert made.fits is False
    assert made.stage_assumed
    assert "zero" in made.remedies
    assert made.cheaper is not None
    assert made.cheaper.holds.fits


def test_the_cheaper_machine_fits_and_is_cheaper(facts: Facts) -> None:
    made = estimate(run(facts, AXOLOTL, instances=("Standard_ND96asr_v4",)), Library(facts), DAY)
    assert made.usd is not None
    anywhere = estimate(run(facts, AXOLOTL, **ON, clouds=("azure",)), Library(facts), DAY)
    for found in (made, anywhere):
        if found.cheaper is not None:
            assert found.cheaper.holds.fits
            assert found.cheaper.costs is not None
            assert found.usd is not None
            assert found.cheaper.costs.usd.likely < 0.97 * found.usd


def test_without_a_machine_the_cheapest_that_holds_it_is_taken(facts: Facts) -> None:
    made = estimate(run(facts, AXOLOTL), Library(facts), DAY)
    assert made.chosen is not None
    assert not made.chosen.is_named
    assert made.fits
    assert made.devices_assumed
    assert all(other.choice_usd >= made.chosen.choice_usd for other in made.others)


def test_machines_without_a_model_cost_their_rate_until_the_job_is_ended(facts: Facts) -> None:
    job = Run.model_validate(
        {
            "profile": {"instances": ("p5.48xlarge",), "instance_count": 2},
            "setup": {"nodes": 2, "devices": 16, "time_limit_hours": 24},
        }
    )
    made = estimate(job, Library(facts), DAY)
    assert made.missing[0] == "parameters"
    assert made.chosen is not None
    assert made.chosen.costs is not None
    assert made.limit_usd == pytest.approx(24 * made.chosen.costs.rate)


def test_a_machine_nobody_named_holds_the_run_without_offloading(facts: Facts) -> None:
    """70B in 4 bits are 36 GB: one L4 holds it only with the weights in host memory, and nobody would run it so."""
    text = AXOLOTL.replace("Llama-3.1-8B", "Llama-3.1-70B").replace("adapter: lora", "adapter: qlora")
    text += "load_in_4bit: true\nfsdp: [full_shard, offload]\n"
    made = estimate(run(facts, text), Library(facts), DAY)
    assert made.chosen is not None
    assert made.offload == ()
    assert (made.devices or 0) >= 2  # it is sharded
    named = estimate(run(facts, text, candidates=("l4",), accelerator_count=1), Library(facts), DAY)
    assert named.offload == ("parameters",)


def test_no_machine_is_shown_that_costs_a_multiple(facts: Facts) -> None:
    made = estimate(run(facts, AXOLOTL, **ON), Library(facts), DAY)
    assert made.usd is not None
    assert all(other.costs and other.costs.usd.likely < 5 * made.usd for other in made.others)


def test_a_default_said_aloud_changes_nothing(facts: Facts) -> None:
    bare = FULL.replace("micro_batch_size: 2\n", "").replace("max_steps: 1000\n", "")
    silent, aloud = (
        run(facts, text, samples=10_000, **ON) for text in (bare, bare + "micro_batch_size: 1\nnum_epochs: 1\n")
    )
    assert usd(facts, silent) == usd(facts, aloud)


def test_what_nothing_holds_whole_is_taken_as_sharded_and_told(facts: Facts) -> None:
    text = FULL.replace("Llama-3.1-8B", "Llama-3.1-70B")
    silent = estimate(run(facts, text, tokens=1e9), Library(facts), DAY)
    aloud = estimate(run(facts, text + "fsdp: [full_shard, auto_wrap]\n", tokens=1e9), Library(facts), DAY)
    assert silent.usd is not None
    assert silent.usd == aloud.usd
    assert ("sharding" in silent.run.assumed, "sharding" in aloud.run.assumed) == (True, False)


def test_what_fits_whole_is_not_taken_as_sharded(facts: Facts) -> None:
    assert "sharding" not in estimate(run(facts, AXOLOTL), Library(facts), DAY).run.assumed


@pytest.mark.parametrize(
    ("type_", "processes"),
    [("trn1.32xlarge", 32), ("trn2.48xlarge", 64), ("p4d.24xlarge", 8)],  # 16 x 2, 16 x 4 of pairs, a GPU each
)
def test_a_process_of_each_core_takes_a_micro_batch(facts: Facts, type_: str, processes: int) -> None:
    made = estimate(run(facts, AXOLOTL, instances=(type_,)), Library(facts), DAY)
    assert made.batch.sequences == 2 * 4 * processes
    assert made.work.tokens == 1000 * 2 * 4 * processes * 4096


def test_a_split_model_takes_cores(facts: Facts) -> None:
    """8-way tensor parallel on the 32 cores of a trn1.32xlarge leaves four copies: 2 x 4 x 4 sequences."""
    split = f"{AXOLOTL}tensor_parallel_size: 8\n"
    made = estimate(run(facts, split, instances=("trn1.32xlarge",)), Library(facts), DAY)
    assert made.batch.sequences == 32


def test_where_no_machine_holds_it_what_nobody_said_is_turned_to_less_memory(facts: Facts) -> None:
    """70B by LoRA at 16,384 tokens: 132 GiB of weights on every chip, and activations nobody said are recomputed."""
    text = AXOLOTL.replace("8B", "70B").replace("gradient_checkpointing: true\n", "").replace("4096", "16384")
    made = estimate(run(facts, text), Library(facts), DAY)
    assert made.fits is True
    assert "recompute" in made.run.assumed and made.run.setup.recompute == "full"


def test_all_that_makes_it_lighter_together_is_a_remedy_where_nothing_alone_is(facts: Facts) -> None:
    """70B by LoRA over 32 A10G of 20 GiB: 4.1 GiB of weights each, 690 GiB of activations at a micro-batch of 8."""
    text = AXOLOTL.replace("8B", "70B").replace("gradient_checkpointing: true\n", "").replace("size: 2", "size: 8")
    text += "deepspeed: zero3.json\n"
    made = estimate(run(facts, text, candidates=("a10g",), accelerator_count=32), Library(facts), DAY)
    assert (made.fits, made.chosen.machines if made.chosen else None) == (False, 4)  # 4 x g5.48xlarge, as said
    assert "lightest" in made.remedies
