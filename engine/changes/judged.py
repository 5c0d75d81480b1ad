"""Every series as it is judged on a day, from nothing later than that day."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta
from functools import cached_property

from engine.changes.change import HELD_FILE
from engine.changes.confirmation import LineHistory, StepConfirmer
from engine.changes.glitches import SeriesStep
from engine.changes.held_files import FileOf, HeldFile, HeldFiles
from engine.changes.lines import ListPriceLine, PriceId, PriceRun, lines, price_id_of
from engine.changes.listings import FirstListings, OtherPrices
from engine.changes.peers import PeerMoves
from engine.changes.plausibility import PlausibleLimits
from engine.changes.spot_market import SpotMarket, SpotRegion, regions
from knowledge.facts import Series, SeriesKey

LineKey = tuple[str, PriceId]  # the feed, and what the price is for


class JudgedPrices:
    """The list prices with their histories and the spot regions, cut at `day`."""

    def __init__(
        self,
        series: Iterable[Series],
        day: date,
        limits: PlausibleLimits,
        unmoved: Callable[[], Iterable[Series]] = tuple,
    ) -> None:
        """`unmoved`: list prices beside them, read only if needed (`PeerMoves`); of no price that is in `series`."""
        self.day, self.limits, self._unmoved = day, limits, unmoved
        self.groups: dict[LineKey, list[Series]] = {}
        for entry in series:
            if entry.points[0].seen_on <= day:
                self.groups.setdefault((entry.feed, price_id_of(entry.key)), []).append(entry)
        entries = [entry for group in self.groups.values() for entry in group]
        self.listed = lines((entry for entry in entries if entry.key.purchase != "spot"), day, limits.same_share)
        self.files, self._others, beside = self._held_files(entries)
        self._shown: dict[LineKey, ListPriceLine] = {}  # as feeds show them, where a file was ever held back
        self._series: dict[tuple[str, SeriesKey], Series] = {}
        if self.files.files:
            self._shown = {(line.feed, line.price_id): line for line in self.listed}
            self._series = {(entry.feed, entry.key): entry for entry in entries}
            entries = [self.files.counted(entry) for entry in entries]
            self.listed = lines((entry for entry in entries if entry.key.purchase != "spot"), day, limits.same_share)
            self._others = OtherPrices(self.listed, limits)
            beside = [self._others.beside(line) for line in self.listed]
        self._beside = {(line.feed, line.price_id): other for line, other in zip(self.listed, beside, strict=True)}
        self.spots = regions((entry for entry in entries if entry.key.purchase == "spot"), day)
        self.by_key: dict[LineKey, ListPriceLine] = {(line.feed, line.price_id): line for line in self.listed}
        self._histories: dict[LineKey, LineHistory] = {}

    @cached_property
    def listings(self) -> FirstListings:
        return FirstListings(self.listed, self.spots)

    @cached_property
    def market(self) -> SpotMarket:
        """Spot beside the on-demand prices that are believed."""
        beside = {(spot.feed, spot.price_id._replace(purchase="on_demand", terms="")) for spot in self.spots}
        listed = (self.by_key[key] for key in beside if key in self.by_key)
        return SpotMarket(map(self._believed_line, listed), self.spots, self.limits, self.files)

    @cached_property
    def _confirmer(self) -> StepConfirmer:
        seen = SpotMarket(self.listed, self.spots, self.limits, self.files)
        peers = PeerMoves(list(self._beside.values()), self.limits, self._unmoved_lines)
        return StepConfirmer(peers, seen, self.limits, self.files, self._others)

    def _held_files(self, entries: Sequence[Series]) -> tuple[HeldFiles, OtherPrices, list[ListPriceLine]]:
        """Those of what each feed did by itself, and then beside what others count by that at its first look; and the
        lines beside these."""
        accepted = _accepted(entries)
        files = HeldFiles(self.listed, accepted, self.day, self.limits, self._unmoved_lines)
        counted = self.listed
        if files.files:
            listed = (files.counted(entry) for entry in entries if entry.key.purchase != "spot")
            counted = lines(listed, self.day, self.limits.same_share)
        others = OtherPrices(counted, self.limits)
        beside = [others.beside(line) for line in self.listed]
        is_moved = any(len(line.runs) < len(other.runs) for line, other in zip(self.listed, beside, strict=True))
        if is_moved:
            files = HeldFiles(beside, accepted, self.day, self.limits, self._unmoved_lines)
        return files, others, beside

    def _unmoved_lines(self) -> list[ListPriceLine]:
        return lines(self._unmoved(), self.day, self.limits.same_share)

    def history(self, line: ListPriceLine) -> LineHistory:
        key = line.feed, line.price_id
        if key not in self._histories:
            history = self._replayed(line, line.runs)
            held = self.held(line)
            self._histories[key] = history if held is None else self._in_held_file(line, history, held)
        return self._histories[key]

    def _replayed(self, line: ListPriceLine, runs: Sequence[PriceRun]) -> LineHistory:
        """Up to the look at which `runs` end. A first look beside another price is a move from that one."""
        beside = self._beside[line.feed, line.price_id]
        if len(beside.runs) == len(line.runs):
            return self._confirmer.history(beside, runs)
        start = runs[0].first - timedelta(days=1)
        history = self._confirmer.history(beside, (PriceRun(start, None, is_gone=True, looks=(start,)), *runs))
        step = history.steps[0] if history.steps else None
        if step is None or step.run.first != runs[0].first or step.confirmed_on != step.run.first:
            return history
        return history._replace(first=step.after, steps=history.steps[1:])  # what a first look shows is no news

    def held(self, line: ListPriceLine | SpotRegion) -> HeldFile | None:
        """The file of the line that is held back as a whole."""
        return self.files.active(line.feed, line.key.cloud)

    def shown(self, zone: Series) -> Series:
        """The series as the feed shows it, held back or not."""
        return self._series.get((zone.feed, zone.key), zone)

    def _in_held_file(self, line: ListPriceLine, history: LineHistory, held: HeldFile) -> LineHistory:
        """The history of what counts, and beside it what the file shows instead."""
        run = self._shown[line.feed, line.price_id].runs[-1]
        if run.usd_per_hour == line.runs[-1].usd_per_hour:
            return history
        if run.usd_per_hour == history.price:
            return history._replace(doubted=None)
        looks = tuple(look for look in run.looks if look >= held.since)
        shown = run._replace(first=held.since, looks=looks)
        step = SeriesStep(
            history.price, run.usd_per_hour, shown, None, 0, HELD_FILE, is_news=False, alike=held.prices,
            limit=held.factor,
        )  # fmt: skip
        return history._replace(doubted=step)

    def spot_regions(self) -> dict[LineKey, SpotRegion]:
        return {(spot.feed, spot.price_id): spot for spot in self.spots}

    def _believed_line(self, line: ListPriceLine) -> ListPriceLine:
        """The line as it is believed: each price from the day on which it was confirmed."""
        history = self.history(line) if line.price_id.purchase == "on_demand" else None
        if history is None or (not history.steps and not history.glitches and history.doubted is None):
            return line
        start = PriceRun(line.runs[0].first, history.first, is_gone=history.first is None, looks=line.runs[0].looks)
        later = (
            PriceRun(step.confirmed_on, step.after, is_gone=step.after is None, looks=step.run.looks)
            for step in history.steps
            if step.confirmed_on is not None
        )
        return line._replace(runs=(start, *later))


def _accepted(entries: Iterable[Series]) -> Mapping[FileOf, set[date]]:
    """The looks that somebody accepted, by feed and cloud."""
    found: dict[FileOf, set[date]] = {}
    for entry in entries:
        if entry.accepted:
            found.setdefault((entry.feed, entry.key.cloud), set()).update(entry.accepted)
    return found
