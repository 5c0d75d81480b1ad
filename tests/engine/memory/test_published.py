"""Memory against what people published: what ran must fit, what died must not.

Refusing hardware that works is the worst error of a fit check, so every published measurement is judged at the
number of chips it used.
"""

from __future__ import annotations

from functools import partial

from engine.base.constants import Constants
from engine.memory.fit import LEAST_MEMORY, MemoryPlan, core_memory, fit, need
from engine.memory.kv_cache import Precision, loading_bytes, weight_bits
from engine.memory.placement import core_bytes, core_of, place
from engine.memory.training_states import zero_states
from engine.workload.flops import Shape, of_model, shape
from engine.workload.profile import Method, Profile
from knowledge.facts import Facts, Measurement

GIB = 2**30
GIGABYTE = 1e9
CHIPS_A_MACHINE = {"trainium1": 16, "trainium2": 16, "inferentia2": 12, "gb200": 72}  # eight otherwise
SERVED: dict[str, Precision] = {"bf16": "bf16", "fp16": "bf16", "int8": "int8", "int4": "int4", "fp4": "int4"}
REFUSED = {  # measurements that do not fit by the rules of mixed-precision Adam, and why they ran
    ("torchtune-readme", "llama-3.1-70b", 8): "its optimizer is offloaded to the host",
    ("maxtext-custom-model", "maxtext-900b-dense", 256): "a guide's custom model; its optimizer is not stated",
    ("maxtext-custom-model", "maxtext-moe-708b-a100b", 256): "the same",
    ("maxtext-custom-model", "maxtext-moe-10t-a376b", 256): "the same; even its BF16 weights exceed the slice",
    ("maxtext-custom-model", "maxtext-moe-10t-a376b", 4096): "the same",
}


def shape_of(row: Measurement, facts: Facts) -> Shape:
    model = facts.models.get(row.model)
    if model is not None:
        return of_model(model)
    plain = shape(Profile(parameters=row.parameters), facts)
    return plain.model_copy(update={"active_parameters": row.active_parameters})


def workload_of(row: Measurement, facts: Facts) -> tuple[Profile, MemoryPlan]:
    """What was run, as far as it was published; a precision not stated is taken as FP8, as most of MLPerf is."""
    if row.kind == "inference":
        known = row.model in facts.models
        plan = MemoryPlan(
            precision=SERVED.get(row.precision or "", "fp8"),
            cache_value_bytes=1 if row.precision == "fp8" else 2,
            context=row.sequence_length or (row.input_tokens or 0) + (row.output_tokens or 0) or 1024,
            requests=(row.batch_size if known else None) or 1,  # a plain decoder's cache says nothing of another's
        )
        return Profile(task="inference"), plan
    sixteen_bit = Constants(facts).likely("bf16_adam_bytes_per_parameter") if row.precision == "bf16+sr" else None
    methods: dict[str, Method] = {"full": "full", "lora": "lora", "qlora": "qlora"}
    profile = Profile(
        task="pretraining" if row.method == "pretraining" else "fine_tuning", method=methods.get(row.method)
    )
    return profile, MemoryPlan(sequence=row.sequence_length or 2048, optimizer_bytes=sixteen_bit)


def fits(row: Measurement, facts: Facts) -> bool:
    constants, of, chip = Constants(facts), shape_of(row, facts), facts.accelerators[row.accelerator]
    profile, plan = workload_of(row, facts)
    core = core_of(chip, constants)
    machine = row.accelerator_count
    if chip.family != "tpu":
        machine = min(machine, CHIPS_A_MACHINE.get(chip.id, 8))
    wanted = need(profile, of, constants, plan)
    placed = place(wanted, core.usable, machine * core.per_chip, of.heads, of.kv_heads)
    return placed is not None and placed.instances * machine <= row.accelerator_count


def test_measured_runs_fit_the_chips_they_ran_on(facts: Facts) -> None:
    refused = {
        (row.benchmark, row.model, row.accelerator_count) for row in facts.measurements if not fits(row, facts)
    }
    assert refused == set(REFUSED)


def test_published_micro_batches_fit_at_their_own_recomputation(facts: Facts) -> None:
    """LLM Foundry states micro-batch, sharding and checkpointing of 138 runs: each is below what is usable.

    None is far below: the fullest reaches 0.8 of the memory there is.
    """
    constants, fullest, judged = Constants(facts), 0.0, 0
    for row in facts.measurements:
        stated = row.parallelism or ""
        if "act-ckpt" not in stated or row.batch_size is None:
            continue
        plan = MemoryPlan(
            recompute="full" if "act-ckpt=True" in stated else "selective",
            zero=2 if "SHARD_GRAD_OP" in stated else 3,
            micro_batch=row.batch_size,
            sequence=row.sequence_length,
        )
        core = core_of(facts.accelerators[row.accelerator], constants)
        wanted = need(Profile(task="pretraining"), shape_of(row, facts), constants, plan)
        share = core_bytes(wanted, 1, row.accelerator_count, 1, None) / core.total
        assert share <= core.usable / core.total, row.id
        fullest, judged = max(fullest, share), judged + 1
    assert judged == 138
    assert fullest > 0.75


# What people report


def check(
    facts: Facts, model: str, instance: str, profile: Profile, plan: MemoryPlan = LEAST_MEMORY
) -> tuple[bool, int, float]:
    """Whether it fits, on how many instances, and GiB the host lacks."""
    constants, of, kind = Constants(facts), of_model(facts.models[model]), facts.instances[instance]
    chip = facts.accelerators[kind.accelerator]
    result = fit(need(profile, of, constants, plan), of, kind, chip, constants)
    return result.fits, result.instances, result.host_short_gib


FULL = Profile(task="fine_tuning", method="full")
LORA = Profile(task="fine_tuning", method="lora")
SERVE = Profile(task="inference")


def test_full_fine_tuning_of_8b_does_not_fit_one_a100_of_80_gb_but_eight(facts: Facts) -> None:
    """OpenRLHF 698: it dies in the first optimizer step. 16 x 8.03e9 = 128 GB."""
    assert check(facts, "llama-3-8b", "Standard_NC24ads_A100_v4", FULL)[1] > 1
    assert check(facts, "llama-3-8b", "p4de.24xlarge", FULL)[:2] == (True, 1)


def test_70b_does_not_train_on_one_trn1(facts: Facts) -> None:
    """aws-neuron-sdk 884: 22.8 GB where a core has 16. AWS publishes it on 32 instances."""
    assert check(facts, "llama-3-70b", "trn1.32xlarge", FULL)[1] > 1
    assert check(facts, "llama-3-70b", "trn1.32xlarge", FULL)[1] <= 32


def test_compiling_8b_kills_the_host_of_trn1_2xlarge(facts: Facts) -> None:
    """aws-neuron-sdk 1222: 16 GB of weights, 32 GiB on the chip, killed all the same: the host has 32 as well."""
    fitted, _, host_short = check(facts, "llama-3.1-8b", "trn1.2xlarge", SERVE)
    assert not fitted
    assert host_short > 0
    assert check(facts, "llama-3.1-8b", "trn1.32xlarge", SERVE) == (True, 1, 0)
    assert check(facts, "llama-3.1-8b", "inf2.8xlarge", SERVE) == (True, 1, 0)


def test_405b_is_served_on_one_trn2(facts: Facts) -> None:
    """AWS's tutorial: 812 GB of weights on 64 logical cores, compiled on a host of 2 TiB."""
    assert check(facts, "llama-3.1-405b", "trn2.48xlarge", SERVE) == (True, 1, 0)


def test_70b_loads_on_inf2_48xlarge_and_not_on_24xlarge(facts: Facts) -> None:
    """transformers-neuronx 92: 12 cores, 64 heads, so 8-way; 141 GB / 8 exceeds a core of 16."""
    assert check(facts, "llama-3-70b", "inf2.24xlarge", SERVE)[1] > 1
    assert check(facts, "llama-3-70b", "inf2.48xlarge", SERVE)[:2] == (True, 1)


def test_70b_at_int8_dies_on_v5e_8_while_loading_and_fits_once_quantized(facts: Facts) -> None:
    """vllm 9331, with a quantisation that starts from BF16 (vllm 7005): 141 GB / 8 = 16.4 GiB of 16."""
    llama, constants = of_model(facts.models["llama-3.1-70b"]), Constants(facts)
    loading = partial(loading_bytes, llama, weight_bits("int8", constants))
    assert loading(quantized_checkpoint=False) / 8 > 16 * GIB
    assert loading(quantized_checkpoint=True) / 8 < 9 * GIB
    assert check(facts, "llama-3.1-70b", "v5e-8", SERVE)[1] > 1
    assert check(facts, "llama-3.1-70b", "v5e-8", SERVE, MemoryPlan(precision="int8"))[:2] == (True, 1)


def test_a_31b_model_needs_four_v6e_chips(facts: Facts) -> None:
    """tpu-inference 2333: 62 GB of weights; out of memory on one chip of 32, maintainers serve it on four."""
    gemma, constants = shape(Profile(parameters=31e9), facts), Constants(facts)
    chip = facts.accelerators["tpu-v6e"]
    wanted = need(SERVE, gemma, constants, MemoryPlan(requests=1))
    sizes = {
        name: fit(wanted, gemma, facts.instances[name], chip, constants).instances for name in ("v6e-1", "v6e-4")
    }
    assert sizes["v6e-1"] > 1
    assert sizes["v6e-4"] == 1


def test_70b_in_bf16_needs_two_cards_of_80_gb(facts: Facts) -> None:
    """vllm 5711: a maintainer's answer; a four-bit checkpoint fits one."""
    one = "Standard_NC24ads_A100_v4"
    assert check(facts, "llama-3-70b", one, SERVE, MemoryPlan(requests=1))[1] == 2
    assert check(facts, "llama-3-70b", one, SERVE, MemoryPlan(requests=1, precision="int4"))[1] == 1


def test_405b_in_bf16_exceeds_eight_h100_and_fits_in_fp8(facts: Facts) -> None:
    assert check(facts, "llama-3.1-405b", "p5.48xlarge", SERVE)[1] == 2
    assert check(facts, "llama-3.1-405b", "p5.48xlarge", SERVE, MemoryPlan(precision="fp8"))[1] == 1


def test_qlora_of_65b_fits_a_card_of_48_gb(facts: Facts) -> None:
    """Dettmers 2023, at the paper's 512 tokens, on an L40S."""
    llama = Shape(
        parameters=65.3e9, active_parameters=65.3e9, layers=80, hidden=8192, kv_width=8192, vocabulary=32000
    )
    constants, kind = Constants(facts), facts.instances["g6e.xlarge"]
    wanted = need(Profile(task="fine_tuning", method="qlora"), llama, constants, MemoryPlan(sequence=512))
    assert fit(wanted, llama, kind, facts.accelerators["l40s"], constants).instances == 1
    assert zero_states(65e9, 12, 3).per_device(1) > 780 * GIGABYTE


def test_lora_of_70b_fits_eight_h100_with_room(facts: Facts) -> None:
    """MLPerf's LoRA round: 2 x 69e9 over 8 cards is 16 GiB on each; half the card stays free for speed."""
    of, constants, kind = of_model(facts.models["llama-2-70b"]), Constants(facts), facts.instances["p5.48xlarge"]
    chip = facts.accelerators["h100-sxm"]
    result = core_memory(need(LORA, of, constants, MemoryPlan(sequence=8192)), of, kind, chip, constants, 1)
    assert result is not None
    assert result.min_chips == 8
    assert result.headroom_gib > 32


def test_a_method_that_trains_less_never_needs_more(facts: Facts) -> None:
    order: list[Method] = ["qlora", "lora", "full", "rlhf"]
    of, constants = of_model(facts.models["llama-3-8b"]), Constants(facts)
    sizes = [need(Profile(task="fine_tuning", method=name), of, constants).sharded for name in order]
    assert sizes == sorted(sizes)
