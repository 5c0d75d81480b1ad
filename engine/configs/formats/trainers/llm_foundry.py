"""LLM Foundry: how long a run goes on is one word, `2ep`, `100ba` or `20e9tok`."""

from __future__ import annotations

import re

from engine.configs.formats.format import Format, Source
from engine.configs.formats.launch import add_launch
from engine.configs.formats.trainer import complete
from engine.configs.keys.found import Fields, Found
from engine.configs.keys.table import Use
from engine.configs.syntax.launch_text import launch_entries

_DURATION = re.compile(r"([\d_.]+(?:e\d+)?)\s*(ep|ba|tok|sp|T)")
_UNITS = {"ep": "epochs", "ba": "max_steps", "tok": "tokens", "T": "tokens", "sp": "samples"}


def _finish(source: Source, fields: Fields, use: Use) -> None:
    """The command of a job counts behind its parameters."""
    run = [entry for entry in source.entries if entry.path == "command" and isinstance(entry.value, str)]
    for entry in run:
        use.used.setdefault(entry.path, None)
        entries = launch_entries(str(entry.value))
        for told in entries:
            if told.path == "max_duration":
                fields.put(use.found("duration", told.value, told))
        add_launch(source, entries, fields, use)
    held = fields.get("duration")
    found = _DURATION.fullmatch(str(held.value).strip()) if held is not None else None
    if held is not None and found is not None:
        value = float(found[1].replace("_", ""))
        fields.put(held._replace(field=_UNITS[found[2]], value=int(value) if value.is_integer() else value))
    if any(
        "finetun" in str(entry.value).casefold() for entry in source.entries if entry.path.endswith("loader.name")
    ):
        fields.put(Found("implied_task", "fine_tuning", "", use.format, 0, use.file))
        fields.put(Found("objective", "sft", "", use.format, 0, use.file))
    complete(source, fields, use)


LLM_FOUNDRY = Format(id="llm_foundry", finish=_finish)
