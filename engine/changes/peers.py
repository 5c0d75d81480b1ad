"""What other prices did on the same day: a move of many prices is a decision, a move of one may be a mistake.

Only what was known by the day in question counts, so that this week's report does not contradict last week's.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right, insort
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta
from operator import attrgetter
from statistics import median
from typing import Generic, NamedTuple, TypeVar

from engine.changes.lines import ROUNDING, ListPriceLine, PriceId, is_same
from engine.changes.plausibility import PlausibleLimits
from engine.changes.recorded import RECORDED

FeedSection = tuple[str, str, str]  # feed, cloud, purchase
Result = TypeVar("Result")


class _CachedByDay(Generic[Result]):
    """A result for one section of a feed on one day, computed when it is first needed."""

    def __init__(self, find: Callable[[FeedSection, date], Result]) -> None:
        self._find = find
        self._results: dict[tuple[FeedSection, date], Result] = {}

    def __call__(self, section: FeedSection, day: date) -> Result:
        key = (section, day)
        if key not in self._results:
            self._results[key] = self._find(section, day)
        return self._results[key]


class PeerStep(NamedTuple):
    """A price that moved from one run to the next; `log_ratio` of after to before."""

    line: ListPriceLine
    family: str
    day: date
    after: float
    log_ratio: float


def section_of(line: ListPriceLine) -> FeedSection:
    """The feed, the cloud, and the way of buying."""
    return line.feed, line.price_id.cloud, line.price_id.purchase


_log_ratio, _first = attrgetter("log_ratio"), attrgetter("first")


class PeerMoves:
    """Moves, arrivals and departures of all list prices, by feed, cloud, purchase and day."""

    def __init__(
        self,
        listed: Sequence[ListPriceLine],
        limits: PlausibleLimits,
        unmoved: Callable[[], Iterable[ListPriceLine]] = tuple,
    ) -> None:
        """`unmoved`: more list prices, each the same since its feed's first look. Asked for where `listed` does not
        settle what the share of a feed, or a machine in another region, did."""
        self._limits = limits
        self._unmoved: Callable[[], Iterable[ListPriceLine]] | None = unmoved
        self._alike = math.log1p(limits.likely("change_alike_share"))
        self._window = timedelta(days=limits.likely("change_alike_days"))
        self._around = [timedelta(days=days) for days in range(-self._window.days, self._window.days + 1)]
        self._lines: dict[FeedSection, list[ListPriceLine]] = defaultdict(list)
        self._instances: dict[tuple[FeedSection, str], list[ListPriceLine]] = defaultdict(list)
        # by cloud, purchase, family and day, in the order of their ratios
        self._steps: dict[tuple[str, str, str, date], list[PeerStep]] = defaultdict(list)
        self._of_machine: dict[tuple[FeedSection, date, str], list[PeerStep]] = defaultdict(list)
        self._by_day: dict[tuple[FeedSection, date], list[PeerStep]] = defaultdict(list)
        self._small: dict[tuple[FeedSection, date], list[float]] = defaultdict(list)  # logs of what is not reported
        self._small_of: dict[PriceId, list[PeerStep]] = defaultdict(list)
        self._equal = math.log1p(limits.same_share)
        self._gone: dict[tuple[FeedSection, date], list[ListPriceLine]] = defaultdict(list)
        self._new: dict[tuple[FeedSection, date], list[ListPriceLine]] = defaultdict(list)
        self._factor = _CachedByDay(self._find_factor)
        self._wider = _CachedByDay(self._find_wider)
        self._cut = _CachedByDay(self._find_cut)
        self._bad = _CachedByDay(self._find_bad)
        for line in listed:
            self._note(line)

    def _note(self, line: ListPriceLine) -> None:
        section = (line.feed, line.price_id.cloud, line.price_id.purchase)
        self._lines[section].append(line)
        self._instances[section, line.price_id.instance].append(line)
        for before, after in zip(line.runs, line.runs[1:], strict=False):
            was, now = before.usd_per_hour, after.usd_per_hour
            if was is None and now is not None:
                self._new[section, after.first].append(line)
            elif was is not None and now is None:
                self._gone[section, after.first].append(line)
            elif was and now and was > 0 and now > 0:
                step = PeerStep(line, self._limits.family(line.key), after.first, now, math.log(now / was))
                if is_same(was, now, self._limits.least_share):
                    insort(self._small[section, after.first], step.log_ratio)
                    self._small_of[line.price_id].append(step)
                    continue
                of_chip = line.price_id.cloud, line.price_id.purchase, step.family
                insort(self._steps[*of_chip, step.day], step, key=_log_ratio)
                self._of_machine[section, step.day, line.price_id.instance].append(step)
                self._by_day[section, after.first].append(step)

    def alike(self, line: ListPriceLine, day: date, ratio: float, *, until: date = date.max) -> list[PeerStep]:
        """Similar moves around `day`: of other prices of the chip, or of this price in another feed; by day."""
        of_chip = line.price_id.cloud, line.price_id.purchase, self._limits.family(line.key)
        log_ratio = math.log(ratio)
        low, high = (log_ratio + side * (self._alike + ROUNDING) for side in (-1, 1))
        found: list[PeerStep] = []
        for days in self._around:
            if day + days > until:
                break
            if steps := self._steps.get((*of_chip, day + days)):
                near = steps[bisect_left(steps, low, key=_log_ratio) : bisect_right(steps, high, key=_log_ratio)]
                found += [
                    step for step in near if step.line is not line and abs(step.log_ratio - log_ratio) <= self._alike
                ]
        return found

    def of(self, section: FeedSection) -> list[PeerStep]:
        """All moves of one feed's prices that are bought the same way."""
        return [step for (other, _), steps in self._by_day.items() if other == section for step in steps]

    def same_day(self, line: ListPriceLine, day: date) -> list[PeerStep]:
        """The moves of that day of other prices in the same file, bought the same way."""
        return [step for step in self._by_day.get((section_of(line), day), ()) if step.line is not line]

    def same_machine(self, line: ListPriceLine, day: date) -> list[PeerStep]:
        """Those of them that are of the same machine."""
        steps = self._of_machine.get((section_of(line), day, line.price_id.instance), ())
        return [step for step in steps if step.line is not line]

    def fallen_with(self, line: ListPriceLine, day: date) -> int:
        """How many other list prices of the same machine fell in the same file that day, however it is bought."""
        feed, cloud, _ = section_of(line)
        steps = (
            step
            for section in self._lines
            if section[:2] == (feed, cloud)
            for step in self._of_machine.get((section, day, line.price_id.instance), ())
        )
        return sum(step.line is not line and step.log_ratio < 0 for step in steps)

    def is_one_of_its_regions(self, line: ListPriceLine, day: date) -> bool:
        """Whether the same machine is listed in other regions of the same file, and did nothing there that day."""
        moved = {step.line.price_id for step in self.same_machine(line, day)}

        def is_left() -> bool:
            return any(
                other.price_id.region != line.price_id.region
                and other.price_id not in moved
                and _had_price(other, day)
                for other in self._instances[section_of(line), line.price_id.instance]
            )

        return is_left() or (self._note_unmoved() and is_left())

    def crowd(self, line: ListPriceLine, day: date, ratio: float) -> int:
        """How many other prices in the same file made the same move on that day; small ones are told apart."""
        log_ratio = math.log(ratio)
        is_small = is_same(1, ratio, self._limits.least_share)
        within = self._equal if is_small else self._alike
        large = sum(abs(step.log_ratio - log_ratio) <= within for step in self.same_day(line, day))
        small = self._small.get((section_of(line), day), ())
        count = bisect_right(small, log_ratio + self._equal) - bisect_left(small, log_ratio - self._equal)
        own = sum(
            step.line is line and step.day == day and abs(step.log_ratio - log_ratio) <= self._equal
            for step in self._small_of.get(line.price_id, ())
        )
        return large + count - own

    def is_shown_elsewhere(self, line: ListPriceLine, day: date, usd: float) -> bool:
        """Whether another feed came to that price by a small step about that day."""
        return any(
            step.line.feed not in (line.feed, RECORDED)
            and abs(step.day - day) <= self._window
            and is_same(step.after, usd, self._limits.same_share)
            for step in self._small_of.get(line.price_id, ())
        )

    def feed_factor(self, line: ListPriceLine, day: date, ratio: float) -> bool:
        """Whether most of the feed moved by this one factor that day, over several kinds of chip."""
        section = (line.feed, line.price_id.cloud, line.price_id.purchase)
        factor = self._factor(section, day)
        return factor is not None and abs(math.log(ratio) - factor) <= self._limits.likely("change_slip_share") * 5

    def _find_factor(self, section: FeedSection, day: date) -> float | None:
        steps = self._by_day[section, day]
        if len(steps) < self._limits.likely("change_feed_prices"):
            return None
        middle = median(step.log_ratio for step in steps)
        near = [s for s in steps if abs(s.log_ratio - middle) <= self._limits.likely("change_slip_share") * 5]
        is_wide = len({step.family for step in near}) >= self._limits.likely("change_feed_chips")
        is_most = is_wide and self._are_more(len(near), self._limits.likely("change_feed_share"), section, day)
        return middle if is_most else None

    def is_bad_file(self, line: ListPriceLine, day: date) -> bool:
        """Whether most moves of the feed that day were implausibly large or ended at implausible prices."""
        return self._bad((line.feed, line.price_id.cloud, ""), day)

    def _find_bad(self, section: FeedSection, day: date) -> bool:
        steps = [
            step
            for (feed, cloud, purchase) in list(self._lines)
            if (feed, cloud) == section[:2]
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

    def vanished(self, line: ListPriceLine, day: date) -> str | None:
        """Why the disappearance looks like a cut-off file or a new name: feed, region, family or renamed."""
        section = (line.feed, line.price_id.cloud, line.price_id.purchase)
        if self._twin(line, day, self._new[section, day]) is not None:
            return "renamed"
        gone = self._cut(section, day)
        if gone.is_whole:
            return "feed_cut"
        if line.price_id.region in gone.regions:
            return "region_cut"
        if self._limits.family(line.key) in gone.families:
            return "family_cut"
        return (
            "feed_cut" if gone.regions or gone.families or gone.is_of_several else None
        )  # other prices that vanished with them are as doubtful

    def lost_on_demand(self, line: ListPriceLine, day: date) -> bool:
        """Whether the machine went missing on demand that day, in this region of the same file."""
        price_id = line.price_id._replace(purchase="on_demand", terms="")
        return any(other.price_id == price_id for other in self._gone[(*section_of(line)[:2], "on_demand"), day])

    def arrived(self, line: ListPriceLine, day: date) -> str | None:
        """Why a new price is not news from the cloud: the feed covers more than before, or a type was renamed."""
        section = (line.feed, line.price_id.cloud, line.price_id.purchase)
        if self._twin(line, day, self._gone[section, day]) is not None:
            return "renamed"
        return "wider" if self._wider(section, day) else None

    def _find_wider(self, section: FeedSection, day: date) -> bool:
        new, share = len(self._new[section, day]), self._limits.likely("change_wider_share")
        return new >= self._limits.likely("change_wider_prices") and self._are_more(new, share, section, day)

    def _find_cut(self, section: FeedSection, day: date) -> PeerCut:
        self._note_unmoved()
        gone, priced = self._gone[section, day], list(self._priced(section, day))
        types = {line.price_id.instance for line in gone}
        enough = len(gone) >= self._limits.likely("change_vanish_prices") and len(types) > 1
        is_whole = enough and len(gone) > self._limits.likely("change_vanish_share") * len(priced)
        lost = {id(line) for line in gone}
        left_types = {line.price_id.instance for line in priced} - {
            line.price_id.instance for line in priced if id(line) not in lost
        }
        is_whole = is_whole or len(left_types) > 1 or (len(types) > 1 and _is_end_of_file(gone, priced))
        regions = _emptied(gone, priced, lambda line: line.price_id.region)
        families = _emptied(gone, priced, lambda line: self._limits.family(line.key))
        least = self._limits.likely("change_vanish_region_types")
        return PeerCut(
            is_whole,
            frozenset(
                region for region, lost in regions.items() if len({x.price_id.instance for x in lost}) >= least
            ),
            frozenset(
                family
                for family, lost in families.items()
                if len({x.price_id.instance for x in lost}) > 1 and len(lost) >= least
            ),
            len(types) > 1,
        )

    def _are_more(self, count: int, share: float, section: FeedSection, day: date) -> bool:
        """Whether that many are more than a share of what had a price just before `day`."""

        def are_more() -> bool:
            return count > share * sum(1 for _ in self._priced(section, day))

        return are_more() and (not self._note_unmoved() or are_more())  # others can only make the share smaller

    def _note_unmoved(self) -> bool:
        """Reads the lines that have not moved; whether there were any that had not been read."""
        unmoved, self._unmoved = self._unmoved, None
        lines = () if unmoved is None else tuple(unmoved())
        for line in lines:
            self._note(line)
        return bool(lines)

    def _priced(self, section: FeedSection, day: date) -> Iterable[ListPriceLine]:
        """The lines of a feed, of those read so far, that had a price just before `day`."""
        return (line for line in self._lines[section] if _had_price(line, day))

    def _twin(self, line: ListPriceLine, day: date, others: Sequence[ListPriceLine]) -> ListPriceLine | None:
        usd = _around(line, day)
        for other in others:
            is_same_offer = (
                other.price_id.region == line.price_id.region and other.price_id.terms == line.price_id.terms
            )
            if other is not line and is_same_offer and is_same(usd, _around(other, day), self._limits.same_share):
                return other
        return None


def _had_price(line: ListPriceLine, day: date) -> bool:
    """Whether it had a price just before `day`."""
    place = bisect_left(line.runs, day, key=_first)
    return place > 0 and line.runs[place - 1].usd_per_hour is not None


class PeerCut(NamedTuple):
    """What a truncated file has lost."""

    is_whole: bool
    regions: frozenset[str]
    families: frozenset[str]
    is_of_several: bool  # types: a cloud ends one at a time


def _is_end_of_file(gone: Sequence[ListPriceLine], priced: Sequence[ListPriceLine]) -> bool:
    """Whether the missing lines are the last by name: a file that ends early loses its end."""
    order = sorted(priced, key=lambda line: (line.key.instance, line.key.region))
    lost = {id(line) for line in gone}
    return all(id(line) in lost for line in order[-len(gone) :])


def _around(line: ListPriceLine, day: date) -> float | None:
    """The price that ended or began on `day`."""
    for before, after in zip(line.runs, line.runs[1:], strict=False):
        if after.first == day:
            return after.usd_per_hour if before.usd_per_hour is None else before.usd_per_hour
    return None


def _emptied(
    gone: Sequence[ListPriceLine], priced: Sequence[ListPriceLine], group_of: Callable[[ListPriceLine], str]
) -> dict[str, list[ListPriceLine]]:
    """The missing lines of every group that has no line left."""
    total = Counter(group_of(line) for line in priced)
    lost: dict[str, list[ListPriceLine]] = defaultdict(list)
    for line in gone:
        lost[group_of(line)].append(line)
    return {name: lines for name, lines in lost.items() if len(lines) >= total[name]}
