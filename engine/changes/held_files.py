"""Files held back as a whole: most of what a feed lists moved by one factor, as in another currency, tax or unit.

Looks of the same feed never confirm such a file. It counts once another feed shows its level, or somebody accepts it;
until then none of its looks count, and if it goes back to the level before, they never did.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from statistics import median
from typing import NamedTuple

from engine.changes.lines import ListPriceLine, PriceId, is_same, price_id_of
from engine.changes.plausibility import PlausibleLimits
from engine.changes.recorded import RECORDED
from knowledge.facts import Cloud, Point, Series

ACCEPTED = "accepted"  # the code of a step in such a file that somebody, or another feed, says is right
FileOf = tuple[str, Cloud]  # the feed and the cloud


class HeldFile(NamedTuple):
    """A file that moved by `factor` at the look `since`. `until`: the look from which on the feed counts again, since
    the file was back or `is_accepted`; None: it is still held back, `factor` as of the last look."""

    feed: str
    cloud: Cloud
    since: date
    factor: float
    prices: int
    until: date | None = None
    is_accepted: bool = False

    @property
    def is_active(self) -> bool:
        return self.until is None

    def holds(self, day: date) -> bool:
        """Whether a look of that day is one at it."""
        return self.since <= day < (self.until or date.max)


class _Moved(NamedTuple):
    line: ListPriceLine
    family: str
    before: float
    log_ratio: float


class HeldFiles:
    """The held files among the list prices of a history, and its series as they count."""

    def __init__(
        self,
        shown: Sequence[ListPriceLine],
        accepted: Mapping[FileOf, Iterable[date]],
        day: date,
        limits: PlausibleLimits,
        unmoved: Callable[[], Iterable[ListPriceLine]] = tuple,
    ) -> None:
        """`shown`: the list prices as feeds show them up to `day`. `accepted`: the looks that somebody accepted.
        `unmoved`: more list prices that never moved, asked for where `shown` does not settle what the share is."""
        self._day, self._limits, self._unmoved, self._accepted = day, limits, unmoved, accepted
        self._tomorrow = day + timedelta(days=1) if day < date.max else date.max
        self._share = limits.likely("change_feed_share")
        self._least = int(limits.likely("change_feed_prices"))
        self._chips = int(limits.likely("change_feed_chips"))
        self._near = limits.likely("change_slip_share") * 5
        self._same = math.log1p(limits.same_share)
        self._rest: Sequence[ListPriceLine] | None = None
        of_file: dict[FileOf, list[ListPriceLine]] = defaultdict(list)
        for line in shown:
            if line.feed != RECORDED:
                of_file[line.feed, line.key.cloud].append(line)
        self.files: dict[FileOf, tuple[HeldFile, ...]] = {}
        by_id: dict[PriceId, list[ListPriceLine]] | None = None
        for file, lines in of_file.items():
            for start, moved in self._starts(file, lines):
                if by_id is None:
                    by_id = defaultdict(list)
                    for line in shown:
                        by_id[line.price_id].append(line)
                before = self.files.get(file, ())
                if not before or (before[-1].until is not None and start > before[-1].until):
                    days = [look for look in accepted.get(file, ()) if start <= look <= day]
                    self.files[file] = (*before, self._held(file, start, moved, lines, by_id, days))
        self._looks: dict[tuple[int, tuple[tuple[date, date], ...]], tuple[date, ...]] = {}

    def active(self, feed: str, cloud: Cloud) -> HeldFile | None:
        """The file of that feed which is held back now."""
        files = self.files.get((feed, cloud), ())
        return files[-1] if files and files[-1].is_active else None

    def accepted_looks(self, feed: str, cloud: Cloud) -> Iterable[date]:
        """The days by now on which somebody accepted what it shows."""
        return [day for day in self._accepted.get((feed, cloud), ()) if day <= self._day]

    def accepted_on(self, feed: str, cloud: Cloud, day: date) -> date | None:
        """The look from which on what a file showed on `day` counts, if it was held back and is accepted."""
        files = self.files.get((feed, cloud), ())
        accepted = (held.until for held in files if held.is_accepted and held.since <= day)
        return next((until for until in accepted if until is not None and day <= until), None)

    def counted(self, entry: Series) -> Series:
        """The series without the looks that do not count. What was first listed by a held file is not."""
        hidden = self._hidden(entry)
        if not hidden:
            return entry
        looked = self._counted_looks(entry, hidden)
        points: list[Point] = []
        for day in sorted({point.seen_on for point in entry.points} | {until for _, until in hidden}):
            if any(since <= day < until for since, until in hidden) or day == date.max:
                continue
            last = _in_force(entry.points, day)
            if last is None:
                continue
            seen_on = day if day == last.seen_on else next((look for look in looked if look >= day), None)
            state = None if seen_on is None else _in_force(entry.points, seen_on)
            if seen_on is not None and state is not None and (not points or points[-1][1:] != state[1:]):
                points.append(state._replace(seen_on=seen_on))
        if not points:
            first = min(entry.points[0].seen_on, hidden[0][0])
            looked = looked or (first - timedelta(days=1),)
            points = [Point(looked[0], None, is_gone=True)]
        return entry._replace(points=tuple(points), looked=looked)

    def wrong(self, entry: Series) -> Iterator[tuple[date, date | None]]:
        """From and until when a series showed what never counted."""
        if entry.feed == RECORDED:
            return
        for since, until in self._hidden(entry):
            days = [point.seen_on for point in entry.points if since <= point.seen_on < min(until, self._tomorrow)]
            for start, end in zip(days, [*days[1:], until], strict=False):
                yield start, None if end == date.max else end

    def _hidden(self, entry: Series) -> list[tuple[date, date]]:
        """From and until when the looks at a series do not count."""
        if entry.feed == RECORDED:
            return self._copied(entry) if self.files else []
        hidden = []
        for held in self.files.get((entry.feed, entry.key.cloud), ()):
            until = held.until or date.max
            if held.is_accepted and entry.key.purchase != "spot":  # what it shows then counts from its first look on
                last = _in_force(entry.points, until)
                until = max(held.since, last.seen_on) if last is not None else held.since
            elif held.is_accepted:  # that of spot from its last look on
                looks = entry.looked[: bisect_right(entry.looked, until)]
                until = max(held.since, looks[-1]) if looks else held.since
            if held.since < until:
                hidden.append((held.since, until))
        return hidden

    def _copied(self, entry: Series) -> list[tuple[date, date]]:
        """Days of bundled prices on which their history has what a held file showed."""
        held = [one for files in self.files.values() for one in files if one.cloud == entry.key.cloud]
        price = price_id_of(entry.key)
        days = []
        for look, after in zip(entry.looked, [*entry.looked[1:], date.max], strict=True):
            last = _in_force(entry.points, look)
            usd = None if last is None or last.usd_per_hour is None else float(last.usd_per_hour)
            is_ours = usd is not None and self._limits.is_bundled(RECORDED, price, usd)
            if not is_ours and any(one.holds(look) for one in held):
                days.append((look, after))
        return days

    def _counted_looks(self, entry: Series, hidden: Sequence[tuple[date, date]]) -> tuple[date, ...]:
        """Of the series that share their looks the same object."""
        key = id(entry.looked), tuple(hidden)
        if key not in self._looks:
            self._looks[key] = tuple(
                look for look in entry.looked if not any(since <= look < until for since, until in hidden)
            )
        return self._looks[key]

    def _starts(self, file: FileOf, lines: Sequence[ListPriceLine]) -> Iterator[tuple[date, list[_Moved]]]:
        """The days on which most list prices of a feed moved by one factor, over several kinds of chip."""
        moved: dict[date, list[_Moved]] = defaultdict(list)
        for line in lines:
            for before, after in zip(line.runs, line.runs[1:], strict=False):
                was, now = before.usd_per_hour, after.usd_per_hour
                if was and now and was > 0 and now > 0:
                    step = _Moved(line, self._limits.family(line.key), was, math.log(now / was))
                    moved[after.first].append(step)
        for day in sorted(moved):
            steps = moved[day]
            if len(steps) < self._least:
                continue
            middle = median(step.log_ratio for step in steps)
            if abs(middle) <= 2 * self._same:
                continue  # another way of printing the same
            within = min(self._near, abs(middle) / 2)
            near = [step for step in steps if abs(step.log_ratio - middle) <= within]
            is_wide = len({step.family for step in near}) >= self._chips and len(near) >= self._least
            if is_wide and self._is_most(len(near), file, lines, day):
                yield day, near

    def _is_most(self, count: int, file: FileOf, lines: Sequence[ListPriceLine], day: date) -> bool:
        """Whether that many are most of what had a price just before `day`."""
        priced = sum(_had_price(line, day) for line in lines)
        if count <= self._share * priced:
            return False
        if self._rest is None:
            self._rest = tuple(self._unmoved())
        rest = (line for line in self._rest if (line.feed, line.key.cloud) == file)
        return count > self._share * (priced + sum(_had_price(line, day) for line in rest))

    def _held(
        self,
        file: FileOf,
        start: date,
        moved: Sequence[_Moved],
        lines: Iterable[ListPriceLine],
        by_id: Mapping[PriceId, Sequence[ListPriceLine]],
        accepted: Iterable[date],
    ) -> HeldFile:
        others = [
            (step, other)
            for step in moved
            for other in by_id[step.line.price_id]
            if other.feed != step.line.feed and _looked_by(other, self._day, start)
        ]
        news = {run.first for line in (*lines, *(other for _, other in others)) for run in line.runs}
        news |= {min(look for run in other.runs for look in run.looks if look >= start) for _, other in others}
        agreed = set(accepted)
        held = HeldFile(*file, start, math.exp(median(step.log_ratio for step in moved)), len(moved))
        for day in sorted({start, *agreed, *(one for one in news if start < one <= self._day)}):
            now = [(step, usd) for step in moved if (usd := _price_on(step.line, day))]
            if now:
                log_ratio = median(math.log(usd / step.before) for step, usd in now)
                if abs(log_ratio) <= self._same:
                    return held._replace(until=day)
                held = held._replace(factor=math.exp(log_ratio))
            if day in agreed or self._is_shown_elsewhere(others, start, day):
                return held._replace(until=day, is_accepted=True)
        return held

    def _is_shown_elsewhere(self, others: Iterable[tuple[_Moved, ListPriceLine]], start: date, day: date) -> bool:
        """Whether another feed, read since, shows the new level of more of these prices than the level before."""
        shown: dict[str, list[int]] = defaultdict(lambda: [0, 0])
        for step, other in others:
            if not _looked_by(other, day, start):
                continue
            usd, now = _price_on(other, day), _price_on(step.line, day)
            if usd is None or now is None:
                continue
            if other.feed == RECORDED and not self._limits.is_bundled(RECORDED, other.price_id, usd):
                continue
            shown[other.feed][0] += is_same(usd, now, self._limits.same_share)
            shown[other.feed][1] += is_same(usd, step.before, self._limits.same_share)
        return any(new > old for new, old in shown.values())


def _in_force(points: Sequence[Point], day: date) -> Point | None:
    at = bisect_right(points, day, key=_seen_on)
    return points[at - 1] if at else None


def _seen_on(point: Point) -> date:
    return point.seen_on


def _price_on(line: ListPriceLine, day: date) -> float | None:
    """What it showed that day."""
    at = bisect_right(line.runs, day, key=lambda run: run.first)
    return line.runs[at - 1].usd_per_hour if at else None


def _had_price(line: ListPriceLine, day: date) -> bool:
    """Whether it had a price just before `day`."""
    at = bisect_left(line.runs, day, key=lambda run: run.first)
    return at > 0 and line.runs[at - 1].usd_per_hour is not None


def _looked_by(line: ListPriceLine, day: date, since: date) -> bool:
    """Whether it was looked at from `since` to `day`."""
    return any(since <= look <= day for run in reversed(line.runs) for look in run.looks)
