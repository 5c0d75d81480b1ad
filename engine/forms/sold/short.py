"""A thing with a place or a way to buy it, and next to nothing besides, asks for its price."""

from __future__ import annotations

from engine.workload.question import FormCues

SHORT = 6  # words of such a question
NOTHING_MORE = frozenset({"domain", "ours", "speed_word"})  # cues that ask for nothing by themselves


def way_of(seen: FormCues) -> bool:
    """A thing and a way to buy: "H100 spot on Azure"."""
    more = seen.workload_slots or seen.own_slots or seen.asks or seen.asks_fact or seen.has("vs", "commit_strong")
    return not more and seen.says("purchase") and seen.hardware_named > 0 and len(seen.text.split()) <= SHORT


def in_place(seen: FormCues) -> bool:
    """A thing and a place: "H100 in Frankfurt"."""
    named = seen.specific + seen.instances > 0 and seen.places and seen.says("region")
    more = seen.workload_slots or seen.own_slots or seen.asks_fact or seen.before or not seen.cues <= NOTHING_MORE
    return bool(named and not more and len(seen.text.split()) <= SHORT)
