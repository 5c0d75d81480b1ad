"""Every rule speaks where it should, alone and among the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.reading.read import read
from engine.reading.vocabulary import compile_vocabulary
from engine.verdict.rules import matching, rule_lean
from engine.workload.profile import Profile, Reading
from knowledge.facts import Lean, Rule
from knowledge.loading.load import data_dir, load, read_rows

RULES = {row.fact.id: row.fact for row in read_rows(data_dir()) if isinstance(row.fact, Rule)}
KIN = {
    "trainium1": "trainium",
    "trainium2": "trainium",
    "inferentia2": "inferentia",
    "a100-40": "gpu",
    "h100-sxm": "gpu",
    "tpu-v5e": "tpu",
    "tpu-v6e": "tpu",
}
LLAMA: dict[str, Any] = {"architecture": "transformer", "model": "llama"}
WEEKLY: dict[str, Any] = {"cadence": "repeated", "runs_per_month": 4.333}
TUNE: dict[str, Any] = {"task": "fine_tuning", **LLAMA}

# rule, what was said, signals, lean of all rules together
TABLE: tuple[tuple[str, dict[str, Any], tuple[str, ...], Lean], ...] = (
    ("hybrid-split", {}, ("hybrid_split",), "hybrid"),
    ("hybrid-split", {**LLAMA, **WEEKLY}, ("fast_research", "stable_architecture"), "hybrid"),
    ("heavy-cuda-kernels", {"custom_kernels": "heavy"}, (), "gpu"),
    (
        "heavy-cuda-kernels",
        {"custom_kernels": "heavy", "clouds": ("aws",), **TUNE, **WEEKLY},
        ("growing_bill",),
        "gpu",
    ),
    ("research-lab-jax", {"framework": "jax", "architecture": "novel"}, ("research_lab",), "tpu"),
    ("new-architecture-research", {"architecture": "novel"}, (), "gpu"),
    ("new-architecture-research", {"framework": "pytorch"}, ("day_one_support",), "gpu"),
    ("jax-from-scratch", {"framework": "jax", "task": "pretraining", "clouds": ("gcp",)}, (), "tpu"),
    ("jax-from-scratch", {"framework": "jax", "task": "pretraining", "capacity": "tight"}, ("soon",), "tpu"),
    (
        "large-run-soon-gpus-constrained",
        {"task": "pretraining", "capacity": "tight", "deadline_days": 21, "candidates": ("h100",)},
        (),
        "trainium",
    ),
    ("large-run-soon-gpus-constrained", {"capacity": "tight"}, ("large_run", "soon"), "trainium"),
    (
        "large-run-soon-gpus-constrained",
        {"capacity": "tight", "cadence": "one_off", "accelerator_count": 256},
        ("soon",),
        "trainium",
    ),
    ("gpus-constrained-large-work", {"capacity": "tight", "accelerator_count": 64}, (), "trainium"),
    (
        "gpus-constrained-large-work",
        {"capacity": "tight", "task": "pretraining", "priority": "speed"},
        (),
        "trainium",
    ),
    ("single-one-off-run", {**TUNE, "cadence": "one_off"}, (), "gpu"),
    ("single-one-off-run", {**TUNE, "cadence": "one_off"}, ("trivial_port",), "gpu"),
    ("carbon-audit-on-aws", {"clouds": ("aws",), "managed": True}, ("audit_reporting",), "trainium"),
    ("carbon-grid-aware", {"clouds": ("gcp",), "priority": "carbon"}, ("grid_aware",), "tpu"),
    ("carbon-first-jax", {"jax_native": True, "priority": "carbon"}, (), "tpu"),
    ("unsupported-operators", {**TUNE, **WEEKLY}, ("dynamic_shapes",), "gpu"),
    ("cuda-native-modest-volume", {"cuda_native": True, "runs_per_month": 1, "cadence": "repeated"}, (), "gpu"),
    ("maximum-single-run-speed", {"priority": "speed", **TUNE, **WEEKLY}, (), "gpu"),
    ("multi-cloud-portability", {"clouds": ("aws", "gcp"), "priority": "flexibility"}, (), "gpu"),
    ("enterprise-multi-cloud", {"clouds": ("aws", "gcp"), "team_engineers": 40}, ("platform_team",), "pilot_both"),
    ("reinforcement-learning", {"method": "rlhf", **TUNE, **WEEKLY}, (), "gpu"),
    ("startup-pytorch", {"framework": "pytorch", "team_engineers": 7}, ("startup", "short_experiments"), "trainium"),
    ("short-experiments", {"clouds": ("aws",)}, ("short_experiments",), "gpu"),
    ("inference-at-scale", {"task": "inference", "managed": True}, (), "inferentia"),
    ("inference-at-scale", {"task": "inference", "clouds": ("aws",)}, ("inference_fleet",), "inferentia"),
    ("no-time-for-neuron", {**TUNE, "deadline_days": 7}, (), "gpu"),
    ("flops-per-dollar", {}, ("flops_per_dollar",), "tpu"),
    ("tensorflow-on-aws", {"framework": "tensorflow", "clouds": ("aws",), **WEEKLY}, (), "gpu"),
    ("tensorflow", {"framework": "tensorflow", **WEEKLY}, (), "tpu"),
    ("jax", {"framework": "jax", **TUNE, **WEEKLY}, (), "tpu"),
    ("stable-architecture-growing-bill", {"clouds": ("aws",)}, ("stable_architecture", "growing_bill"), "trainium"),
    ("stable-architecture-growing-bill", {"clouds": ("aws",), **LLAMA}, ("growing_bill",), "trainium"),
    ("many-lora-runs", {"method": "lora", "parameters": 7e9, "runs_per_month": 20}, (), "trainium"),
    ("small-lora", {"method": "lora", "parameters": 8e9, **TUNE, **WEEKLY}, (), "pilot_both"),
    (
        "repeated-finetune-open-weight",
        {**TUNE, **WEEKLY, "framework": "pytorch", "capacity": "tight"},
        (),
        "trainium",
    ),
    ("repeated-finetune-open-weight", {**TUNE, "runs": 40}, (), "trainium"),
    ("ongoing-pretraining", {"task": "pretraining", **LLAMA, "cadence": "continuous"}, (), "trainium"),
    (
        "pretraining-trn1-or-p4d",
        {"task": "pretraining", "instances": ("p4d.24xlarge", "trn1.32xlarge"), "parameters": 13e9},
        (),
        "trainium",
    ),
    ("pytorch-trainium-or-tpu", {"framework": "pytorch", "candidates": ("trainium", "tpu-v5e")}, (), "trainium"),
    ("default-mainstream", {**WEEKLY, "priority": "cost"}, ("mainstream_model",), "trainium"),
    (
        "long-transformer-training",
        {"framework": "pytorch", "clouds": ("aws",), "architecture": "transformer", "run_hours": 240},
        (),
        "trainium",
    ),
    ("large-standard-cost-led", {"priority": "cost", "parameters": 70e9, **LLAMA}, (), "trainium"),
    ("aws-toolchain-cost", {"managed": True, "priority": "cost"}, (), "trainium"),
    ("pytorch-finetune-on-aws", {"framework": "pytorch", "task": "fine_tuning", "clouds": ("aws",)}, (), "trainium"),
    ("no-production-data", {}, ("no_production_data",), "pilot_both"),
)

# what was said, signals: no document decides, so no rule may speak
UNDECIDED: tuple[tuple[dict[str, Any], tuple[str, ...]], ...] = (
    ({}, ()),
    (LLAMA, ()),
    ({"task": "pretraining", "parameters": 70e9, "capacity": "normal", "candidates": ("h100", "trainium")}, ()),
    ({"task": "inference", "architecture": "diffusion", "candidates": ("inferentia2",)}, ()),
    ({"task": "inference", "instances": ("inf2.xlarge", "g6.xlarge"), "latency_ms": 30}, ()),
    ({"task": "inference", "parameters": 7e9, "priority": "cost", "tokens_per_day": 2.5e8}, ()),
    ({"priority": "carbon", "candidates": ("trainium", "tpu"), "architecture": "transformer"}, ()),
    ({**TUNE, **WEEKLY, "clouds": ("gcp",)}, ()),
    ({**TUNE, "cadence": "one_off", "neuron_experience": True}, ("trivial_port",)),
)


@pytest.mark.parametrize(("rule", "said", "signals", "lean"), TABLE)
def test_a_rule_speaks_for_the_workload_it_is_about(
    rule: str, said: dict[str, Any], signals: tuple[str, ...], lean: Lean
) -> None:
    profile = Profile.model_validate(said)
    assert rule in [found.id for found in matching(RULES.values(), profile, signals, KIN)]
    assert rule_lean(RULES.values(), profile, signals, KIN) == lean


@pytest.mark.parametrize(("said", "signals"), UNDECIDED)
def test_where_no_document_decides_no_rule_speaks(said: dict[str, Any], signals: tuple[str, ...]) -> None:
    assert rule_lean(RULES.values(), Profile.model_validate(said), signals, KIN) is None


def test_every_rule_stands_in_the_table() -> None:
    assert set(RULES) == {rule for rule, _, _, _ in TABLE}


def test_the_weightiest_rule_comes_first() -> None:
    profile = Profile.model_validate({**TUNE, **WEEKLY, "custom_kernels": "heavy", "clouds": ("aws",)})
    found = [rule.id for rule in matching(RULES.values(), profile, ("growing_bill",), KIN)]
    assert found[0] == "heavy-cuda-kernels"
    assert found.index("stable-architecture-growing-bill") < found.index("repeated-finetune-open-weight")


def test_no_two_rules_share_a_priority() -> None:
    """A tie would be broken by the alphabet."""
    assert len({rule.priority for rule in RULES.values()}) == len(RULES)


def test_a_rule_lies_in_the_file_of_its_name() -> None:
    assert {path.stem for path in (data_dir() / "rules").glob("*.toml")} == set(RULES)


EXAMPLES = [(rule.id, example.text, example.rule_lean) for rule in RULES.values() for example in rule.example]


@pytest.fixture(scope="module")
def reader() -> Callable[[str], Reading]:
    """The real reader on the real facts."""
    vocabulary = compile_vocabulary(load())
    return lambda text: read(text, vocabulary)


@pytest.mark.parametrize(("rule", "text", "lean"), EXAMPLES)
def test_the_example_of_a_rule_makes_it_speak(
    rule: str, text: str, lean: Lean, reader: Callable[[str], Reading]
) -> None:
    reading = reader(text)
    found = matching(RULES.values(), reading.profile, reading.signals, KIN)
    assert rule in [entry.id for entry in found], (reading.profile.said(), reading.signals)
    assert found[0].lean == lean
