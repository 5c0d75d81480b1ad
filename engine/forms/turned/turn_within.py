"""Whether the run of the answer before is done within the time that a turn allows, or how much work it holds."""

from __future__ import annotations

from math import ceil

from engine.base.reason import Reason
from engine.workload.subject import Subject
from knowledge.units import BILLION, MILLION

EACH = {"tokens": BILLION, "samples": MILLION, "few_samples": 10_000.0}  # of a unit of work


class TurnWithin(Reason, code="turn_within"):
    """`allowed` hours against those of the run on the machine, and how many times as many machines it takes; where no
    amount of work was told, how much of it the time holds, at so many hours (`each`) of one `unit`."""

    allowed: float
    instance: str
    machines: int
    hours: float | None
    holds: bool
    times: int
    each: float | None
    unit: str | None
    amount: float | None
    of_tokens: bool


def turn_within(allowed: float, about: Subject) -> TurnWithin | None:
    """None where no machine was told."""
    if not about.instance:
        return None
    each = about.hours_each if not about.hours and about.unit in EACH else 0.0
    return TurnWithin(
        allowed=allowed,
        instance=about.instance,
        machines=about.machines,
        hours=about.hours or None,
        holds=about.hours <= allowed,
        times=max(ceil(about.hours / allowed), 1) if about.hours else 1,
        each=each or None,
        unit=about.unit or None,
        amount=allowed / each * EACH[about.unit] if each else None,
        of_tokens=about.unit == "tokens",
    )
