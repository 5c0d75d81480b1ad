"""A run as its files say it, without what was worked out of them, so that one part of it can be changed alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Literal

from engine.configs.keys.reading import ConfigReading, TrainingSetup
from engine.workload.profile import Profile
from knowledge.facts import Fact, Facts, Scalar

Part = Literal[
    "model",
    "method",
    "sequence",
    "data",
    "epochs",
    "steps",
    "batch",
    "machines",
    "split",
    "sharding",
    "memory",
    "precision",
    "purchase",
    "region",
]

PARTS: dict[Part, tuple[tuple[str, ...], tuple[str, ...]]] = {  # slots of the profile, fields of the set-up
    "model": (
        ("model", "parameters", "architecture"),
        ("model_name", "model_id", "layers", "hidden", "heads", "kv_heads", "ffn", "vocabulary"),
    ),
    "method": (("task", "method"), ("objective", "quantization_bits", "lora_rank", "lora_targets")),
    "sequence": (("sequence_length",), ()),
    "data": (
        ("tokens", "samples", "tokens_per_sample"),
        ("datasets", "packing", "padded", "samples_each", "answers_each"),
    ),
    "epochs": (("epochs",), ()),
    "steps": ((), ("max_steps",)),
    "batch": (("batch_size",), ("micro_batch", "accumulation", "global_batch")),
    "machines": (
        ("instances", "candidates", "instance_count", "accelerator_count", "clouds"),
        ("devices", "nodes", "devices_per_node", "data_parallel"),
    ),
    "split": ((), ("tensor_parallel", "pipeline_parallel", "context_parallel", "expert_parallel")),
    "sharding": ((), ("sharding", "zero_stage")),
    "memory": ((), ("offload", "recompute", "optimizer")),
    "precision": (("precision",), ()),
    "purchase": (("purchase", "managed"), ()),
    "region": (("region",), ()),
}
SILENT = frozenset({"model_name", "data_parallel", "devices_per_node", "lora_targets", "expert_parallel"})
WORKED = frozenset({"tokens", "batch_size", "accumulation"})  # worked out again from the rest
SETUP_SLOTS = ("micro_batch", "accumulation", "max_steps", "tensor_parallel", "pipeline_parallel", "zero_stage")
SHARDS = frozenset(
    {"maxtext", "torchtune"}
)  # formats whose runs on several chips are sharded, whatever the file says
MIXTURE = "dataset_mixer."
NUMBER = re.compile(r"[\d.]+")
TRAINER = "hugging_face"
ARGUMENTS = frozenset({"per_device_train_batch_size", "num_train_epochs"})  # of a command: it starts that Trainer
PAIRS = frozenset({"dpo", "orpo", "simpo", "reward"})  # a sample is two sequences: the better answer and the worse
ANSWERED = frozenset({"grpo", "rloo", "ppo"})  # trained on what is answered to prompts


class Run(Fact):
    """What the files say of a run: slots of the profile, and how the training is set up."""

    profile: Profile = Profile()
    setup: TrainingSetup = TrainingSetup()
    format: str = ""  # whose defaults hold where nothing is said
    assumed: tuple[str, ...] = ()  # slots and fields that hold such a default

    @property
    def devices(self) -> int | None:
        """The chips that work on it; where only the parallel degrees are said, their product."""
        by_degrees = self.setup.data_parallel and self.setup.data_parallel * self.copy_devices
        return self.chips_said or by_degrees

    @property
    def chips_said(self) -> int | None:
        return self.setup.devices or self.profile.accelerator_count

    @property
    def names_machines(self) -> bool:
        return bool(self.profile.instances or self.profile.candidates)

    @property
    def copy_devices(self) -> int:
        """Chips that hold one copy of the model between them."""
        return (
            (self.setup.tensor_parallel or 1)
            * (self.setup.pipeline_parallel or 1)
            * (self.setup.context_parallel or 1)
        )

    @property
    def fewest_devices(self) -> int:
        """Chips that its set-up takes at least: one copy of the model, two where it is sharded."""
        is_sharded = self.setup.sharding in ("fsdp", "zero") and self.setup.zero_stage != 0
        return max(self.copy_devices, 2 if is_sharded and self.devices is None else 1)

    @property
    def in_hbm(self) -> Run:
        """The same with nothing offloaded: a machine nobody named is chosen to hold it without."""
        return self.model_copy(update={"setup": self.setup.model_copy(update={"offload": ()})})

    @property
    def sequences_a_sample(self) -> int:
        return 2 if self.setup.objective in PAIRS else 1

    @property
    def answers_a_sample(self) -> int:
        """Sequences that a prompt becomes: as many as are generated to it."""
        return (self.setup.answers_each or 1) if self.setup.objective in ANSWERED else self.sequences_a_sample

    def on_chips(self, devices: int | None) -> Run:
        """This run on so many chips; as it is for None."""
        if devices is None:
            return self
        return self.model_copy(update={"profile": self.profile.model_copy(update={"accelerator_count": devices})})

    def with_part(self, part: Part, other: Run) -> Run:
        """This run with one part as `other` has it."""
        slots, fields = PARTS[part]
        return Run(
            format=self.format,
            profile=self.profile.model_copy(update={name: getattr(other.profile, name) for name in slots}),
            setup=self.setup.model_copy(update={name: getattr(other.setup, name) for name in fields}),
        )

    def changed(self, other: Run) -> tuple[Part, ...]:
        """The parts in which `other` says something else that can move what the run costs or holds."""
        return tuple(part for part in PARTS if self.values(part) != other.values(part))

    def values(self, part: Part) -> dict[str, Scalar | tuple[str, ...]]:
        """What is said of a part."""
        slots, fields = PARTS[part]
        found = {name: getattr(self.profile, name) for name in slots if name not in SILENT}
        found |= {name: getattr(self.setup, name) for name in fields if name not in SILENT}
        return {name: value for name, value in found.items() if value is not None and value != ()}


def run_of(reading: ConfigReading) -> Run:
    """The run of a reading, without the slots that were worked out from others."""
    worked = {entry.slot for entry in reading.derived} & WORKED
    profile = reading.profile.model_copy(update=dict.fromkeys(worked & {"tokens", "batch_size"}))
    setup = reading.training
    if "batch_size" in worked:
        setup = setup.model_copy(update={"global_batch": None})
    if "accumulation" in worked:
        setup = setup.model_copy(update={"accumulation": None})
    if setup.global_batch is not None:
        profile = profile.model_copy(update={"batch_size": setup.global_batch})
    if reading.format in SHARDS and setup.sharding is None:
        setup = setup.model_copy(update={"sharding": "fsdp"})
    return Run(
        profile=profile, setup=setup.model_copy(update={"datasets": _datasets(reading)}), format=_library(reading)
    )


def _library(reading: ConfigReading) -> str:
    """The format whose defaults a run has: its own, or that of the Trainer whose arguments a command gives."""
    keys = {key.rpartition(" ")[2].rpartition(".")[2].lstrip("-") for key in reading.used}
    starts = reading.kind != "training" or reading.format == "command"
    return TRAINER if starts and keys & ARGUMENTS else reading.format


def with_defaults(run: Run, facts: Facts) -> Run:
    """The run with what its library does where nothing is said of passes and batch."""
    row = facts.config_formats.get(run.format)
    profile, setup = run.profile, run.setup
    if row is None or profile.parameters is None:
        return run
    found: list[str] = []
    micro, epochs, steps = (row.assumes.get(name) for name in ("micro_batch", "epochs", "max_steps"))
    if micro and setup.micro_batch is None and profile.batch_size is None:
        setup = setup.model_copy(update={"micro_batch": int(micro)})
        found.append("micro_batch")
    if profile.epochs is None and setup.max_steps is None and profile.tokens is None:
        if epochs:
            profile = profile.model_copy(update={"epochs": float(epochs)})
            found.append("epochs")
        elif steps and profile.samples is None:
            setup = setup.model_copy(update={"max_steps": int(steps)})
            found.append("max_steps")
    if (sequence := row.assumes.get("sequence")) and profile.sequence_length is None:
        profile = profile.model_copy(update={"sequence_length": int(sequence)})
        found.append("sequence_length")
    return run.model_copy(update={"profile": profile, "setup": setup, "assumed": tuple(found)}) if found else run


def _datasets(reading: ConfigReading) -> tuple[str, ...]:
    """The names of the data; of a mixture `name: share` the name is the key."""
    names, key = reading.training.datasets, reading.from_keys.get("datasets", "")
    if names and all(NUMBER.fullmatch(name) for name in names) and MIXTURE in key:
        return (key.partition(MIXTURE)[2],)
    return names


def with_said(run: Run, profile: Profile, setup: Mapping[str, int], slots: Iterable[str]) -> Run:
    """The run with `slots` of a profile said instead, and with counts of its set-up."""
    said = {slot: getattr(profile, slot) for slot in slots}
    counts: dict[str, object] = dict(setup)
    if said.get("batch_size") is not None:
        counts["global_batch"] = said["batch_size"]
    if {"accelerator_count", "instances", "candidates", "instance_count"} & said.keys():
        counts |= dict.fromkeys(("devices", "nodes", "devices_per_node", "data_parallel"))
        for slot in ("instances", "candidates", "instance_count", "accelerator_count"):
            said.setdefault(slot, () if slot in ("instances", "candidates") else None)
        if not (said["instances"] or said["candidates"]):  # another number of the same machines
            said |= {slot: getattr(run.profile, slot) for slot in ("instances", "candidates")}
        if not (said["instance_count"] or said["accelerator_count"]) and not said["instances"]:
            said |= {"accelerator_count": run.devices}
    if said.get("epochs") is not None or said.get("tokens") is not None or said.get("samples") is not None:
        counts.setdefault("max_steps", None)  # a number of steps would end the run before
    if said.get("parameters") is not None:
        counts["model_id"] = None
    return Run(
        format=run.format,
        profile=run.profile.model_copy(update=said),
        setup=run.setup.model_copy(update=counts),
    )
