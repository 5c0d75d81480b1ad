"""nanoGPT: a Python file of names, whose accumulation is that of all devices together."""

from __future__ import annotations

from engine.configs.formats.format import Format, Source
from engine.configs.formats.trainer import complete
from engine.configs.keys.found import Fields
from engine.configs.keys.table import Use


def _finish(source: Source, fields: Fields, use: Use) -> None:
    complete(source, fields, use)
    passes, micro = fields.get("accumulation"), fields.count("micro_batch")
    if passes is not None:  # its trainer divides it by the devices
        fields.drop("accumulation")
        if micro:
            fields.put(passes._replace(field="global_batch", value=micro * int(float(str(passes.value)))))


NANOGPT = Format(id="nanogpt", finish=_finish)
