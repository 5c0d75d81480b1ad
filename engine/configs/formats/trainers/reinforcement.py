"""verl and OpenRLHF as files: a YAML of verl, or the script that starts one of them."""

from __future__ import annotations

from engine.configs.formats.format import Format, Source
from engine.configs.formats.launch import add_launch
from engine.configs.formats.reinforced import finish_verl
from engine.configs.keys.found import Fields
from engine.configs.keys.table import Use


def _finish(source: Source, fields: Fields, use: Use) -> None:
    if source.syntax == "shell":
        add_launch(source, source.entries, fields, use, source.text)
    else:
        finish_verl(source, fields, use)


VERL = Format(id="verl", finish=_finish)
OPENRLHF = Format(id="openrlhf", finish=_finish)
