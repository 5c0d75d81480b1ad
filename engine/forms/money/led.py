"""A reading as that of a question about money, where it is one: the form that answers it stands first."""

from __future__ import annotations

import re

from engine.forms.money.amounts import without_amounts
from engine.forms.money.said import is_of_money
from engine.workload.profile import Reading

FORM = "remark"
UNREAD = ("unread", "unread_asked")
_WORD = re.compile(r"[^\W\d_]{4,}|[\u3040-\u9fff\uac00-\ud7af]{2,}")


def led(reading: Reading) -> Reading:
    """The same reading, where it asks nothing of prices; else without what such a question is read by."""
    if not is_of_money(reading):
        return reading
    others = tuple(name for name in (reading.form, *reading.other_forms) if name and name != FORM)
    kept = {name: tuple(one for one in getattr(reading, name) if _is_left(one, reading)) for name in UNREAD}
    intent = {"intent": "explain", "topic": "explain"} if reading.intent == "off_topic" else {}
    return reading.model_copy(update={"form": FORM, "other_forms": others, **kept, **intent})


def _is_left(stretch: str, reading: Reading) -> bool:
    """Whether words are left of it that neither ask of prices nor tell an amount."""
    stretch = without_amounts(stretch)
    for words in sorted(reading.money_words, key=len, reverse=True):
        stretch = stretch.replace(words, " ")
    return len(_WORD.findall(stretch)) > 0 and not (
        any(map(str.isdigit, stretch)) and len(_WORD.findall(stretch)) < 3
    )
