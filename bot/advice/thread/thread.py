"""What a turn of a thread is answered with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from engine.base.reason import Reason
from engine.library import Library
from engine.reading.document import Document
from engine.workload.profile import Profile, Reading
from engine.workload.told_sums import SumView


class Thread(NamedTuple):
    """What a turn is answered with. `ask` answers a question, by itself or in a thread."""

    before: Reading
    text: str
    turn: Document
    library: Library
    parse: Callable[..., Reading]
    ask: Callable[..., Any]
    reckoned: Callable[..., tuple[Reason, SumView] | None]

    @property
    def said(self) -> Profile:
        """What the thread said of what is rented."""
        return self.before.turn or self.before.profile
