"""What a launching command says, alone or inside of a job file: flags, and `key=value` for the program it starts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.configs.formats.accelerate import ACCELERATE
from engine.configs.formats.axolotl import AXOLOTL
from engine.configs.formats.format import Finish, Source, is_of
from engine.configs.formats.hugging_face import finish as finish_hugging_face
from engine.configs.formats.hugging_face import objective_of
from engine.configs.formats.llama_factory import LLAMA_FACTORY
from engine.configs.formats.maxtext import finish as finish_maxtext
from engine.configs.formats.nemo import finish as finish_nemo
from engine.configs.formats.reinforced import finish_openrlhf, finish_verl
from engine.configs.formats.sharding import add_sharding
from engine.configs.formats.torchtune import finish as finish_torchtune
from engine.configs.keys.found import Fields, Found
from engine.configs.keys.models import size_in
from engine.configs.keys.table import Use
from engine.configs.syntax.embedded_text import Written, written
from engine.configs.syntax.entries import Entry

_FAMILIES = (
    ("maxtext", r"maxtext|benchmark_runner"),
    ("torchtune", r"^tune$|finetune_(distributed|single)"),
    ("axolotl", r"axolotl"),
    ("verl", r"\bverl\b|main_(ppo|dapo|spin|sppo)$"),
    ("openrlhf", r"openrlhf"),
)
_FINISH: dict[str, Finish] = {
    "maxtext": finish_maxtext,
    "torchtune": finish_torchtune,
    "nemo": finish_nemo,
    "verl": finish_verl,
    "openrlhf": finish_openrlhf,
}
_IMPLYING = frozenset({"maxtext", "verl", "openrlhf"})  # what every run of theirs is holds for a command too
_OF_A_TRAINING = ("micro_batch", "global_batch", "epochs", "max_steps", "samples", "model", "layers")
_TUNED = frozenset({"model", "is_adapted", "method", "objective", "datasets", "deepspeed_file", "epochs"})
_TORCH = frozenset({"torchrun", "accelerate", "deepspeed", "torch.distributed.run", "torch.distributed.launch"})
_SECTION = re.compile(r"(?!env\.)(?:--)?[A-Za-z]\w*\.\w")
_DEVICES = re.compile(r"(?:[\w.-]+:)?([\d,]+)")
_GRES = re.compile(r"(?:gpu:)?(?:[A-Za-z][\w.-]*:)?(\d+)")
_ADAPTER = re.compile(r"qlora|(?<![a-z])lora(?![a-z])")
_OBJECTIVES = ("dpo", "orpo", "kto", "grpo", "ppo", "reward", "sft")


def add_launch(source: Source, entries: Sequence[Entry], fields: Fields, use: Use, text: str = "") -> None:
    """Fields of a command: the launcher's flags first, then those of what it starts, then the files `text` writes."""
    words = [str(entry.value) for entry in entries if entry.path == "argument"]
    use.used.setdefault("argument", None)
    family = next((name for name, mark in _FAMILIES if any(re.search(mark, word, re.I) for word in words)), "")
    if not family and any(entry.path.startswith(("model.", "trainer.")) for entry in entries):
        family = "nemo"
    if family:
        source.tables[family].fields(entries, use, fields)
        finish = _FINISH.get(family, _nothing)
        finish(source._replace(entries=tuple(entries)), fields, use)
    if family in _IMPLYING:
        for field, value in source.facts.config_formats[family].says.items():
            fields.put(Found(field, value, "", use.format, 0, use.file))
    if family == "maxtext":
        fields.put(Found("sharding", "fsdp", "", use.format, 0, use.file))
    sections = [entry for entry in entries if _SECTION.match(entry.path)] if family in ("", "nemo") else []
    source.tables["trainer"].fields(sections, use, fields)  # `--train.micro_batch_size`, `train.steps=8`
    source.tables["command"].fields(entries, use, fields)
    _devices(entries, fields, use)
    if any(entry.path in ("--micro_batch_size", "--micro-batch-size") for entry in entries):
        whole = fields.get("whole_batch")  # beside a micro-batch it is that of a step
        if whole is not None:
            fields.put(whole._replace(field="global_batch"))
    if any(word.rpartition("/")[2] in _TORCH for word in (*words, *(str(entry.value) for entry in entries[:4]))):
        fields.put(Found("implied_framework", "pytorch", "", use.format, 0, use.file))
    kind = fields.get("model_kind")
    if kind is not None and size_in(str(kind.value)):
        fields.put(kind._replace(field="model"))
    _launcher_file(fields)
    add_sharding(fields)
    add_files(source, written(text), fields, use)
    _task(entries, words, fields, use, family)


def add_files(source: Source, files: Sequence[Written], fields: Fields, use: Use) -> None:
    """What the files say that a script writes for the program it starts; a flag counts before."""
    for file in files:
        as_source = source._replace(name=file.name, syntax=file.syntax, entries=file.entries)
        for name, finish in _WRITTEN.items():
            row = source.facts.config_formats[name]
            if not is_of(as_source, row):
                continue
            own = source.tables[name].fields(file.entries, use)
            finish(as_source, own, use)
            for found in own:
                fields.put(found)
            for field, value in row.says.items():
                fields.put(Found(field, value, "", use.format, 0, use.file))
            break


def _nothing(_: Source, __: Fields, ___: Use) -> None:
    """Where the table says all."""


_WRITTEN: dict[str, Finish] = {
    "axolotl": AXOLOTL.finish or _nothing,
    "llama_factory": LLAMA_FACTORY.finish or _nothing,
    "hugging_face": finish_hugging_face,
    "deepspeed": _nothing,
    "accelerate": ACCELERATE.finish or _nothing,
}


def _devices(entries: Sequence[Entry], fields: Fields, use: Use) -> None:
    """The devices made visible, included or listed: `0,1,2,3` are four. srun's `-N` are nodes, its `-n` tasks."""
    is_srun = any(entry.path == "argument" and entry.value == "srun" for entry in entries)
    for entry in entries:
        gpus = _GRES.fullmatch(str(entry.value)) if is_srun and entry.path in ("--gres", "--gpus-per-node") else None
        if gpus is not None:
            fields.put(use.found("per_node", int(gpus[1]), entry))
        elif is_srun and entry.path == "--nodes" and isinstance(entry.value, int):
            fields.put(use.found("nodes", entry.value, entry))
        if entry.path in ("env.CUDA_VISIBLE_DEVICES", "--include"):
            found = _DEVICES.fullmatch(str(entry.value))
            if found is not None:
                fields.put(use.found("per_node", len([part for part in found[1].split(",") if part]), entry))
        elif entry.path == "--devices" and isinstance(entry.value, tuple):
            fields.put(use.found("per_node", len(entry.value), entry))
        elif entry.path == "-N" and isinstance(entry.value, int):
            fields.put(use.found("nodes", entry.value, entry))
    if is_srun:
        _tasks(entries, fields, use)


def _tasks(entries: Sequence[Entry], fields: Fields, use: Use) -> None:
    """srun's tasks of all and of each node: so many nodes, where none are said."""
    tasks = {entry.path: entry for entry in entries if entry.path in ("--ntasks", "--ntasks-per-node")}
    total, each = tasks.get("--ntasks"), tasks.get("--ntasks-per-node")
    if total is None or each is None or not isinstance(total.value, int) or not isinstance(each.value, int):
        return
    if each.value > 0 and total.value % each.value == 0:
        fields.put(use.found("nodes", total.value // each.value, total))


def _launcher_file(fields: Fields) -> None:
    """accelerate's own config, as far as its name says what it sets."""
    found = fields.get("launcher_file")
    name = str(found.value).rpartition("/")[2].casefold() if found is not None else ""
    if found is not None and ("zero" in name or "deepspeed" in name):
        fields.put(found._replace(field="deepspeed_file"))
    elif found is not None and "fsdp" in name:
        fields.put(found._replace(field="sharding", value="fsdp"))


def _task(entries: Sequence[Entry], words: list[str], fields: Fields, use: Use, family: str) -> None:
    """What is trained for: by keys, else by the name of the script."""
    script = " ".join(word.rpartition("/")[2].casefold() for word in words)
    named = next((objective for objective in _OBJECTIVES if objective in script), None)
    found = objective_of(entries)
    if found is not None and named in (None, "sft"):
        fields.put(use.found("objective", found[0], found[1]))
    if named is not None:
        fields.put(Found("objective", named, "argument", use.format, 0, use.file))
    adapter = _ADAPTER.search(script)
    if adapter is not None:
        fields.put(Found("method", adapter[0], "argument", use.format, 0, use.file))
    rank = fields.get("lora_rank")
    if rank is not None:
        fields.put(rank._replace(field="is_adapted", value=True))
    if fields.flag("distributed_optimizer"):
        held = fields.by_name()["distributed_optimizer"]
        fields.put(held._replace(field="zero_stage", value=1))
    if (family and (family != "nemo" or "implied_task" in fields)) or not (
        named or any(field in fields for field in _OF_A_TRAINING)
    ):
        return
    is_pretraining = (
        fields.text("objective") == "pretraining"
        or "pretrain" in script
        or ("layers" in fields and "model" not in fields)
    )
    task = "pretraining" if is_pretraining else "fine_tuning"
    if not is_pretraining and not (named or adapter or _TUNED & set(fields.by_name()) or "tun" in script):
        return  # a number of passes alone does not say that a model is tuned
    implied = {
        "implied_task": task,
        "implied_framework": "pytorch",
        "objective": "pretraining" if is_pretraining else "sft",
    }
    if any(field in fields for field in _OF_A_TRAINING):
        implied["implied_method"] = "full"
    for field, value in implied.items():
        fields.put(Found(field, value, "", use.format, 0, use.file))
