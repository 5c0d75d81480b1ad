"""A question with what is known on its day, as sums over prices take it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from engine.library import Library
from engine.workload.profile import Profile, Reading
from knowledge.facts import Facts


@dataclass(frozen=True)
class AskedOn:
    """As it was read; `library`: what is known on `day`."""

    reading: Reading
    library: Library
    day: date

    @property
    def profile(self) -> Profile:
        """What was said."""
        return self.reading.profile

    @property
    def facts(self) -> Facts:
        """All that is known."""
        return self.library.facts
