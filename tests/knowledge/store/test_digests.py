"""Digests: one for each channel and week, continued rather than begun again."""

from __future__ import annotations

from datetime import date

from knowledge.store.digests import DigestRecord
from knowledge.store.store import Store


def digest(week: int, **changed: object) -> DigestRecord:
    """The digest of an ISO week of 2026, which ends on its Sunday."""
    until = date.fromisocalendar(2026, week, 7)
    row = {"team": "T1", "channel": "C1", "week": f"2026-W{week}", "until": until, "begun": float(week)}
    return DigestRecord.model_validate(row | changed)


def test_a_second_process_gets_the_digest_that_was_begun_first(store: Store) -> None:
    first = store.digests.begin(digest(47, parts='["first"]'))
    assert store.digests.begin(digest(47, parts='["second"]')) == first
    assert store.digests.get("T1", "C1", "2026-W47") == first


def test_the_next_digest_covers_the_days_after_the_last_that_was_posted_or_quiet(store: Store) -> None:
    store.digests.finish(store.digests.begin(digest(45)), "posted", parent_ts="1.000001")
    store.digests.finish(store.digests.begin(digest(46)), "quiet")
    store.digests.finish(store.digests.begin(digest(47)), "refused", because="not_in_channel")
    last = store.digests.last_reported("T1", "C1")
    assert last is not None and (last.week, last.state) == ("2026-W46", "quiet")
    newest = store.digests.newest("T1", "C1")
    assert newest is not None and (newest.week, newest.because) == ("2026-W47", "not_in_channel")


def test_only_a_refused_digest_can_be_tried_again(store: Store) -> None:
    store.digests.finish(store.digests.begin(digest(46)), "posted", parent_ts="1.000001")
    store.digests.finish(store.digests.begin(digest(47)), "refused")
    store.digests.forget_refused("T1", "C1", "2026-W46")
    store.digests.forget_refused("T1", "C1", "2026-W47")
    assert store.digests.get("T1", "C1", "2026-W46") is not None
    assert store.digests.get("T1", "C1", "2026-W47") is None
