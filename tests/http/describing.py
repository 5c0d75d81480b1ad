"""Feeds at the site of a test, with little patience, so that nothing takes long."""

from __future__ import annotations

from typing import Any

from knowledge.facts import Facts
from knowledge.types.feeds import FeedDescription, RefreshSettings

QUICK = RefreshSettings(
    every_hours=1,
    jitter_minutes=0,
    first_after_minutes=0,
    connect_seconds=2,
    read_seconds=0.5,
    tries=3,
    first_wait_seconds=0.01,
    longest_wait_seconds=1,
    redirects_at_most=3,
    smallest_share=0.5,
)


def feed_at(facts: Facts, name: str, *addresses: str, **changed: Any) -> FeedDescription:
    """The feed of that id, read from these addresses for its first cloud."""
    known = facts.feeds[name]
    said = {"addresses": {known.clouds[0]: addresses}, "is_private": True, "is_enabled": True, "seconds_at_most": 20}
    return FeedDescription.model_validate(known.model_dump() | said | changed)
