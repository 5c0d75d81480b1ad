"""Which looks are refused for what they lack, and which are taken and told."""

from __future__ import annotations

from decimal import Decimal

import pytest

from bot.feeds.fetch import FetchError
from bot.feeds.losses import UnusualLoss, refuse_broken, unusual_loss, unusual_share
from bot.feeds.snapshot import FeedSnapshot
from knowledge.facts import Facts
from knowledge.history.history import SnapshotCounts
from knowledge.types.observed import Observed, SeriesKey


def look(priced: int, *, is_whole: bool = True) -> FeedSnapshot:
    keys = (SeriesKey("aws", f"g5.{number}xlarge", "us-east-1", "on_demand") for number in range(priced))
    return FeedSnapshot([Observed(key, Decimal("1.006")).placed() for key in keys], is_whole, [])


def counts(*, new: int = 0, changed: int = 0, gone: int = 0, unchanged: int = 0, blank: int = 0) -> SnapshotCounts:
    return SnapshotCounts(new + changed + unchanged, new, changed, gone, unchanged, blank)


@pytest.mark.parametrize(
    ("taken", "code"),
    [
        (counts(gone=6, unchanged=5), "shrunk"),
        (counts(gone=5, unchanged=5), ""),  # not fewer than half
        (counts(gone=6, unchanged=1, new=5), ""),  # renamed, maybe: as many as before
        (counts(changed=5, blank=5, unchanged=15), "blank"),
        (counts(changed=4, blank=4, unchanged=1), ""),  # too few to say anything
        (counts(changed=5, blank=5, unchanged=35), ""),
        (counts(new=3), ""),
    ],
)
def test_a_look_is_refused_that_lacks_half_or_whose_cells_are_empty(taken: SnapshotCounts, code: str) -> None:
    listed = look(taken.rows - taken.blank)
    if not code:
        refuse_broken(listed, taken, 0.5)
        return
    with pytest.raises(FetchError) as problem:
        refuse_broken(listed, taken, 0.5)
    assert problem.value.code == code


def test_a_part_lacks_nothing() -> None:
    refuse_broken(look(1, is_whole=False), counts(gone=30, unchanged=1), 0.5)


def test_more_than_a_fifth_and_five_prices_are_told(facts: Facts) -> None:
    told = unusual_share(facts)
    assert unusual_loss(counts(gone=6, unchanged=20), *told) == UnusualLoss(6, 26)
    assert unusual_loss(counts(gone=6, unchanged=30), *told) is None
    assert unusual_loss(counts(gone=4, unchanged=4), *told) is None
