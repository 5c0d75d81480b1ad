"""A dstack task: GPUs from its resources (`H100:8`, `A100:80GB:4`, a mapping), the training from its commands."""

from __future__ import annotations

import re

from engine.configs.formats.format import Format, Source, entries_of
from engine.configs.formats.launch import add_launch
from engine.configs.keys.found import Fields, Found
from engine.configs.keys.machines import tpu_slice
from engine.configs.keys.table import Use
from engine.configs.syntax.entries import Value
from engine.configs.syntax.launch_text import launch_entries

_GB = re.compile(r"[\d.]+GB", re.I)
_SIZES = re.compile(r"[\d.]+GB\.\.(?:[\d.]+GB)?|\.\.[\d.]+GB", re.I)


def _finish(source: Source, fields: Fields, use: Use) -> None:
    _gpu(fields)
    known: dict[str, Value] = {}
    for entry in source.entries:
        words = entry.value if isinstance(entry.value, tuple) else (entry.value,)
        if entry.path == "env":
            known |= {
                name: value
                for word in words
                if (name := str(word).partition("=")[0]) and (value := str(word).partition("=")[2])
            }
        elif entry.path.startswith("env."):
            known[entry.path.partition(".")[2]] = entry.value
    each, nodes = fields.count("per_node"), fields.count("nodes") or 1
    known |= {"DSTACK_NODES_NUM": nodes}
    if each is not None:
        known |= {"DSTACK_GPUS_PER_NODE": each, "DSTACK_GPUS_NUM": each * nodes}
    for entry in entries_of(source.entries, "commands"):
        use.used.setdefault(entry.path, None)
        text = "\n".join(str(word) for word in (entry.value if isinstance(entry.value, tuple) else (entry.value,)))
        told = [found._replace(line=entry.line) for found in launch_entries(text, known)]
        add_launch(source, told, fields, use, text)
    if "nodes" not in fields and each is not None:
        fields.put(Found("nodes_of_task", 1, "", use.format, 0, use.file))


def _gpu(fields: Fields) -> None:
    """Name, memory and count in any order between colons; a memory alone names no chip."""
    held = fields.get("machines")
    chips: list[str] = []
    for word in fields.words("machines"):
        parts = [part for part in re.split(r"[:,]", word) if part.strip()]
        counts = [part for part in parts if part.isdigit()]
        sizes = [part for part in parts if _GB.fullmatch(part)]
        names = [part for part in parts if part not in (*counts, *sizes) and not _SIZES.fullmatch(part)]
        if held is None:
            continue
        slice_ = tpu_slice(f"tpu-{names[0].removeprefix('tpu-')}") if names else None
        for name in names:
            chips.append(slice_[0] if slice_ is not None else "-".join((name, *sizes[:1])))
        size = slice_[1] if slice_ is not None and slice_[1] else int(counts[0]) if counts else 1
        fields.put(held._replace(field="per_node", value=size))
    if chips and held is not None:
        fields.put(held._replace(field="accelerator", value=tuple(dict.fromkeys(chips))))


DSTACK = Format(id="dstack", finish=_finish)
