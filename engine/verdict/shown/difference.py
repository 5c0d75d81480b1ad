"""What a follow-up changed: the slots, and what that did to the verdict."""

from __future__ import annotations

from engine.base.computed import Computed
from engine.options.option import CostedOption
from engine.verdict.verdict import Verdict
from engine.workload.profile import Profile, Reading
from knowledge.facts import Lean, Scalar

Held = Scalar | tuple[str, ...] | None


class SlotChange(Computed):
    """One slot before and after; None is unsaid."""

    slot: str
    before: Held
    after: Held


class Difference(Computed):
    """Two cards of one thread, side by side. Without a verdict on either side only the slots are compared."""

    slots: tuple[SlotChange, ...]
    lean_before: Lean | None = None
    lean_after: Lean | None = None
    option_before: CostedOption | None = None
    option_after: CostedOption | None = None

    @property
    def turns(self) -> bool:
        return self.lean_before != self.lean_after and self.lean_before is not None and self.lean_after is not None

    @property
    def moves(self) -> bool:
        """Whether another machine is recommended, or the same for other dollars."""
        was, now = self.option_before, self.option_after
        if was is None or now is None:
            return self.turns
        return was.id != now.id or was.run.usd.likely != now.run.usd.likely


def difference(before: Reading, after: Reading, old: Verdict | None, new: Verdict | None) -> Difference:
    """The slots that differ, and the leans and best offerings on both sides."""
    changed = (
        SlotChange(slot=slot, before=_held(before, slot), after=_held(after, slot))
        for slot in Profile.model_fields
        if _held(before, slot) != _held(after, slot)
    )
    return Difference(
        slots=tuple(changed),
        lean_before=old.lean if old else None,
        lean_after=new.lean if new else None,
        option_before=old.option if old else None,
        option_after=new.option if new else None,
    )


def _held(reading: Reading, slot: str) -> Held:
    value: Held = getattr(reading.profile, slot)
    return None if value == () else value
