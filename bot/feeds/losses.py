"""What a look lacks of what the look before had: a file that was cut off at the end of a row looks whole."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from bot.feeds.fetch import FetchError
from bot.feeds.snapshot import FeedSnapshot
from engine.base.constants import Constants
from knowledge.facts import Facts
from knowledge.feeds.formats.rules import rules
from knowledge.history.history import SnapshotCounts
from knowledge.types.observed import PlacePrices


class UnusualLoss(NamedTuple):
    """So many prices of so many are not listed any more: more than a cloud drops from one look to the next."""

    gone: int
    before: int


def refuse_broken(listed: FeedSnapshot, taken: SnapshotCounts, smallest_share: float) -> None:
    """Called before what was taken is committed. What is only a part of a feed drops nothing.

    Raises:
        FetchError: the look has fewer than `smallest_share` of the prices in force, or too many of them lost their
            figure; a price cell that is empty where a price was says no more than one that cannot be read.
    """
    if not listed.delists:
        return
    before = taken.unchanged + taken.changed + taken.gone + len(listed.doubts)
    now = taken.rows + len(listed.doubts)
    if now < before * smallest_share:
        raise FetchError("shrunk", f"{now}/{before}")
    limits = rules().unread
    if taken.blank >= limits.least_rows:
        stated = taken.blank + _stated(listed.prices)
        if taken.blank > limits.most_share * stated:
            raise FetchError("blank", f"{taken.blank}/{stated}")


def unusual_loss(taken: SnapshotCounts, share: float, least: float) -> UnusualLoss | None:
    """What was taken for all that, and is to be told: more than `share` of what was listed, and `least` prices."""
    before = taken.unchanged + taken.changed + taken.gone
    is_unusual = taken.gone >= least and taken.gone > share * before
    return UnusualLoss(taken.gone, before) if is_unusual else None


def unusual_share(facts: Facts) -> tuple[float, float]:
    """From which share on, and how many prices."""
    constants = Constants(facts)
    return constants.likely("change_vanish_share"), constants.likely("change_vanish_prices")


def _stated(prices: Iterable[PlacePrices]) -> int:
    return sum(usd is not None for place in prices for usd, _ in place.prices.values())
