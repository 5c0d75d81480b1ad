"""Subscriptions: one for each channel, with the filters its members chose."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from knowledge.store.store import Store
from knowledge.store.subscriptions import Filters, Subscription

MONDAY_AT_NINE = Subscription(team="T1", channel="C1", user="U1", created=100.0, set_at=100.0)


def test_a_channel_without_one_has_nothing_to_remove(store: Store) -> None:
    assert store.subscriptions.get("T1", "C1") is None
    assert not store.subscriptions.remove("T1", "C1")


def test_the_filters_come_back_as_they_were_set(store: Store) -> None:
    filters = Filters(clouds=("aws",), chips=("p5", "trn2"), regions=("us-east-1",), least_percent=2.5)
    store.subscriptions.put(MONDAY_AT_NINE.model_copy(update={"filters": filters}))
    subscription = store.subscriptions.get("T1", "C1")
    assert subscription is not None and subscription.filters == filters


def test_new_filters_do_not_restart_the_schedule(store: Store) -> None:
    store.subscriptions.put(MONDAY_AT_NINE)
    changed = store.subscriptions.put(
        MONDAY_AT_NINE.model_copy(update={"filters": Filters(clouds=("gcp",)), "created": 200.0, "set_at": 200.0})
    )
    assert (changed.created, changed.set_at) == (100.0, 100.0)


def test_another_hour_restarts_the_schedule(store: Store) -> None:
    store.subscriptions.put(MONDAY_AT_NINE)
    changed = store.subscriptions.put(MONDAY_AT_NINE.model_copy(update={"minute": 600, "set_at": 200.0}))
    assert (changed.created, changed.set_at) == (100.0, 200.0)


def test_subscriptions_of_one_workspace_or_of_all(store: Store) -> None:
    other = MONDAY_AT_NINE.model_copy(update={"team": "T2"})
    store.subscriptions.put(MONDAY_AT_NINE)
    store.subscriptions.put(other)
    assert store.subscriptions.all("T2") == (other,)
    assert store.subscriptions.all() == (MONDAY_AT_NINE, other)
    assert store.subscriptions.remove("T1", "C1")
    assert store.subscriptions.all() == (other,)


@pytest.mark.parametrize("wrong", [{"weekday": 7}, {"minute": 1440}, {"quiet": "song"}])
def test_days_and_hours_that_do_not_exist_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Subscription.model_validate({"team": "T1", "channel": "C1"} | wrong)
