"""A shell script that starts a training: the flags of its launcher and of its program."""

from __future__ import annotations

from engine.configs.formats.format import Format, Source
from engine.configs.formats.launch import add_launch
from engine.configs.keys.found import Fields
from engine.configs.keys.table import Use


def _finish(source: Source, fields: Fields, use: Use) -> None:
    for found in tuple(fields):
        fields.drop(found.field)  # the keys of the library that it starts count first
    add_launch(source, source.entries, fields, use, source.text)


COMMAND = Format(id="command", finish=_finish)
