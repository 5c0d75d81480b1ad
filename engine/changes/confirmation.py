"""Replays a price line look by look: from which day each new price is confirmed, and why one is not yet.

A decision about a look uses only what was known by then. So each step is confirmed on one day, whenever somebody
asks, and consecutive weekly reports mention every step exactly once.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from engine.changes.glitches import JOINED, Glitch, SeriesStep, as_it_waited, least_of, one_side, without_glitches
from engine.changes.held_files import ACCEPTED, HeldFiles
from engine.changes.licenses import LICENSE, LicenseSteps, is_still_licensed
from engine.changes.lines import ListPriceLine, PriceRun, distance, is_same, settled_on
from engine.changes.listings import OtherPrices
from engine.changes.peers import PeerMoves, PeerStep
from engine.changes.plausibility import PlausibleLimits
from engine.changes.recorded import RECORDED
from engine.changes.spot_market import SpotMarket

# What moves as prices do, so that one look does not undo it.
ORDINARY = ("plain", "rise", "crowd", "machine", "one_region", ACCEPTED)


class LineHistory(NamedTuple):
    """The steps of a line in order, and the glitches removed from it.

    `first` is the price at the first look, `believed` the stretch believed at the last look (None: nothing is), and
    `doubted` what the line shows at the last look, if that is not believed.
    """

    steps: tuple[SeriesStep, ...]
    glitches: tuple[Glitch, ...]
    first: float | None
    believed: PriceRun | None
    doubted: SeriesStep | None

    @property
    def price(self) -> float | None:
        """The price believed at the last look."""
        return self.believed.usd_per_hour if self.believed else None

    @property
    def delisted(self) -> SeriesStep | None:
        """The step since which it is no longer sold, as a digest tells it; None: it is, never was, or is renamed."""
        level, last = self.first, None
        for step in self.steps:
            if step.confirmed_on is not None:
                last = step if step.after is None and step.is_news and level is not None else None
                level = step.after
        return last


class ConfirmationDoubt(NamedTuple):
    """Why a new price is doubted, and how many looks confirm it all the same; 0: no number of them does."""

    code: str
    needed: int
    limit: float | None = None
    alike: int = 0
    is_news: bool = True


class StepConfirmer:
    """Decides for each step of a line when it is confirmed, given the prices around it."""

    def __init__(
        self,
        peers: PeerMoves,
        market: SpotMarket,
        limits: PlausibleLimits,
        files: HeldFiles | None = None,
        others: OtherPrices | None = None,
    ) -> None:
        self._peers, self._market, self._limits, self._files = peers, market, limits, files
        self._others = others or OtherPrices((), limits)
        self._large = int(limits.likely("change_looks_large"))
        self._odd = int(limits.likely("change_looks_odd"))
        self._licenses = LicenseSteps(peers, limits)
        self._slip_days = limits.likely("change_slip_days")
        self._window = timedelta(days=limits.likely("change_alike_days"))

    def history(self, line: ListPriceLine, runs_then: Sequence[PriceRun] | None = None) -> LineHistory:
        """`runs_then`: its runs up to an earlier day; None: all of them."""
        all_runs = line.runs if runs_then is None else runs_then
        runs, glitches = without_glitches(
            all_runs,
            self._limits.least_share,
            self._limits.likely("change_glitch_days"),
            lambda excursion, end: self._settled_on(line, excursion, end),
        )
        doubted = self._baseline(line, runs[0])
        is_final = doubted is not None and doubted.needed == 0
        first = None if is_final else runs[0].usd_per_hour
        confirmed, shown, believed = first, first, None if doubted else runs[0]
        is_doubtful = doubted is not None and not is_final
        steps: list[SeriesStep] = []
        left: PriceRun | None = None  # the last believed price, dated to the day on which it was gone
        beyond: list[SeriesStep] = []  # those just before, in a row, all on one side of the confirmed price
        start = runs[0].first  # of the stretch since which the price moved by less than is reported
        ends = [later.first for later in runs[2:]]
        due = list(reversed(list(zip(runs[1:], [*ends, date.max], strict=False))))
        while due:
            run, end = due.pop()
            now = run.usd_per_hour
            if is_same(confirmed, now, self._limits.least_share):
                shown, beyond = now, []
                doubted = self._baseline(line, run) if is_doubtful else None  # as it is shown now, not at first
                is_doubtful = doubted is not None
                believed = believed if is_doubtful else run
                continue
            was = self._relisted_from(line, run, left) if confirmed is None else None
            known, shown = (confirmed, shown) if was is None else (was, was)
            doubt = self._doubt(line, shown, now, run, glitches)
            if is_doubtful and now is not None and self._limits.fault(line.key, now, line.chips) is None:
                doubt = ConfirmationDoubt("before_was_wrong", 1, is_news=False)
            if doubted is not None and doubted.code == LICENSE and is_still_licensed(doubted, known, now):
                doubt = ConfirmationDoubt(LICENSE, 0, doubted.limit)
            before = known if is_same(shown, now, self._limits.least_share) else shown
            step = self._step(line, before, run, end, doubt)
            beyond = [*one_side(beyond, step, known), step]
            waiting = as_it_waited(step)
            if (
                waiting is not None
                and (least := least_of([*beyond[:-1], waiting], known, self._slip_days)) is not None
            ):
                if least.run is waiting.run:
                    step = step._replace(confirmed_on=least.confirmed_on, agreed=least.agreed)
                else:  # a rung of a ladder: believed as soon as enough looks agree, and those after it judged by it
                    at = next(place for place, other in enumerate(steps) if other.run is least.run)
                    passed = [other.run for other in steps[at + 1 :]]
                    steps[at:] = [least]
                    start, confirmed, shown = least.run.first, least.after, least.after
                    believed, doubted, is_doubtful, beyond = least.run, None, False, []
                    again = [*passed, run]
                    due += reversed(list(zip(again, [*(later.first for later in again[1:]), end], strict=True)))
                    continue
            steps.append(step)
            doubted = step
            if step.confirmed_on is not None:
                is_end = now is None and confirmed is not None and not is_doubtful
                left = PriceRun(run.first, confirmed, is_gone=run.is_gone, looks=run.looks) if is_end else None
                start, confirmed, shown = run.first, now, now
                believed, doubted, is_doubtful, beyond = run, None, False, []
        if doubted is None and confirmed is not None:
            stretch = [run for run in all_runs if run.first >= start and self._is_near(confirmed, run)]
            believed, doubted = self._in_crowds(line, stretch) if len(stretch) > 1 else (believed, None)
        return LineHistory(tuple(steps), glitches, first, believed, doubted)

    def _is_near(self, confirmed: float, run: PriceRun) -> bool:
        return is_same(confirmed, run.usd_per_hour, self._limits.least_share)

    def _in_crowds(self, line: ListPriceLine, stretch: Sequence[PriceRun]) -> tuple[PriceRun, SeriesStep | None]:
        """What is believed of steps that are each too small to report, and the one that waits for a second look.

        Alone, such a step is believed at once; what several prices of a file do together is one statement, whatever
        its size. Of two looks on one side of the price in use the nearer one is believed.
        """
        believed, waiting = stretch[0], None
        for run in stretch[1:]:
            if waiting is not None and (side := distance(believed, run)) * distance(believed, waiting) > 0:
                is_nearer = abs(side) <= abs(distance(believed, waiting))
                believed, waiting = (run if is_nearer else waiting), None
            step = self._small_step(line, believed, run)
            if step is None:
                believed, waiting = run, None
            else:
                waiting = run
        return believed, None if waiting is None else self._small_step(line, believed, waiting)

    def _small_step(self, line: ListPriceLine, believed: PriceRun, run: PriceRun) -> SeriesStep | None:
        """The step of one look that others of its file made too, and no other feed; None: it is believed."""
        before, now = believed.usd_per_hour, run.usd_per_hour
        is_settled = settled_on(run.looks, self._large, self._slip_days) is not None
        if run is believed or not before or not now or is_settled:
            return None
        if is_same(before, now, self._limits.same_share) or self._limits.is_bundled(line.feed, line.price_id, now):
            return None
        if self._accepted_on(line, run):
            return None
        shown = [other for other in line.runs if other.first < run.first][-1].usd_per_hour  # not yet believed, maybe
        if shown is None or not is_same(before, shown, self._limits.least_share):
            return None  # it is back from a slip, which nobody takes for a step
        alike = max(self._peers.crowd(line, run.first, now / level) for level in {before, shown})
        is_crowd = alike + 1 >= self._limits.likely("change_crowd_prices")
        if not is_crowd or self._peers.is_shown_elsewhere(line, run.first, now):
            return None
        return SeriesStep(before, now, run, None, self._large, "crowd", is_news=False, alike=alike)

    def _relisted_from(self, line: ListPriceLine, run: PriceRun, left: PriceRun | None) -> float | None:
        """The price it had a short while before it was gone: at another one it did not arrive, it moved."""
        if run.usd_per_hour is None:
            return None
        if left is None:
            return self._others.moved_from(line, run, self._peers)
        is_soon = (run.first - left.first).days <= self._limits.likely("change_glitch_days")
        return left.usd_per_hour if is_soon and self._peers.arrived(line, run.first) is None else None

    def _settled_on(self, line: ListPriceLine, excursion: Sequence[PriceRun], end: date) -> date | None:
        """From which day on the old price is back; the return lasted until before `end`.

        At once, unless a later look confirmed an ordinary move away: what undoes that waits for another look too.
        """
        old, *between, back = excursion
        days = [back.first]
        for shown, following in zip(between, excursion[2:], strict=True):
            if len(shown.looks) == 1 or not (old.usd_per_hour and shown.usd_per_hour and back.usd_per_hour):
                continue
            away = self._doubt(line, old.usd_per_hour, shown.usd_per_hour, shown, ())
            step = self._step(line, old.usd_per_hour, shown, following.first, away)
            if away.code in ORDINARY and step.confirmed_on is not None:
                home = self._doubt(line, shown.usd_per_hour, back.usd_per_hour, back, ())
                home = home._replace(needed=max(home.needed, self._large))
                confirmed_on = self._step(line, shown.usd_per_hour, back, end, home).confirmed_on
                if confirmed_on is None:
                    return None
                days.append(confirmed_on)
        return max(days)

    def _baseline(self, line: ListPriceLine, run: PriceRun) -> SeriesStep | None:
        """Why the first price seen is not believed: only its plausibility can be checked."""
        if run.usd_per_hour is None or self._limits.is_bundled(line.feed, line.price_id, run.usd_per_hour):
            return None
        fault = self._limits.fault(line.key, run.usd_per_hour, line.chips)
        if fault is None or (not fault.is_final and len(run.looks) >= self._odd):
            return None
        needed = 0 if fault.is_final else self._odd
        return SeriesStep(None, run.usd_per_hour, run, None, needed, fault.code, limit=fault.limit)

    def _step(
        self, line: ListPriceLine, before: float | None, run: PriceRun, end: date, doubt: ConfirmationDoubt
    ) -> SeriesStep:
        """The step to a run that lasted until before `end`."""
        confirmed_on = settled_on(run.looks, doubt.needed, -1 if before is None else self._slip_days)
        accepted_on = self._accepted_on(line, run)
        if accepted_on is not None and (confirmed_on is not None or doubt.code == ACCEPTED):
            confirmed_on = accepted_on if doubt.code == ACCEPTED else max(confirmed_on or accepted_on, accepted_on)
        alike = doubt.alike
        if doubt.code in JOINED and before and run.usd_per_hour:
            steps = self._peers.alike(line, run.first, run.usd_per_hour / before)
            alike = len(steps)
            days = [max(step.day, run.first) for step in steps if self._is_second_look(line, run, step, doubt.code)]
            joined = min((day for day in days if day < end and day <= run.looks[-1] + self._window), default=None)
            if joined is not None and (confirmed_on is None or joined < confirmed_on):
                confirmed_on = joined
        if doubt.code == LICENSE and run.usd_per_hour:  # looks of the same feed say nothing
            confirmed_on = min((day for day in self._agreed(line, run, run.usd_per_hour) if day < end), default=None)
        return SeriesStep(
            before, run.usd_per_hour, run, confirmed_on, doubt.needed, doubt.code, doubt.is_news, alike, doubt.limit
        )

    def _is_second_look(self, line: ListPriceLine, run: PriceRun, step: PeerStep, code: str) -> bool:
        """Whether a similar move speaks for this one: this price in another feed, or a deep cut at another look."""
        if step.line.feed != line.feed:
            return step.line.price_id == line.price_id and step.line.feed != RECORDED
        return code in ("lone", "machine", "one_region") and step.day != run.first

    def _doubt(
        self,
        line: ListPriceLine,
        before: float | None,
        now: float | None,
        run: PriceRun,
        glitches: tuple[Glitch, ...],
    ) -> ConfirmationDoubt:
        if now is None:
            cut = self._peers.vanished(line, run.first)
            if cut == "renamed":
                return ConfirmationDoubt("renamed", 1, is_news=False)
            if cut:
                return ConfirmationDoubt(cut, self._large)
            if self._peers.is_bad_file(line, run.first):
                return ConfirmationDoubt("bad_file", self._odd)
            if self._peers.lost_on_demand(line, run.first) and self._market.is_listed_beside(line, run.first):
                return ConfirmationDoubt("still_sold", self._large)
            return ConfirmationDoubt("gone", 1) if run.is_gone else ConfirmationDoubt("blank", self._large)
        if self._limits.is_bundled(line.feed, line.price_id, now):
            return ConfirmationDoubt("plain", 1)
        fault = self._limits.fault(line.key, now, line.chips)
        was_implausible = before is not None and self._limits.fault(line.key, before, line.chips) is not None
        is_accepted = before is not None and self._accepted_on(line, run) is not None
        if is_accepted and not (fault is not None and fault.is_final):
            return ConfirmationDoubt(ACCEPTED, 1)
        if fault is not None and (
            fault.is_final or not was_implausible
        ):  # an implausible price before says nothing about a unit slip
            is_slip = (
                before is not None
                and not fault.is_final
                and self._limits.slip(line.key, before, now, line.chips) is not None
            )
            return ConfirmationDoubt(fault.code, 0 if fault.is_final or is_slip else self._odd, fault.limit)
        if before is None:
            return self._arrival(line, run)
        return self._move(line, before, now, run, glitches)

    def _arrival(self, line: ListPriceLine, run: PriceRun) -> ConfirmationDoubt:
        code = self._peers.arrived(line, run.first)
        if code is not None:
            return ConfirmationDoubt(code, 1, is_news=False)
        return (
            ConfirmationDoubt("bad_file", self._odd)
            if self._peers.is_bad_file(line, run.first)
            else ConfirmationDoubt("arrived", 1)
        )

    def _move(
        self, line: ListPriceLine, before: float, now: float, run: PriceRun, glitches: tuple[Glitch, ...]
    ) -> ConfirmationDoubt:
        ratio = now / before
        if (factor := self._limits.slip(line.key, before, now, line.chips)) is not None:
            return ConfirmationDoubt("slip", self._odd, factor)
        if self._peers.feed_factor(line, run.first, ratio):
            return ConfirmationDoubt("one_factor", self._odd)
        alike = self._peers.alike(line, run.first, ratio, until=run.first)
        spot = self._market.reached(line, before, now, run.first, alike)
        if spot is not None:
            return ConfirmationDoubt("at_spot", self._odd, spot)
        if self._peers.is_bad_file(line, run.first):
            return ConfirmationDoubt("bad_file", self._odd)
        if self._licenses.is_license(line, before, now, run.first):
            return ConfirmationDoubt(LICENSE, 0, self._licenses.usd_per_cpu(line, before, now))
        if any(is_same(glitch.shown.usd_per_hour, now, self._limits.least_share) for glitch in glitches):
            return ConfirmationDoubt("seen_before", self._large)
        if self._is_beyond(ratio, "change_shared_fall_at_most", "change_shared_rise_at_least"):
            return ConfirmationDoubt("very_large", self._large, alike=len(alike))
        if not alike and self._is_beyond(ratio, "change_lone_fall_at_most", "change_lone_rise_at_least"):
            return ConfirmationDoubt("lone", self._large)
        crowd = self._limits.likely("change_crowd_prices")
        is_crowd = self._peers.crowd(line, run.first, ratio) + 1 >= crowd
        is_spreading = ratio < 1 and any(step.day < run.first for step in alike)  # a cut that began at another look
        if (is_crowd and not is_spreading) or (
            ratio < 1 and self._licenses.fallen_alike(line, before, now, run.first) + 1 >= crowd  # each another share
        ):
            return ConfirmationDoubt("crowd", self._large, alike=len(alike))
        if ratio < 1 and not alike and self._peers.fallen_with(line, run.first) + 1 >= crowd:
            return ConfirmationDoubt("machine", self._large)
        if ratio > 1:
            return ConfirmationDoubt("rise", self._large, alike=len(alike))
        if not alike and self._peers.is_one_of_its_regions(line, run.first):
            return ConfirmationDoubt("one_region", self._large)
        return ConfirmationDoubt("plain", 1, alike=len(alike))

    def _agreed(self, line: ListPriceLine, run: PriceRun, usd: float) -> list[date]:
        """The looks since at which another feed shows the same, or which somebody accepted."""
        accepted = self._files.accepted_looks(line.feed, line.key.cloud) if self._files else ()
        return [day for day in (*accepted, *self._others.looks_at(line, usd)) if day >= run.first]

    def _accepted_on(self, line: ListPriceLine, run: PriceRun) -> date | None:
        """The look from which on it counts, as part of a file that was held back and is accepted."""
        return self._files.accepted_on(line.feed, line.key.cloud, run.first) if self._files else None

    def _is_beyond(self, ratio: float, low: str, high: str) -> bool:
        return ratio <= self._limits.likely(low) or ratio >= self._limits.likely(high)
