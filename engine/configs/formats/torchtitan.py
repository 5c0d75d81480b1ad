"""torchtitan."""

from __future__ import annotations

import re

from engine.configs.formats.format import Format, Source
from engine.configs.formats.tokens import add_sequences
from engine.configs.keys.found import Fields, Found
from engine.configs.keys.models import named
from engine.configs.keys.table import Use
from knowledge.facts import Facts

_SIZE = re.compile(r"(?<![\d.])\d+(?:\.\d+)?b")


def _finish(source: Source, fields: Fields, use: Use) -> None:
    """Model from kind and flavor; devices from the degrees, where none is left to what is there (-1)."""
    kind, flavor = fields.get("model_kind"), fields.get("flavor")
    if kind is not None:
        name = "-".join(str(part.value) for part in (kind, flavor) if part is not None)
        said = str(flavor.value) if flavor is not None else None
        assets = fields.get("assets")
        folder = str(assets.value).rstrip("/").rpartition("/")[2] if assets is not None else ""
        if assets is not None and _is_of(name, said, folder, source.facts):
            fields.put(assets._replace(field="model", value=folder))
        fields.put(kind._replace(field="model", value=name))
    elif (assets := fields.get("assets")) is not None and named(str(assets.value), source.facts).entry is not None:
        fields.put(assets._replace(field="model", value=str(assets.value).rstrip("/").rpartition("/")[2]))
    add_sequences(fields)
    if any("float8" in word or "mxfp8" in word for word in fields.words("converters")):
        fields.set(fields.by_name()["converters"]._replace(field="precision", value="fp8"))
    fields.put(Found("precision", "bf16", "", use.format, 0, use.file))
    shard, replicate = fields.get("shard_degree"), fields.number("replicate_degree")
    degree = fields.number("shard_degree")
    if shard is not None and degree is not None and degree != 1:
        fields.put(shard._replace(field="sharding", value="fsdp"))
    if shard is not None and degree is not None and degree >= 1 and (replicate or 1) >= 1:
        copies = int(degree * (replicate or 1))
        others = ("tensor_parallel", "pipeline_parallel", "context_parallel")
        split = 1
        for field in others:
            split *= fields.count(field) or 1
        if copies * split > 1:
            fields.put(shard._replace(field="devices", value=copies * split))


def _is_of(name: str, flavor: str | None, folder: str, facts: Facts) -> bool:
    """Whether the folder of weights or of a tokenizer says the model: it is that of a flavor only by its size."""
    if named(name, facts).entry or not named(folder, facts).entry:
        return False
    size = _SIZE.search(flavor.casefold()) if flavor is not None else None
    return flavor is None or (size is not None and size[0] in _SIZE.findall(folder.casefold()))


TORCHTITAN = Format(id="torchtitan", finish=_finish)
