"""One line of `chipscout doctor`: what was looked at, how it is, and what to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from bot.wording.words import has, say

WORDS = "words/doctor.j2"
Status = Literal["ok", "warn", "fail"]


class Finding(NamedTuple):
    """`code` is a macro of `words/doctor.j2`; if there is one called `do_<code>` as well, it says what to do."""

    check: str
    status: Status
    code: str
    values: Mapping[str, Any] = {}

    @property
    def text(self) -> str:
        return say(WORDS, self.code, **self.values)

    @property
    def remedy(self) -> str | None:
        name = f"do_{self.code}"
        return say(WORDS, name, **self.values) if has(WORDS, name) else None
