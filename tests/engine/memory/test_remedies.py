"""What to change if it does not fit: each proposal is checked by making the change."""

from __future__ import annotations

import pytest

from engine.base.constants import Constants
from engine.memory.fit import MemoryPlan
from engine.memory.remedies import MemoryWorkload, Remedy, remedies
from engine.workload.flops import of_model
from engine.workload.profile import Profile
from knowledge.facts import Facts

FULL = Profile(task="fine_tuning", method="full")
SERVE = Profile(task="inference")


def result(
    facts: Facts, model: str, instance: str, profile: Profile, plan: MemoryPlan | None = None, *, splits: bool = False
) -> dict[str, Remedy]:
    kind = facts.instances[instance]
    alike = [
        other
        for other in facts.instances.values()
        if (other.accelerator, other.cloud) == (kind.accelerator, kind.cloud)
    ]
    work = MemoryWorkload(profile, of_model(facts.models[model]), Constants(facts), plan or MemoryPlan())
    chip = facts.accelerators[kind.accelerator]
    return {one.change: one for one in remedies(work, kind, chip, 1, alike, splits=splits)}


def test_70b_on_one_p4d_takes_adapters_or_more_machines(facts: Facts) -> None:
    """16 x 70.55e9 / 8 = 131 GiB on 40; LoRA a little over 2 x 70.55e9 / 8 = 16.4 GiB. 10 bytes are still 82 GiB."""
    told = result(facts, "llama-3-70b", "p4d.24xlarge", FULL, splits=True)
    assert list(told) == ["lora", "qlora", "more"]
    assert 16.4 < told["lora"].core_gib < 20
    assert told["more"].to == "4"


def test_8b_on_one_card_of_80_gb_takes_adapters(facts: Facts) -> None:
    """With Adam in 8 bits (2 + 2 + 6) x 8.03e9 = 75 GiB still exceed 72."""
    told = result(facts, "llama-3-8b", "Standard_NC24ads_A100_v4", FULL)
    assert "optimizer_8bit" not in told
    assert {"lora", "qlora"} <= set(told)


def test_a_run_without_recomputation_is_told_to_recompute(facts: Facts) -> None:
    """34 s b h of 32 layers at micro-batch 8: 8 x 4096 x 4096 x 34 x 32 = 136 GiB; recomputed 8."""
    wasteful = MemoryPlan(recompute="selective", micro_batch=8)
    told = result(facts, "llama-3-8b", "a2-ultragpu-8g", FULL, wasteful)
    assert next(iter(told)) == "recompute"
    assert "micro_batch" in told


def test_replicated_states_are_told_to_be_sharded(facts: Facts) -> None:
    """Stage 0 leaves 128 GB on every card; tensor parallelism is not asked of a plan with one head."""
    shape = of_model(facts.models["llama-3-8b"]).model_copy(update={"heads": 1, "kv_heads": 1})
    kind = facts.instances["p4de.24xlarge"]
    work = MemoryWorkload(FULL, shape, Constants(facts), MemoryPlan(zero=0))
    told = remedies(work, kind, facts.accelerators["a100-80"], 1, [kind], splits=True)
    assert told[0].change == "shard"


def test_serving_may_take_a_smaller_checkpoint_or_the_next_slice(facts: Facts) -> None:
    """70B on v5e-8: 141 GB / 8 exceeds 16 GiB. The next slice sold has 16 chips; there is none of 12."""
    told = result(facts, "llama-3-70b", "v5e-8", SERVE)
    assert told["int8"].core_gib < 10
    assert told["larger"].to == "v5e-16"


def test_a_host_too_small_to_compile_takes_a_larger_one_with_the_same_chip(facts: Facts) -> None:
    told = result(facts, "llama-3.1-8b", "inf2.xlarge", SERVE)
    assert told["larger"].to == "inf2.8xlarge"
    assert result(facts, "llama-3.1-8b", "trn1.2xlarge", SERVE)["larger"].to == "trn1.32xlarge"


def test_slices_are_not_added_up(facts: Facts) -> None:
    """A TPU slice grows to the next size that is sold, not by a second one of its own."""
    told = result(facts, "llama-3-70b", "v5e-16", FULL)
    assert "more" not in told
    assert told["larger"].to == "v5e-128"


def test_if_nothing_helps_nothing_is_proposed(facts: Facts) -> None:
    assert result(facts, "llama-3.1-405b", "g5.xlarge", FULL) == {}


@pytest.mark.parametrize("model", ["llama-3-8b", "llama-3-70b", "llama-3.1-405b"])
@pytest.mark.parametrize("instance", ["g5.xlarge", "p4d.24xlarge", "trn1.2xlarge", "trn1.32xlarge", "v5e-8"])
@pytest.mark.parametrize("profile", [FULL, SERVE])
def test_every_proposed_setting_makes_it_fit(model: str, instance: str, profile: Profile, facts: Facts) -> None:
    kind = facts.instances[instance]
    chip = facts.accelerators[kind.accelerator]
    work = MemoryWorkload(profile, of_model(facts.models[model]), Constants(facts))
    for change, to in ((one.change, one.to) for one in result(facts, model, instance, profile).values()):
        if change in ("lora", "qlora"):
            assert work.on(kind, chip, method=change).instances == 1
        elif change in ("fp8", "int8", "int4"):
            assert work.on(kind, chip, precision=change).instances == 1
        elif change == "larger":
            assert work.on(facts.instances[to], chip).instances == 1
