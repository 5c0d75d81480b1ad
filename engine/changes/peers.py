"""What other prices did on the same day: one move in many places is a decision, one alone may be a slip.

Only what was known by the day in question counts, so that what was told last week is not unsaid by this one.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta
from statistics import median
from typing import Generic, NamedTuple, TypeVar

from engine.changes.lines import PriceLine, is_same
from engine.changes.plausibility import PlausibleLimits

Place = tuple[str, str, str]  # feed, cloud, purchase
Verdict = TypeVar("Verdict")


class _Once(Generic[Verdict]):
    """A finding about a feed's day, made when it is first asked for."""

    def __init__(self, find: Callable[[Place, date], Verdict]) -> None:
        self._find = find
        self._held: dict[tuple[Place, date], Verdict] = {}

    def __call__(self, place: Place, day: date) -> Verdict:
        key = (place, day)
        if key not in self._held:
            self._held[key] = self._find(place, day)
        return self._held[key]


class PeerStep(NamedTuple):
    """A price that moved from one run to the next; `log_ratio` of after to before."""

    line: PriceLine
    family: str
    day: date
    after: float
    log_ratio: float


class Crowd:
    """Moves, arrivals and departures of all list prices, by feed, cloud, purchase and day."""

    def __init__(self, held: Sequence[PriceLine], limits: PlausibleLimits) -> None:
        self._limits = limits
        self._alike = math.log1p(limits.likely("change_alike_share"))
        self._window = timedelta(days=limits.likely("change_alike_days"))
        self._lines: dict[Place, list[PriceLine]] = defaultdict(list)
        self._steps: dict[tuple[str, str, str], list[PeerStep]] = defaultdict(list)  # by cloud, purchase, family
        self._by_day: dict[tuple[Place, date], list[PeerStep]] = defaultdict(list)
        self._gone: dict[tuple[Place, date], list[PriceLine]] = defaultdict(list)
        self._new: dict[tuple[Place, date], list[PriceLine]] = defaultdict(list)
        self._factor = _Once(self._find_factor)
        self._wider = _Once(self._find_wider)
        self._cut = _Once(self._find_cut)
        self._bad = _Once(self._find_bad)
        for line in held:
            self._note(line)

    def _note(self, line: PriceLine) -> None:
        place = (line.feed, line.ident.cloud, line.ident.purchase)
        self._lines[place].append(line)
        for before, after in zip(line.runs, line.runs[1:], strict=False):
            was, now = before.usd_per_hour, after.usd_per_hour
            if was is None and now is not None:
                self._new[place, after.first].append(line)
            elif was is not None and now is None:
                self._gone[place, after.first].append(line)
            elif was and now and was > 0 and now > 0 and not is_same(was, now, self._limits.least_share):
                step = PeerStep(line, self._limits.family(line.key), after.first, now, math.log(now / was))
                self._steps[line.ident.cloud, line.ident.purchase, step.family].append(step)
                self._by_day[place, after.first].append(step)

    def alike(self, line: PriceLine, day: date, ratio: float) -> list[PeerStep]:
        """Moves like this one, around `day`, of other prices of the chip, or of this one in another feed; by day."""
        steps = self._steps.get((line.ident.cloud, line.ident.purchase, self._limits.family(line.key)), ())
        log_ratio = math.log(ratio)
        found = (
            step
            for step in steps
            if step.line is not line
            and abs(step.day - day) <= self._window
            and abs(step.log_ratio - log_ratio) <= self._alike
        )
        return sorted(found, key=lambda step: step.day)

    def feed_factor(self, line: PriceLine, day: date, ratio: float) -> bool:
        """Whether most of the feed moved by this one factor that day, over several kinds of chip."""
        place = (line.feed, line.ident.cloud, line.ident.purchase)
        factor = self._factor(place, day)
        return factor is not None and abs(math.log(ratio) - factor) <= self._limits.likely("change_slip_share") * 5

    def _find_factor(self, place: Place, day: date) -> float | None:
        steps = self._by_day[place, day]
        if len(steps) < self._limits.likely("change_feed_prices"):
            return None
        middle = median(step.log_ratio for step in steps)
        near = [s for s in steps if abs(s.log_ratio - middle) <= self._limits.likely("change_slip_share") * 5]
        standing = sum(1 for _ in self._standing(place, day))
        is_wide = len({step.family for step in near}) >= self._limits.likely("change_feed_chips")
        return middle if is_wide and len(near) > self._limits.likely("change_feed_share") * standing else None

    def is_bad_file(self, line: PriceLine, day: date) -> bool:
        """Whether most of what moved in the feed that day moved to where no price can be, or out of all measure."""
        return self._bad((line.feed, line.ident.cloud, ""), day)

    def _find_bad(self, place: Place, day: date) -> bool:
        steps = [
            step
            for (feed, cloud, purchase) in list(self._lines)
            if (feed, cloud) == place[:2]
            for step in self._by_day.get(((feed, cloud, purchase), day), ())
        ]
        low, high = (self._limits.likely(f"change_shared_{side}") for side in ("fall_at_most", "rise_at_least"))
        bad = [
            step
            for step in steps
            if not math.log(low) < step.log_ratio < math.log(high)
            or self._limits.fault(step.line.key, step.after, step.line.chips)
        ]
        return len(bad) >= self._limits.likely("change_feed_prices") and 2 * len(bad) > len(steps)

    def vanished(self, line: PriceLine, day: date) -> str | None:
        """Why the disappearance looks like a cut-off file or a new name: feed, region, family or renamed."""
        place = (line.feed, line.ident.cloud, line.ident.purchase)
        if self._twin(line, day, self._new[place, day]) is not None:
            return "renamed"
        gone = self._cut(place, day)
        if gone.is_whole:
            return "feed_cut"
        if line.ident.region in gone.regions:
            return "region_cut"
        if self._limits.family(line.key) in gone.families:
            return "family_cut"
        return "feed_cut" if gone.regions or gone.families else None  # what else went with them is as doubtful

    def arrived(self, line: PriceLine, day: date) -> str | None:
        """Why the appearance is not the cloud's news: the feed got wider, or the thing a new name."""
        place = (line.feed, line.ident.cloud, line.ident.purchase)
        if self._twin(line, day, self._gone[place, day]) is not None:
            return "renamed"
        return "wider" if self._wider(place, day) else None

    def _find_wider(self, place: Place, day: date) -> bool:
        new, standing = len(self._new[place, day]), sum(1 for _ in self._standing(place, day))
        share = self._limits.likely("change_wider_share")
        return new >= self._limits.likely("change_wider_prices") and new > share * standing

    def _find_cut(self, place: Place, day: date) -> PeerCut:
        gone, stood = self._gone[place, day], list(self._standing(place, day))
        types = {line.ident.instance for line in gone}
        enough = len(gone) >= self._limits.likely("change_vanish_prices") and len(types) > 1
        is_whole = enough and len(gone) > self._limits.likely("change_vanish_share") * len(stood)
        lost = {id(line) for line in gone}
        left_types = {line.ident.instance for line in stood} - {
            line.ident.instance for line in stood if id(line) not in lost
        }
        is_whole = is_whole or len(left_types) > 1 or (len(types) > 1 and _is_tail(gone, stood))
        regions = _emptied(gone, stood, lambda line: line.ident.region)
        families = _emptied(gone, stood, lambda line: self._limits.family(line.key))
        least = self._limits.likely("change_vanish_region_types")
        return PeerCut(
            is_whole,
            frozenset(region for region, lost in regions.items() if len({x.ident.instance for x in lost}) >= least),
            frozenset(
                family
                for family, lost in families.items()
                if len({x.ident.instance for x in lost}) > 1 and len(lost) >= least
            ),
        )

    def _standing(self, place: Place, day: date) -> Iterable[PriceLine]:
        """The lines of a feed that had a price just before `day`."""
        for line in self._lines[place]:
            last = None
            for run in line.runs:
                if run.first >= day:
                    break
                last = run
            if last is not None and last.usd_per_hour is not None:
                yield line

    def _twin(self, line: PriceLine, day: date, others: Sequence[PriceLine]) -> PriceLine | None:
        usd = _around(line, day)
        for other in others:
            same_thing = other.ident.region == line.ident.region and other.ident.terms == line.ident.terms
            if other is not line and same_thing and is_same(usd, _around(other, day), self._limits.same_share):
                return other
        return None


class PeerCut(NamedTuple):
    """What a file that was cut off has lost."""

    is_whole: bool
    regions: frozenset[str]
    families: frozenset[str]


def _is_tail(gone: Sequence[PriceLine], stood: Sequence[PriceLine]) -> bool:
    """Whether what is gone is what comes last in the order of names: a file that ends early loses its end."""
    order = sorted(stood, key=lambda line: (line.key.instance, line.key.region))
    lost = {id(line) for line in gone}
    return all(id(line) in lost for line in order[-len(gone) :])


def _around(line: PriceLine, day: date) -> float | None:
    """The price that ended or began on `day`."""
    for before, after in zip(line.runs, line.runs[1:], strict=False):
        if after.first == day:
            return after.usd_per_hour if before.usd_per_hour is None else before.usd_per_hour
    return None


def _emptied(
    gone: Sequence[PriceLine], stood: Sequence[PriceLine], of: Callable[[PriceLine], str]
) -> dict[str, list[PriceLine]]:
    """Lines gone, by what of them is left empty."""
    left = Counter(of(line) for line in stood)
    lost: dict[str, list[PriceLine]] = defaultdict(list)
    for line in gone:
        lost[of(line)].append(line)
    return {name: held for name, held in lost.items() if len(held) >= left[name]}
