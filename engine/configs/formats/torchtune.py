"""torchtune: the model is the name of a builder, `torchtune.models.llama3_1.lora_llama3_1_8b`."""

from __future__ import annotations

import re

from engine.configs.formats.format import Format, Source
from engine.configs.keys.found import Fields
from engine.configs.keys.models import named, size_in
from engine.configs.keys.table import Use

_ADAPTERS = {"lora_": "lora", "qlora_": "qlora", "dora_": "lora"}
_RECIPE = re.compile(r"\b(full|lora)(?:_\w+)?_finetune_")
_VERSION = re.compile(r"(?<=[a-z]\d)_(?=\d(?:_|$))")
_BUILDER_SIZE = re.compile(r"_(\d)_(\d)b(?![a-z0-9])")


def finish(source: Source, fields: Fields, use: Use) -> None:
    """Model, method and size from the builder; the checkpoint's folder names the model where it states a size."""
    component = fields.get("component")
    builder = str(component.value).rpartition(".")[2] if component is not None else ""
    method = next((of for prefix, of in _ADAPTERS.items() if builder.startswith(prefix)), "full")
    if component is not None:
        fields.put(component._replace(field="method", value=method))
    folder = fields.get("checkpoint")
    name = str(folder.value).rstrip("/").rpartition("/")[2] if folder is not None else ""
    is_telling = size_in(name) is not None or named(name, source.facts).entry is not None
    if folder is not None and (is_telling or component is None):
        fields.put(folder._replace(field="model", value=name))
    elif component is not None:
        for prefix in _ADAPTERS:
            builder = builder.removeprefix(prefix)
        fields.put(component._replace(field="model", value=_model(builder)))
    for entry in source.entries:
        if entry.path == "model.apply_lora_to_mlp":
            use.used.setdefault(entry.path, None)
    targets = fields.get("lora_targets")
    if targets is not None and fields.flag("adapts_mlp") and isinstance(targets.value, tuple):
        fields.set(targets._replace(value=(*targets.value, "mlp")))
    _recipe(source, fields)
    steps, epochs = fields.get("steps_of_epoch"), fields.number("epochs")
    if steps is not None:
        fields.put(steps._replace(field="max_steps", value=int(float(str(steps.value)) * (epochs or 1))))
    if component is not None and "objective" not in fields:
        fields.put(component._replace(field="objective", value="sft"))


def _recipe(source: Source, fields: Fields) -> None:
    """`tune run full_finetune_distributed --config llama3_1/8B_full`: the method, and the config's model."""
    recipe = next((found[1] for entry in source.entries if (found := _RECIPE.search(str(entry.value)))), "")
    config = fields.get("recipe_config")
    if config is None:
        return
    if recipe:
        fields.put(config._replace(field="method", value=recipe))
    if any("_distributed" in str(entry.value) for entry in source.entries):
        fields.put(config._replace(field="sharding", value="fsdp", key=""))  # its recipes for several chips shard
    family, _, rest = str(config.value).rpartition("/")
    size = size_in(rest)
    own, _, ending = rest.rpartition(".")
    if ending in ("yaml", "yml") and size_in(own) and not size_in(fields.text("model")):
        fields.put(config._replace(field="model", value=_model(own)))  # a file of one's own, named after its model
    if family and size and "." not in rest and not size_in(fields.text("model")):
        fields.put(
            config._replace(field="model", value=_model(f"{family.rpartition('/')[2]}_{rest.partition('_')[0]}"))
        )
    for field, value in (("implied_task", "fine_tuning"), ("implied_framework", "pytorch"), ("objective", "sft")):
        fields.put(config._replace(field=field, value=value, key=""))


def _model(builder: str) -> str:
    """`llama3_1_8b` is llama3.1-8b, `qwen2_5_0_5b_base` is qwen2.5-0.5b-base."""
    sized = _BUILDER_SIZE.sub(r"_\1.\2b", builder) if builder.count("_") > 2 or "qwen2_" in builder else builder
    return _VERSION.sub(".", sized).replace("_", "-")


TORCHTUNE = Format(id="torchtune", finish=finish)
