"""A SkyPilot task: machines from its resources, the training from what it runs."""

from __future__ import annotations

from engine.configs.formats.format import Format, Source, entries_of
from engine.configs.formats.launch import add_launch
from engine.configs.keys.found import Fields, Found
from engine.configs.keys.machines import tpu_slice
from engine.configs.keys.table import Use
from engine.configs.syntax.entries import Entry
from engine.configs.syntax.launch_text import launch_entries


def _finish(source: Source, fields: Fields, use: Use) -> None:
    _machines(source, fields, use)
    place = fields.get("place")
    if place is not None:
        cloud, _, region = str(place.value).partition("/")
        fields.put(place._replace(field="cloud", value=cloud))
        if region and region != "*":
            fields.put(place._replace(field="region", value=region.partition("/")[0]))
    _run(source, fields, use)


def _machines(source: Source, fields: Fields, use: Use) -> None:
    """`A100-80GB:8`, a list of such, a mapping of names and counts, or a slice whose name says its size."""
    found = fields.get("machines")
    words = [(found, word) for word in fields.words("machines") if found is not None]
    for entry in entries_of(source.entries, "resources.accelerators.*"):
        held = use.found("machines", entry.value, entry)
        name = entry.path.rpartition(".")[2]
        if isinstance(entry.value, str) and name.isdigit():
            words.append((held, entry.value))
        else:
            words.append((held, name if entry.value is None else f"{name}:{entry.value}"))
    chips: list[str] = []
    for held, word in words:
        name, _, count = word.strip("{} \"'").partition(":")
        slice_ = tpu_slice(name)
        chips.append(slice_[0] if slice_ is not None else name)
        size = slice_[1] if slice_ is not None and slice_[1] else int(count) if count.strip().isdigit() else 1
        fields.put(held._replace(field="per_node", value=size))
    if words:
        fields.put(words[0][0]._replace(field="accelerator", value=tuple(dict.fromkeys(chips))))


def _run(source: Source, fields: Fields, use: Use) -> None:
    """The command it runs on every node, with the variables that SkyPilot and the task itself set."""
    each, nodes = fields.count("per_node"), fields.count("nodes")
    known: dict[str, object] = {
        entry.path.rpartition(".")[2]: entry.value
        for entry in source.entries
        if entry.path.startswith("envs.") and entry.value not in (None, "")
    }
    if each is not None:
        known["SKYPILOT_NUM_GPUS_PER_NODE"] = each
    known["SKYPILOT_NUM_NODES"] = nodes or 1
    runs = [entry for entry in source.entries if entry.path in ("run", "setup") and isinstance(entry.value, str)]
    for entry in runs:
        use.used.setdefault(entry.path, None)
        if entry.path == "run":
            entries = [
                Entry(*found[:2], entry.line)
                for found in launch_entries(str(entry.value), known)  # type: ignore[arg-type]  # scalars
            ]
            add_launch(source, entries, fields, use, "\n".join(str(run.value) for run in runs))
    for path in known:
        use.used.setdefault(f"envs.{path}", None)
    if nodes is None and each is not None:
        fields.put(Found("nodes_of_task", 1, "", use.format, 0, use.file))


SKYPILOT = Format(id="skypilot", finish=_finish)
