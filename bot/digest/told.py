"""What a channel knows of prices after a digest, as it is kept with the digest: so it survives whatever comes after.

Kept is the day whose prices count as known, and every price that was told since. A digest that was never posted told
nothing, so the next one begins where the last posted one ended.
"""

from __future__ import annotations

import json
from datetime import date

from engine.changes.lines import PriceId
from engine.changes.told import Told, ToldLevel
from knowledge.store.digests import DigestRecord


def told_after(record: DigestRecord | None, since: date) -> Told:
    """What a channel knows after the last digest that was posted there. Without one: the prices of `since`."""
    if record is None:
        return Told(since)
    if not record.told:  # a version that kept none
        return Told(record.until)
    kept = json.loads(record.told)
    levels = {
        (feed, PriceId(*parts)): ToldLevel(usd, date.fromisoformat(day)) for feed, parts, usd, day in kept["levels"]
    }
    return Told(date.fromisoformat(kept["base"]), levels)


def as_text(told: Told) -> str:
    """As it is kept."""
    levels = [
        [feed, list(price_id), level.usd_per_hour, level.day.isoformat()]
        for (feed, price_id), level in told.levels.items()
    ]
    return json.dumps({"base": told.base.isoformat(), "levels": levels})
