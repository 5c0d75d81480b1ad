"""Whether a choice of hardware for work that is no language model is one of rented machines, which a sum decides."""

from __future__ import annotations

from engine.forms.form import Asked
from engine.forms.kinds.kind import Work

RENTED = frozenset({  # said of rented machines and of running a service: a choice among them is a sum
    "cadence", "runs", "runs_per_month", "clouds", "region", "capacity", "purchase", "instances", "deadline_days",
    "managed", "tokens_per_day", "requests_per_second", "latency_ms", "current_usd_per_hour", "current_usd_per_month",
    "credits_usd",
})  # fmt: skip
ROOM = frozenset({"fit", "fit_word", "asks_machine", "no_room"})  # cues of who asks whether a card holds it


def is_rented(asked: Asked) -> bool:
    """Whether the choice is one among rented machines, by what is said of them: the deciding sum is what is asked."""
    said = asked.reading.profile
    types = any(name in asked.facts.instances for name in said.current_instances)
    return types or not RENTED.isdisjoint(said.stated())


def asks_room_of_project(work: Work, asked: Asked) -> bool:
    """Whether a cloud alone is named for a project whose memory is held, and it is asked whether cards hold it."""
    project = work.kinds[0].is_project and bool(work.kinds[0].memory)
    beyond = set(asked.reading.profile.stated()) & RENTED - {"clouds"}
    return project and not beyond and not ROOM.isdisjoint(asked.reading.cues)
