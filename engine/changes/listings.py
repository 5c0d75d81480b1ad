"""When types, regions and purchase options were first listed: what kind of news a new price is, and from which one
it moved that another source had shown.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta

from engine.changes.lines import ListPriceLine, PriceId, PriceRun, is_same, settled_on
from engine.changes.peers import PeerMoves
from engine.changes.plausibility import PlausibleLimits
from engine.changes.recorded import RECORDED
from engine.changes.spot_market import SpotRegion
from engine.prices.deciding import BUNDLED, Said, deciding


class FirstListings:
    """First days on which a type, a region, a type in a region, and spot of a type were listed with a price."""

    def __init__(self, listed: Sequence[ListPriceLine], spots: Iterable[SpotRegion]) -> None:
        self._listed_types = {line.price_id[:2] for line in listed if any(run.usd_per_hour for run in line.runs)}
        self._first: dict[tuple[str, ...], date] = {}
        for line in listed:
            day = next((run.first for run in line.runs if run.usd_per_hour is not None), None)
            if day is not None:
                self._note(line.price_id, day)
        for spot in spots:
            days = [p.seen_on for zone in spot.zones for p in zone.points if p.usd_per_hour is not None]
            if days:
                self._note(spot.price_id, min(days))

    def _note(self, price_id: PriceId, day: date) -> None:
        cloud, instance, region, purchase = price_id[:4]
        for key in (
            (cloud, "type", instance),
            (cloud, "region", region),
            (cloud, "place", instance, region),
            (cloud, "way", instance, purchase),
        ):
            self._first[key] = min(day, self._first.get(key, day))

    def is_late(self, line: ListPriceLine) -> bool:
        """Whether it appeared after its feed's first look: such a line starts with a run without price."""
        return line.runs[0].usd_per_hour is None

    def arrival(self, price_id: PriceId, day: date) -> str:
        """What kind of news a price that is new on `day` is: the code that templates word."""
        cloud, instance, region, purchase = price_id[:4]
        if self._is_new((cloud, "type", instance), day):
            return "new_type"
        if self._is_new((cloud, "region", region), day):
            return "new_region"
        if self._is_new((cloud, "place", instance, region), day):
            return "new_place"
        return "new_purchase" if self._is_new((cloud, "way", instance, purchase), day) else "new_way_here"

    def has_list_price(self, price_id: PriceId) -> bool:
        """Whether the type was ever listed other than on spot."""
        return price_id[:2] in self._listed_types

    def _is_new(self, key: tuple[str, ...], day: date) -> bool:
        return self._first.get(key, day) >= day


class OtherPrices:
    """What other sources than its feed had shown of a list price by a day: chipscout itself, or another feed."""

    def __init__(self, listed: Iterable[ListPriceLine], limits: PlausibleLimits) -> None:
        self._limits = limits
        self._sure = int(limits.likely("change_looks_large"))
        self._slip_days = limits.likely("change_slip_days")
        self._lines: dict[PriceId, list[ListPriceLine]] = defaultdict(list)
        for line in listed:
            if line.feed != RECORDED:
                self._lines[line.price_id].append(line)

    def in_use(self, line: ListPriceLine, day: date) -> float | None:
        """USD per hour of the price that verdicts used on the day on which the feed of `line` first showed its own.

        What a feed showed only lately may be a slip: then the price it had shown long enough counts. None: no source
        has a price, or it is outdated.
        """
        bundled = self._limits.bundled_price(line.price_id, day)
        if bundled is None and all(other.feed == line.feed for other in self._lines.get(line.price_id, ())):
            return None  # as of most
        prices: dict[str, float | None] = {} if bundled is None else {BUNDLED: bundled[1]}
        said = [] if bundled is None else [Said(BUNDLED, bundled[0])]
        new: list[tuple[Said, float | None]] = []
        for other, known in self._known(line, day):
            sure = [run for run in known if settled_on(run.looks, self._sure, self._slip_days) is not None]
            run = (sure or known)[-1]
            one = Said(other.feed, run.looks[-1], is_priced=run.usd_per_hour is not None)
            if sure:
                said.append(one)
                prices[other.feed] = run.usd_per_hour
            else:
                new.append((one, known[0].usd_per_hour))
        if not said:
            said, prices = [one for one, _ in new], {one.source: usd for one, usd in new}
        decides = deciding(said, self._limits.feed_order, self._limits.window)
        if decides is None or day - decides.seen_on > self._limits.outdated:
            return None
        usd = prices[decides.source]
        return None if usd is None or self._limits.fault(line.key, usd, line.chips) is not None else usd

    def moved_from(self, line: ListPriceLine, run: PriceRun, peers: PeerMoves) -> float | None:
        """The price that was in use when the feed first showed that of `run`; None where that counts at once: there
        was none, it or another feed's is the same, or it is near and no other of the file moved alike."""
        usd, now = self.in_use(line, run.first), run.usd_per_hour
        if usd is None or now is None or is_same(usd, now, self._limits.same_share):
            return None
        if self.is_shown(line, run.first, now) or peers.arrived(line, run.first) == "renamed":
            return None
        if is_same(usd, now, self._limits.least_share):
            is_crowd = peers.crowd(line, run.first, now / usd) + 1 >= self._limits.likely("change_crowd_prices")
            return usd if is_crowd and not peers.is_shown_elsewhere(line, run.first, now) else None
        return usd

    def is_shown(self, line: ListPriceLine, day: date, usd: float) -> bool:
        """Whether another feed shows the same."""
        shown = (known[-1].usd_per_hour for _, known in self._known(line, day))
        return any(other is not None and is_same(other, usd, self._limits.same_share) for other in shown)

    def looks_at(self, line: ListPriceLine, usd: float) -> Iterator[date]:
        """The looks at which another feed shows that price."""
        for other in self._lines.get(line.price_id, ()):
            for run in other.runs if other.feed != line.feed else ():
                if run.usd_per_hour is not None and is_same(run.usd_per_hour, usd, self._limits.same_share):
                    yield from run.looks

    def beside(self, line: ListPriceLine) -> ListPriceLine:
        """The line with the price that was in use just before its feed first showed it: a first look is a move."""
        first = line.runs[0]
        if first.usd_per_hour is None or line.feed == RECORDED:
            return line
        usd, before = self.in_use(line, first.first), first.first - timedelta(days=1)
        if usd is None:
            return line
        if is_same(usd, first.usd_per_hour, self._limits.same_share):
            return line._replace(runs=(first._replace(first=before), *line.runs[1:]))
        return line._replace(runs=(PriceRun(before, usd, is_gone=False, looks=()), *line.runs))

    def _known(self, line: ListPriceLine, day: date) -> Iterable[tuple[ListPriceLine, Sequence[PriceRun]]]:
        """The lines of other feeds that were read before `day`, with what they had shown by then."""
        for other in self._lines.get(line.price_id, ()):
            if other.feed == line.feed or other.runs[0].first >= day:
                continue
            known = [
                run._replace(looks=tuple(look for look in run.looks if look <= day))
                for run in other.runs
                if run.first <= day
            ]
            if known[0].usd_per_hour is not None or len(known) > 1:
                yield other, known if known[0].usd_per_hour is not None else known[1:]
