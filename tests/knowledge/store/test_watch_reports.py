"""Reports on watched verdicts: stored before they are posted, and posted by one process."""

from __future__ import annotations

from datetime import date

from knowledge.store.store import Store
from knowledge.store.watch_reports import Report


def report(number: int, **changed: object) -> Report:
    row = {
        "team": "T1",
        "verdict": "a",
        "number": number,
        "basis": "b1",
        "day": date(2026, 11, 21),
        "stand": "{}",
        "prices": None,
        "message": '{"text": "Trainium2 is cheaper now"}',
        "user": "U1",
        "made": 100.0 * number,
    }
    return Report.model_validate(row | changed)


def test_one_of_two_processes_gets_to_post_a_report(store: Store) -> None:
    assert store.watch_reports.begin(report(1))
    assert not store.watch_reports.begin(report(1, message="{}"))
    assert store.watch_reports.of_verdict("T1", "a") == (report(1),)


def test_a_report_that_was_not_seen_to_be_posted_is_found_again(store: Store) -> None:
    store.watch_reports.begin(report(1))
    store.watch_reports.begin(report(2))
    store.watch_reports.finish(report(1), "posted", ts="1.000001")
    assert store.watch_reports.begun() == (report(2),)


def test_a_refusal_keeps_slack_s_reason(store: Store) -> None:
    store.watch_reports.begin(report(1))
    store.watch_reports.finish(report(1), "refused", because="channel_not_found")
    assert store.watch_reports.of_verdict("T1", "a") == (report(1, state="refused", because="channel_not_found"),)
    assert store.watch_reports.begun() == ()
