"""Settings of a channel: what its members chose, and nobody else's choice."""

from __future__ import annotations

from knowledge.store.store import Store


def test_a_later_choice_replaces_an_earlier_one(store: Store) -> None:
    store.channel_settings.put("T1", "C1", "answers", "channel")
    store.channel_settings.put("T1", "C1", "answers", "private")
    assert store.channel_settings.get("T1", "C1", "answers") == "private"


def test_other_channels_and_workspaces_have_their_own(store: Store) -> None:
    store.channel_settings.put("T1", "C1", "answers", "private")
    assert store.channel_settings.get("T1", "C2", "answers") is None
    assert store.channel_settings.get("T2", "C1", "answers") is None
    assert store.channel_settings.get("T1", "C1", "language") is None
