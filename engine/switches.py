"""Flips in slots that are a choice, not a number: each choice is answered anew, nothing is guessed."""

from __future__ import annotations

from datetime import date

from engine.fill import refill
from engine.flips import Flip
from engine.forks import Case, answer_case
from engine.library import Library

CHOICES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("custom_kernels", ("heavy", "none")),
    ("framework", ("jax", "pytorch")),
    ("purchase", ("spot",)),
    ("capacity", ("tight", "normal")),
    ("cadence", ("one_off",)),
)
TRAINING_ONLY = frozenset({"cadence", "purchase"})


def switches(case: Case, library: Library, day: date) -> tuple[Flip, ...]:
    """For each choice that is not what holds now: the lean it leads to, where that is another one."""
    found: list[Flip] = []
    profile = case.filled.profile
    for slot, values in CHOICES:
        if slot in TRAINING_ONLY and profile.task == "inference":
            continue
        now = getattr(profile, slot)
        for value in values:
            if value == now or (slot != "purchase" and now is None):
                continue
            changed: dict[str, object] = {slot: value}
            if slot == "cadence":
                changed |= {"runs": 1, "runs_per_month": None}
            other = answer_case(refill(case.filled, library, **changed), library, day, leading_only=True)
            if other.lean is not None and other.lean != case.lean:
                option = other.sum.winner.id if other.sum else None
                found.append(Flip(slot=slot, now=now, at=value, lean=other.lean, option=option))
    return tuple(found)
