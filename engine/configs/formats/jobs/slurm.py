"""A Slurm script: nodes and GPUs from its directives, the training from the command it starts."""

from __future__ import annotations

import re

from engine.configs.formats.format import Format, Source
from engine.configs.formats.launch import add_launch
from engine.configs.keys.found import Fields
from engine.configs.keys.machines import chip
from engine.configs.keys.table import Use

_GPUS = re.compile(r"(?:gpu:)?(?:([A-Za-z][\w.-]*):)?(\d+)(?:\(.*\))?")


def _finish(source: Source, fields: Fields, use: Use) -> None:
    """`gpu:a100:8`, `a100:8` and `8` are eight of each node; the launcher's count is that of its own processes."""
    each = fields.get("gpu_words")
    for word in fields.words("gpu_words"):
        found = _GPUS.fullmatch(word)
        if found is None or each is None or (":" not in word and "gres" in each.key):
            continue
        tasks = fields.count("tasks_per_node") if "task" in each.key else None
        fields.put(each._replace(field="per_node", value=int(found[2]) * (tasks or 1)))
        if found[1] and found[1] != "gpu":
            fields.put(each._replace(field="accelerator", value=found[1]))
    whole = fields.get("all_gpus")
    for word in fields.words("all_gpus"):
        found = _GPUS.fullmatch(word)
        if found is not None and whole is not None:
            fields.put(whole._replace(field="devices", value=int(found[2])))
            if found[1]:
                fields.put(whole._replace(field="accelerator", value=found[1]))
    constraint = fields.get("constraint")
    for word in re.split(r"[&|,\[\]]", fields.text("constraint")):
        if constraint is not None and word and chip(word, source.facts) is not None:
            fields.put(constraint._replace(field="accelerator", value=word))
    command = [entry for entry in source.entries if not entry.path.startswith("sbatch.")]
    add_launch(source, command, fields, use, source.text)


SLURM = Format(id="slurm", finish=_finish)
