"""A line replayed look by look: from which day each new price is believed, and why one is not yet.

What is decided about a look uses only what was known by then. So each believed step has one day, whoever asks when:
weeks that follow each other tell every step once.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from engine.changes.glitches import Glitch, without_glitches
from engine.changes.lines import PriceLine, Run, is_same
from engine.changes.peers import Crowd
from engine.changes.peers import PeerStep as Crowded
from engine.changes.plausibility import PlausibleLimits
from engine.changes.spot_series import SpotSeries


class SeriesStep(NamedTuple):
    """From one price to the next. `told_on` None: not believed (yet). `is_told`: worth telling once believed."""

    before: float | None
    after: float | None
    run: Run
    told_on: date | None
    needed: int
    code: str
    is_told: bool = True
    alike: int = 0
    limit: float | None = None


class Belief(NamedTuple):
    """What a line went through: steps in order, and what was taken out as a glitch."""

    steps: tuple[SeriesStep, ...]
    glitches: tuple[Glitch, ...]


class ConfirmationDoubt(NamedTuple):
    """What speaks against a new price, and the looks it takes against it; 0: no number of them."""

    code: str
    needed: int
    limit: float | None = None
    alike: int = 0
    is_told: bool = True


class Judge:
    """Decides on each step of a line, with the prices around it."""

    def __init__(self, crowd: Crowd, market: SpotSeries, limits: PlausibleLimits) -> None:
        self._crowd, self._market, self._limits = crowd, market, limits
        self._large = int(limits.likely("change_looks_large"))
        self._odd = int(limits.likely("change_looks_odd"))
        self._window = timedelta(days=limits.likely("change_alike_days"))

    def belief(self, line: PriceLine) -> Belief:
        runs, glitches = without_glitches(
            line.runs, self._limits.least_share, self._limits.likely("change_glitch_days")
        )
        believed, is_doubtful = self._baseline(line, runs[0])
        shown, steps = believed, []
        for run in runs[1:]:
            now = run.usd_per_hour
            if is_same(believed, now, self._limits.least_share):
                shown = now
                continue
            doubt = self._doubt(line, shown, now, run, glitches)
            if is_doubtful and now is not None and self._limits.fault(line.key, now, line.chips) is None:
                doubt = ConfirmationDoubt("before_was_wrong", 1, is_told=False)
            step = self._step(line, believed if is_same(shown, now, self._limits.least_share) else shown, run, doubt)
            steps.append(step)
            if step.told_on is not None:
                believed = shown = now
                is_doubtful = False
        return Belief(tuple(steps), glitches)

    def _baseline(self, line: PriceLine, run: Run) -> tuple[float | None, bool]:
        """The first price seen: there is nothing to hold it against but what it can be at all."""
        if run.usd_per_hour is None:
            return None, False
        fault = self._limits.fault(line.key, run.usd_per_hour, line.chips)
        if fault is None:
            return run.usd_per_hour, False
        return (None, False) if fault.is_final else (run.usd_per_hour, len(run.looks) < self._odd)

    def _step(self, line: PriceLine, before: float | None, run: Run, doubt: ConfirmationDoubt) -> SeriesStep:
        told_on: date | None = run.looks[doubt.needed - 1] if 0 < doubt.needed <= len(run.looks) else None
        alike = doubt.alike
        if doubt.code == "lone" and before and run.usd_per_hour:
            days = [step.day for step in self._crowd.alike(line, run.first, run.usd_per_hour / before)]
            alike = len(days)
            joined = max(run.first, days[0]) if days else None
            if (
                joined is not None
                and (told_on is None or joined < told_on)
                and joined <= run.looks[-1] + self._window
            ):
                told_on = joined
        return SeriesStep(
            before, run.usd_per_hour, run, told_on, doubt.needed, doubt.code, doubt.is_told, alike, doubt.limit
        )

    def _doubt(
        self, line: PriceLine, before: float | None, now: float | None, run: Run, glitches: tuple[Glitch, ...]
    ) -> ConfirmationDoubt:
        if now is None:
            cut = self._crowd.vanished(line, run.first)
            if cut == "renamed":
                return ConfirmationDoubt("renamed", 1, is_told=False)
            if cut:
                return ConfirmationDoubt(cut, self._large)
            if self._crowd.is_bad_file(line, run.first):
                return ConfirmationDoubt("bad_file", self._odd)
            return ConfirmationDoubt("gone" if run.is_gone else "blank", 1)
        fault = self._limits.fault(line.key, now, line.chips)
        was_so = before is not None and self._limits.fault(line.key, before, line.chips) is not None
        if fault is not None and (fault.is_final or not was_so):  # what was believed of such a price tells of no slip
            is_slip = (
                before is not None
                and not fault.is_final
                and self._limits.slip(line.key, before, now, line.chips) is not None
            )
            return ConfirmationDoubt(fault.code, 0 if fault.is_final or is_slip else self._odd, fault.limit)
        if before is None:
            return self._arrival(line, run)
        return self._move(line, before, now, run, glitches)

    def _arrival(self, line: PriceLine, run: Run) -> ConfirmationDoubt:
        why = self._crowd.arrived(line, run.first)
        if why is not None:
            return ConfirmationDoubt(why, 1, is_told=False)
        return (
            ConfirmationDoubt("bad_file", self._odd)
            if self._crowd.is_bad_file(line, run.first)
            else ConfirmationDoubt("arrived", 1)
        )

    def _move(
        self, line: PriceLine, before: float, now: float, run: Run, glitches: tuple[Glitch, ...]
    ) -> ConfirmationDoubt:
        ratio = now / before
        if (factor := self._limits.slip(line.key, before, now, line.chips)) is not None:
            return ConfirmationDoubt("slip", self._odd, factor)
        if self._crowd.feed_factor(line, run.first, ratio):
            return ConfirmationDoubt("one_factor", self._odd)
        alike = [step for step in self._crowd.alike(line, run.first, ratio) if step.day <= run.first]
        spot = self._spot_met(line, before, now, run.first, alike)
        if spot is not None:
            return ConfirmationDoubt("at_spot", self._odd, spot)
        if self._crowd.is_bad_file(line, run.first):
            return ConfirmationDoubt("bad_file", self._odd)
        if any(is_same(glitch.shown.usd_per_hour, now, self._limits.least_share) for glitch in glitches):
            return ConfirmationDoubt("seen_before", self._large)
        if self._is_beyond(ratio, "change_shared_fall_at_most", "change_shared_rise_at_least"):
            return ConfirmationDoubt("very_large", self._large, alike=len(alike))
        if not alike and self._is_beyond(ratio, "change_lone_fall_at_most", "change_lone_rise_at_least"):
            return ConfirmationDoubt("lone", self._large)
        return ConfirmationDoubt("plain", 1, alike=len(alike))

    def _spot_met(
        self, line: PriceLine, before: float, now: float, day: date, alike: Sequence[Crowded]
    ) -> float | None:
        """The spot price of the look before that on demand fell to; alone, also one that it fell below.

        Where another price made the same move, and not to its own spot price, meeting it is chance.
        """
        if line.ident.purchase != "on_demand" or now >= before:
            return None
        same = self._same_as_spot(line, now, day)
        if same is not None:
            is_chance = any(self._same_as_spot(step.line, step.after, step.day) is None for step in alike)
            return None if is_chance else same
        below = min(self._market.spot_before(line, day), default=None) if not alike else None
        return below if below is not None and now < below else None

    def _same_as_spot(self, line: PriceLine, now: float, day: date) -> float | None:
        spots = self._market.spot_before(line, day)
        return next((usd for usd in spots if is_same(usd, now, self._limits.same_share)), None)

    def _is_beyond(self, ratio: float, low: str, high: str) -> bool:
        return ratio <= self._limits.likely(low) or ratio >= self._limits.likely(high)
