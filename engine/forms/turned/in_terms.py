"""Under what an answer is worked out, said before its first line, where that does not show it."""

from __future__ import annotations

from engine.base.reason import Reason
from knowledge.facts import Purchase


class InTerms(Reason, code="in_terms"):
    """What the turn said."""

    way: Purchase | None
    place: str | None
    cloud: str | None
