"""Which of the sources that speak of a price decides it on a day: one function of verdicts, digests and histories.

Of feeds that were read about the same time the preferred one decides among those that have a price. Where none has,
one that had it and no longer lists it decides. A price that comes with chipscout counts where it was seen later; one
that was imported with its day outlives no look at which it was gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import NamedTuple

BUNDLED = ""  # the source of a price that comes with chipscout
DATED = "recorded"  # dated prices that somebody imported: nobody looks at them again


class Said(NamedTuple):
    """What a source says: last seen on `seen_on`. Not `is_priced`: it had a price there, and has none any more."""

    source: str
    seen_on: date
    is_priced: bool = True


def deciding(said: Iterable[Said], places: Mapping[str, int], window: timedelta) -> Said | None:
    """The one that decides; None where nobody speaks of it. `places` of the feeds: the first is preferred."""
    said = list(said)
    feeds = [one for one in said if one.source != BUNDLED]
    newest = max((one.seen_on for one in feeds if one.is_priced), default=date.min)
    fresh = [one for one in feeds if one.is_priced and one.seen_on >= max(newest, date.min + window) - window]
    chosen = min(fresh, key=lambda one: places.get(one.source, len(places)), default=None)
    gone = max((one for one in feeds if not one.is_priced), key=lambda one: one.seen_on, default=None)
    if chosen is None or (gone and chosen.source == DATED and chosen.seen_on <= gone.seen_on):
        chosen = gone
    bundled = max((one for one in said if one.source == BUNDLED), key=lambda one: one.seen_on, default=None)
    if chosen is None or bundled is None:
        return chosen or bundled
    return bundled if bundled.seen_on > chosen.seen_on else chosen
