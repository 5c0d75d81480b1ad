"""torchtitan."""

from __future__ import annotations

from engine.configs.formats.format import Format, Source
from engine.configs.keys.found import Fields, Found
from engine.configs.keys.models import named
from engine.configs.keys.table import Use


def _finish(source: Source, fields: Fields, use: Use) -> None:
    """Model from kind and flavor; devices from the degrees, where none is left to what is there (-1)."""
    kind, flavor = fields.get("model_kind"), fields.get("flavor")
    if kind is not None:
        name = "-".join(str(part.value) for part in (kind, flavor) if part is not None)
        assets = fields.get("assets")
        folder = str(assets.value).rstrip("/").rpartition("/")[2] if assets is not None else ""
        if assets is not None and not named(name, source.facts).entry and named(folder, source.facts).entry:
            fields.put(assets._replace(field="model", value=folder))  # a flavor that is no published name
        fields.put(kind._replace(field="model", value=name))
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


TORCHTITAN = Format(id="torchtitan", finish=_finish)
