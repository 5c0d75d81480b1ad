"""A turn that names a size alone: "and the 12xlarge?" after g6e.48xlarge is g6e.12xlarge, "and the 80?" after an A100
of 40 GB that of 80."""

from __future__ import annotations

import re

from engine.workload.profile import Reading

_LONGEST = 200  # characters of such a turn
_TYPE = re.compile(r"\b([a-z][a-z0-9-]{0,11})\.(?:\d{0,3}xlarge|large|metal)\b", re.IGNORECASE)
_SIZE = re.compile(r"(?<![\w.])(\d{0,2}x)l(?:arge)?(?![\w-])(?! (?:turbo|base|refiner|model))", re.IGNORECASE)
_CARD = re.compile(r"\b(a100|v100)[ -]?(?:\([^)]*\) ?)?(?:16|32|40|80) ?gi?b?\b", re.IGNORECASE)
_MEMORY = re.compile(
    r"^\W*((?:and|what about|how about|ok and|und|et|y|e) (?:the |die |der |le |la |el )?|the |)(16|32|40|80)"
    r"(?: ?gi?b?)?(?: (?:one|card|version|variant|model)s?)?\W*$",
    re.IGNORECASE,
)


def of_family(text: str, before: Reading | None) -> str:
    """The turn with the family of the type that the thread named last before such a size."""
    said = [one.text for one in before.thread] if before is not None else []
    cards = [found for one in said for found in _CARD.findall(one)]
    if cards and (size := _MEMORY.match(text)) and (size[1] or not text.strip(" ?!.").isdecimal()):
        return f"{size[1]}{cards[-1]} {size[2]}GB?"
    named = [found for one in said for found in _TYPE.findall(one)]
    if not named or len(text) > _LONGEST:
        return text
    return _SIZE.sub(lambda size: f"{named[-1]}.{size[1]}large", text)
