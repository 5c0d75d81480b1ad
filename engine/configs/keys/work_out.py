"""Fields -> the profile and the set-up of the training, with every value that had to be worked out."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from engine.configs.keys import machines, models
from engine.configs.keys.found import Fields
from engine.configs.keys.reading import Factor, TrainingSetup, Work, Worked
from engine.workload.profile import Profile
from knowledge.facts import Facts, Scalar, names_of

_COUNTS = (
    "micro_batch",
    "accumulation",
    "tensor_parallel",
    "pipeline_parallel",
    "context_parallel",
    "expert_parallel",
    "lora_rank",
    "max_steps",
    "layers",
    "hidden",
    "heads",
    "kv_heads",
    "ffn",
    "vocabulary",
)
_TAKEN = re.compile(r"#(\d+)$")
_PLACES = ("optimizer", "parameters", "activations")
_ADAPTERS = ("lora", "qlora")
_PREFERENCES = ("dpo", "kto", "ppo", "grpo", "reward", "simpo", "rloo")  # tuned by preferences: a frozen model scores


class Result(NamedTuple):
    """What fields come to. `slots` says which field each slot of the profile was read from."""

    profile: Profile
    training: TrainingSetup
    derived: tuple[Worked, ...]
    slots: dict[str, str]
    unknown: tuple[str, ...]


def work_out(fields: Fields, facts: Facts) -> Result:
    """Everything the fields say, and what follows from them."""
    return _Work(fields, facts).result()


class _Work:
    def __init__(self, fields: Fields, facts: Facts) -> None:
        self._fields, self._facts = fields, facts
        self._profile: dict[str, Any] = {}
        self._setup: dict[str, Any] = {}
        self._derived: list[Worked] = []
        self._slots: dict[str, str] = {}
        self._unknown: list[str] = []
        self._workers = 1  # processes on each chip of the machines that are named

    def result(self) -> Result:
        for field in _COUNTS:
            self._setup[field] = self._fields.count(field)
        self._model()
        self._method()
        self._machines()
        self._sharding()
        self._batch()
        self._data()
        self._plain()
        training = TrainingSetup.model_validate(_said(self._setup))
        profile = Profile.model_validate(_said(self._profile))
        return Result(profile, training, tuple(self._derived), self._slots, tuple(self._unknown))

    def _say(self, slot: str, value: object, field: str) -> None:
        """A slot of the profile that a key says."""
        if value is not None and value != () and value != "":
            self._profile[slot] = value
            self._slots[slot] = field

    def _derive(self, slot: str, value: Scalar, how: Work, *factors: tuple[str, Scalar | None]) -> None:
        listed = tuple(
            Factor(name=name, value=given, key=key.key if (key := self._fields.get(name)) else "")
            for name, given in factors
            if given is not None
        )
        self._derived.append(Worked(slot=slot, value=value, how=how, factors=listed))

    def _model(self) -> None:
        name = self._fields.text("model")
        said = self._fields.amount("parameters")
        self._say("parameters", said, "parameters")
        if name:
            self._setup["model_name"] = name
            of = models.named(name, self._facts)
            self._say("model", of.family, "model")
            if of.entry is not None:
                self._setup["model_id"] = of.entry.id
                if said is None:
                    self._profile["parameters"] = of.entry.parameters
                    self._derive("parameters", of.entry.parameters, "catalog", ("model", of.entry.name))
            elif of.parameters is not None and said is None:
                self._profile["parameters"] = of.parameters
                self._derive("parameters", of.parameters, "name", ("model", name))
        if "parameters" not in self._profile:
            self._shape()

    def _shape(self) -> None:
        """Parameters of a decoder from its shape: attention, the feed-forward block, and the embeddings."""
        layers, hidden = self._setup.get("layers"), self._setup.get("hidden")
        if not layers or not hidden:
            return
        heads, kv_heads = self._setup.get("heads"), self._setup.get("kv_heads")
        gated = bool(self._fields.flag("gated"))
        ffn = self._setup.get("ffn") or _feed_forward(hidden, gated)
        kv_width = hidden * kv_heads // heads if heads and kv_heads else hidden
        matrices = 3 if gated else 2
        vocabulary = self._setup.get("vocabulary") or 0
        copies = 2 if self._fields.flag("untied") else 1
        experts, used = self._fields.count("experts") or 1, self._fields.count("experts_used")
        width = (self._fields.count("expert_ffn") or ffn) if experts > 1 else ffn
        attention = 2 * hidden * hidden + 2 * hidden * kv_width
        rest = layers * attention + copies * vocabulary * hidden
        of_expert = layers * matrices * hidden * width
        total = float(rest + experts * of_expert)
        self._profile["parameters"] = total
        if experts > 1 and used is not None and used < experts:
            self._profile |= {"architecture": "moe", "active_parameters": float(rest + used * of_expert)}
        shape = (
            ("layers", layers),
            ("hidden", hidden),
            ("ffn", ffn),
            ("kv_heads", kv_heads),
            ("experts", experts if experts > 1 else None),
            ("vocabulary", vocabulary),
        )
        self._derive("parameters", total, "shape", *((name, value) for name, value in shape if value))

    def _method(self) -> None:
        objective = self._fields.text("objective") or None
        method = self._fields.text("method") or None
        field = "method"
        four, eight = self._fields.flag("load_4bit"), self._fields.flag("load_8bit")
        bits = self._fields.count("quantization_bits") or (4 if four else 8 if eight else None)
        if method is None and self._fields.flag("is_adapted"):
            method, field = "lora", "is_adapted"
        if method is None and "lora_rank" in self._fields and "implied_method" not in self._fields:
            method, field = "lora", "lora_rank"
        if method is None and (four or eight) and self._fields.text("implied_method") == "full":
            method, field = (
                "lora",
                "load_4bit" if four else "load_8bit",
            )  # quantized weights are not trained themselves
        of_name = models.bits_in(self._fields.text("model")) if bits is None else None
        if of_name is not None and method in (None, *_ADAPTERS) and self._fields.text("implied_method"):
            method, bits, field = method or "lora", of_name, field if method else "model"  # the same of such a model
        method = method or self._fields.text("implied_method") or None
        if method == "lora" and bits == 4:
            method = "qlora"
        if method == "qlora" and bits is None:
            bits = 4
        if method == "full" and objective in _PREFERENCES:
            method = "rlhf"
        self._say("method", method, field)
        if method not in _ADAPTERS:
            self._setup["lora_rank"] = None
        else:
            self._setup["lora_targets"] = self._fields.words("lora_targets")
        task = self._fields.text("task") or self._fields.text("implied_task") or None
        if objective == "pretraining":
            task = task or "pretraining"
        self._say("task", task, "task")
        self._setup["objective"] = objective
        self._setup["quantization_bits"] = bits

    def _machines(self) -> None:
        types = []
        for name in self._fields.words("instance_type"):
            held = machines.instance(name, self._facts)
            if held is None:
                self._unknown.append(name)
            else:
                types.append(held)
        self._say("instances", tuple(dict.fromkeys(held.id for held in types)), "instance_type")
        chips = []
        for name in self._fields.words("accelerator"):
            chip = machines.chip(name, self._facts)
            if chip is None:
                self._unknown.append(name)
            else:
                chips.append(chip)
        self._say("candidates", tuple(dict.fromkeys(chips)), "accelerator")
        nodes = self._fields.count("nodes")
        self._workers = machines.workers(types, chips, self._facts)
        each, total = (machines.chips_of(self._fields.get(field), self._workers) for field in ("per_node", "devices"))
        if each is None and types and types[0].count > 0 and "instance_type" in self._fields:
            each = types[0].count
            self._derive("devices_per_node", each, "catalog", ("instance_type", types[0].id))
        self._say("instance_count", nodes, "nodes")
        if nodes is None and (few := total or each) is not None and few < self._split():
            each, total = few, None  # they are those of one machine: a copy of the model takes more
        elif total is None and each is not None:
            total = each * (nodes or 1)
            self._say("accelerator_count", total, "per_node")
            if nodes is not None and nodes > 1:
                self._derive("accelerator_count", total, "product", ("nodes", nodes), ("per_node", each))
        else:
            self._say("accelerator_count", total, "devices")
        if each is None and total is not None and nodes is not None and total % nodes == 0:
            each = total // nodes
        self._setup |= {"nodes": nodes, "devices_per_node": each, "devices": total}
        clouds = {word: names_of(self._facts).cloud(word) for word in self._fields.words("cloud")}
        self._say("clouds", tuple(cloud for cloud in clouds.values() if cloud), "cloud")
        self._unknown += [word for word, cloud in clouds.items() if cloud is None]
        region = self._fields.text("region")
        forms = (region.casefold()[:end] for end in (None, -1, -2))  # a zone is a letter behind its region
        held_region = next((of for form in forms if (of := self._facts.regions.get(form))), None)
        self._say("region", held_region.id if held_region else None, "region")
        spot = self._fields.flag("spot")
        self._say("purchase", None if spot is None else "spot" if spot else "on_demand", "spot")
        if self._fields.flag("managed"):
            self._say("managed", True, "managed")

    def _sharding(self) -> None:
        stage = self._fields.number("zero_stage")
        sharding = self._fields.text("sharding") or None
        if stage is not None:
            sharding = sharding or "zero"
        if sharding == "fsdp" and stage is None:
            stage = 3
        if sharding is not None:
            self._setup["sharding"] = sharding
        self._setup["zero_stage"] = int(stage) if stage is not None and 0 <= stage <= 3 else None
        self._setup["offload"] = tuple(place for place in _PLACES if self._fields.flag(f"offload_{place}"))

    def _split(self) -> int:
        """Devices that hold one copy between them."""
        split = 1
        for field in ("tensor_parallel", "pipeline_parallel", "context_parallel"):
            split *= self._setup.get(field) or 1
        return split

    def _batch(self) -> None:
        devices, split = self._setup["devices"], self._split()
        devices = devices * self._workers if devices else None
        parallel = devices // split if devices and devices % split == 0 and devices >= split else None
        stated = self._fields.count("data_parallel")
        parallel = stated or parallel
        self._setup["data_parallel"] = parallel
        micro, accumulation = self._setup["micro_batch"], self._setup["accumulation"]
        whole = self._fields.count("global_batch")
        of_device = self._fields.count("device_batch")  # in all its passes
        if whole is None and of_device and parallel:
            whole = of_device * parallel
            self._derive("batch_size", whole, "product", ("device_batch", of_device), ("data_parallel", parallel))
        elif whole is None and micro and parallel and (accumulation or "open_accumulation" not in self._fields):
            whole = micro * (accumulation or 1) * parallel
            factors = (("micro_batch", micro), ("accumulation", accumulation), ("data_parallel", parallel))
            self._derive("batch_size", whole, "product", *factors)
        elif whole is not None and micro and parallel and accumulation is None and whole % (micro * parallel) == 0:
            accumulation = self._setup["accumulation"] = whole // (micro * parallel)
            factors = (("global_batch", whole), ("micro_batch", micro), ("data_parallel", parallel))
            self._derive("accumulation", accumulation, "quotient", *factors)
        if stated is None and parallel is None and whole and micro and accumulation:
            copies = micro * accumulation
            if whole % copies == 0:
                self._setup["data_parallel"] = whole // copies
                factors = (("global_batch", whole), ("micro_batch", micro), ("accumulation", accumulation))
                self._derive("data_parallel", whole // copies, "quotient", *factors)
        self._setup["global_batch"] = whole
        self._say("batch_size", whole, "global_batch" if "global_batch" in self._fields else "micro_batch")

    def _sequence(self) -> int | None:
        """What is said, or the longest prompt with the longest answer to it."""
        said = self._fields.count("sequence")
        prompt, answer = self._fields.count("prompt_tokens"), self._fields.count("answer_tokens")
        if said is not None or prompt is None or answer is None:
            self._say("sequence_length", said, "sequence")
            return said
        self._say("sequence_length", prompt + answer, "answer_tokens")
        self._derive("sequence_length", prompt + answer, "sum", ("prompt_tokens", prompt), ("answer_tokens", answer))
        return prompt + answer

    def _data(self) -> None:
        sequence = self._sequence()
        self._say("epochs", self._fields.amount("epochs"), "epochs")
        self._say("samples", self._fields.count("samples") or self._counted(), "samples")
        self._say("tokens", self._fields.amount("tokens"), "tokens")
        steps, batch = self._setup["max_steps"], self._setup["global_batch"]
        if steps:
            self._profile.pop("epochs", None)  # a number of steps ends the run before its epochs do
            self._slots.pop("epochs", None)
        if "tokens" in self._profile:
            return
        if steps and batch and sequence:
            self._tokens(
                steps * batch * sequence, ("max_steps", steps), ("batch_size", batch), ("sequence", sequence)
            )
        elif self._profile.get("samples") and sequence and self._profile.get("task") == "pretraining":
            count = self._profile["samples"]
            self._tokens(count * sequence, ("samples", count), ("sequence", sequence))

    def _counted(self) -> int | None:
        """The samples taken of every set, where all are named with them: `org/name#500`."""
        found = [_TAKEN.search(name) for name in self._fields.words("datasets")]
        return sum(int(each[1]) for each in found if each) if found and all(found) else None

    def _tokens(self, value: int, *factors: tuple[str, Scalar | None]) -> None:
        """What the run computes on: sequences at their full length, whether packed or padded."""
        self._profile["tokens"] = float(value)
        self._derive("tokens", float(value), "product", *factors)

    def _plain(self) -> None:
        for slot, fields in _WORDS.items():
            for field in fields:
                if value := self._fields.text(field):
                    self._say(slot, value, field)
                    break
        self._setup["recompute"] = self._fields.text("recompute") or None
        self._setup["optimizer"] = self._fields.text("optimizer") or None
        self._setup["packing"] = self._fields.flag("packing")
        self._setup["padded"] = self._fields.flag("padded")
        for field in ("samples_each", "answers_each"):
            self._setup[field] = self._fields.count(field)
        self._setup["datasets"] = tuple(dict.fromkeys(self._fields.words("datasets")))
        self._setup["time_limit_hours"] = self._fields.amount("time_limit")


_WORDS = {"precision": ("precision",), "framework": ("framework", "implied_framework")}


def _feed_forward(hidden: int, gated: bool) -> int:
    """Four times the width; of a gated one two thirds of that, in multiples of 64, as Megatron-LM takes it."""
    return int(4 * hidden * 2 / 3 / 64) * 64 if gated else 4 * hidden


def _said(values: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}
