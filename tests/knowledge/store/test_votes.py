"""Votes: one for each person and verdict, the last one counts."""

from __future__ import annotations

from knowledge.store.store import Store
from knowledge.store.votes import Vote

UP = Vote(team="T1", verdict="a", user="U1", is_up=True, lean="gpu", intent="advise", voted=100.0)


def test_a_second_vote_of_the_same_person_replaces_the_first(store: Store) -> None:
    down = UP.model_copy(update={"is_up": False, "voted": 200.0})
    store.votes.cast(UP)
    store.votes.cast(down)
    assert store.votes.since() == (down,)


def test_a_reason_can_be_added_to_a_vote_that_was_cast(store: Store) -> None:
    store.votes.cast(UP)
    assert store.votes.explain("T1", "a", "U1", "price is out of date")
    assert not store.votes.explain("T1", "a", "U2", "never voted")
    assert [vote.reason for vote in store.votes.since()] == ["price is out of date"]


def test_votes_are_listed_from_a_time_on_newest_first(store: Store) -> None:
    store.votes.cast(UP)
    store.votes.cast(UP.model_copy(update={"user": "U2", "voted": 200.0}))
    assert [vote.user for vote in store.votes.since()] == ["U2", "U1"]
    assert [vote.user for vote in store.votes.since(200.0)] == ["U2"]
