"""Replays real price files through import and weekly digests, and counts what was told against what happened.

Run: python -m benchmarks.replay gcp SOURCE [--feed skypilot]. SOURCE is a folder of files named by day, or
GIT_DIR:path, the history of one file. Every file is imported on its day as `chipscout prices import` would; seven
channels have their digest on each of the seven weekdays. What happened is judged by all files, whichever were read.

On 2026-12-01, of the worst weekday. "Late": by more than two weeks, for want of a look in between.

                                                           told   false   taken back   moves of a tenth: told  late
    Azure, 70 files of 20 days in seven weeks, all read     152       0            -                       68    12
      the newest each day / every other day / a week    152/156/154   0            -                 80/80/3  0/0/77
      before far spot and blanks waited as list prices do,
        all read / the newest each day                  154/156   1/3          all                    70/80
    Google, 31 files of seven weeks, all read               374       0            -                      363     3
    Google, 35 weekly files of 2026 (spot by two weeks)   4,226      19           19                    3,536     0
    AWS, 37 files of us-east-1 in three years (list only)    38       0            -                        1     2

No move was dropped, and of each price what was told is its move within the share from which moves are told. The 19
of Google are real moves, gone at its next repricing two weeks later and within a week of being told.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from benchmarks.hindsight import (
    LATE,
    Fate,
    Level,
    Statement,
    fate,
    is_false,
    levels_of,
    moves,
    on,
    settled,
    told_level,
    was_taken_back,
)  # fmt: skip
from benchmarks.price_files import PriceFile, price_files
from bot.advice.advisor import Advisor
from bot.advice.audience import MEMBERS
from bot.digest.digester import Digester
from bot.digest.poster import DigestPoster
from bot.feeds.config import Feeds, configured
from bot.feeds.import_files import import_files
from bot.prices.keep_beliefs import keep
from bot.prices.market_cache import Markets
from bot.wording.errors import UserError
from engine.base.constants import Constants
from engine.changes.change import RETRACTED
from engine.changes.lines import PriceId, is_same, price_id_of
from engine.impact.digest import Digest
from knowledge.facts import Cloud, Facts, SeriesKey
from knowledge.loading.load import load
from knowledge.store.store import Store
from knowledge.store.subscriptions import Filters, Subscription
from knowledge.types.observed import ParseContext

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
HOUR = time(9, tzinfo=UTC)
PERIODS = ("all", "day", "2 days", "week")


class Spent(NamedTuple):
    """A channel's digests, by their day."""

    weekday: int
    digests: list[tuple[date, Digest]]


def read_every(files: Sequence[PriceFile], period: str) -> list[PriceFile]:
    """Those that somebody reads who looks so often: "all", or the newest one every so many days."""
    if period == "all":
        return list(files)
    days = 7 if period == "week" else int(period.split()[0]) if period != "day" else 1
    found: list[PriceFile] = []
    day = files[0].at.date()
    while day <= files[-1].at.date():
        newest = [file for file in files if file.at < datetime.combine(day, time.max, UTC)][-1]
        found.append(PriceFile(datetime.combine(day, time(8), UTC), newest.content))
        day += timedelta(days)
    return found


class Replay:
    """One store into which files go as days pass."""

    def __init__(self, facts: Facts, feed: str, cloud: Cloud, path: Path) -> None:
        self.facts, self._cloud = facts, cloud
        self.now = datetime(2000, 1, 1, tzinfo=UTC)
        self.store = Store(path, lambda: self.now.timestamp())
        self._feeds: Feeds = configured(facts)
        self._feed = self._feeds.named(feed)
        self._at = path.parent / f"{path.stem}.csv"
        self.refused: list[tuple[date, str]] = []

    def read(self, file: PriceFile, *, is_judged: bool = True) -> None:
        self.now = file.at
        self._at.write_bytes(file.content)
        context = ParseContext(file.at.date(), self._cloud, self._feeds.prefixes)
        believe: Callable[[], None] = partial(keep, self.facts, self.store.history) if is_judged else lambda: None
        try:
            import_files(
                self._feed, [str(self._at)], self._feeds, self.store.history,
                context=context, is_partial=False, keep=believe,
            )  # fmt: skip
        except UserError as refusal:
            self.refused.append((file.at.date(), refusal.code))

    def digest(self, weekday: int, day: date) -> Digest:
        """The digest of that day, made and kept as the poster does it."""
        self.now = datetime.combine(day, HOUR)
        channel = Subscription(team="T", channel=DAYS[weekday], weekday=weekday, filters=Filters(graphics=True))
        digester = Digester(Advisor(self.facts, day, Markets(self.store.path, self.facts)), self.store, Lock())
        poster = DigestPoster(self.facts, self.store, digester, lambda: self.now.timestamp())
        made, _ = poster.draft(channel)
        self.store.digests.finish(poster.begin(channel, f"{day}", None, MEMBERS), "posted")
        return made

    def weeks(self, files: Sequence[PriceFile], weekdays: Collection[int] = range(7)) -> list[Spent]:
        """Every file read on its day, the digests of these weekdays made; the first know the first file."""
        waiting = list(files)
        channels = [Spent(weekday, []) for weekday in range(7)]
        first, last = files[0].at.date(), files[-1].at.date()
        day = first
        while day <= last + timedelta(7):
            until = datetime.combine(day, HOUR)
            while waiting and waiting[0].at <= until:
                self.read(waiting.pop(0))
            if day - first >= timedelta(7) and day.weekday() in weekdays:
                channels[day.weekday()].digests.append((day, self.digest(day.weekday(), day)))
            day += timedelta(1)
        return channels


class Limits:
    """From which share on a move of a price is told."""

    def __init__(self, facts: Facts) -> None:
        self._constants = Constants(facts)

    def of(self, price_id: PriceId) -> float:
        if price_id.purchase == "spot":
            return self._constants.likely(f"change_spot_share_{price_id.cloud}")
        return self._constants.likely("change_least_share")


def statements(channel: Spent) -> list[Statement]:
    return [Statement(day, change) for day, made in channel.digests for change in made.told]


def told_id(told: Statement) -> PriceId:
    change = told.change
    place = (change.provider, change.instance, change.region, change.purchase)
    return price_id_of(SeriesKey(*place, terms=change.terms, scope=change.scope))


def report(channel: Spent, truth: dict[PriceId, list[Level]], limits: Limits, is_long: bool) -> Iterator[str]:
    """What a channel was told, and whether it was so."""
    told = statements(channel)
    if not channel.digests:
        return
    news = [one for one in told if one.change.code != RETRACTED]
    by_price: dict[PriceId, list[Statement]] = {}
    for one in told:
        by_price.setdefault(told_id(one), []).append(one)
    wrong = [one for one in news if is_false(one, truth.get(told_id(one), []), limits.of(told_id(one)))]
    last = channel.digests[-1][0]
    ended = [one for one in wrong if one.day < last]
    back = [one for one in ended if was_taken_back(one, by_price[told_id(one)], limits.of(told_id(one)))]
    once = sum(one.change.is_seen_once for one in news)
    yield (
        f"  {DAYS[channel.weekday]:9} {len(channel.digests):3} digests, told {len(news):5} (list"
        f" {sum(one.change.purchase != 'spot' for one in news)}), false {len(wrong)} of which"
        f" {sum(one.change.is_seen_once for one in wrong)} said seen once, retracted {len(back)} of {len(ended)};"
        f" seen once {once}"
    )
    if is_long:
        for one in wrong:
            yield f"    false {_words(told_id(one))}; {_course([one], truth.get(told_id(one), []))}"
    begin = channel.digests[0][0] - timedelta(7)
    counts = {"adds up": 0, "waits": 0, "apart": 0}
    counted: dict[Fate, int] = {"told": 0, "late": 0, "waits": 0, "dropped": 0}
    for price_id, shown in truth.items():
        share = limits.of(price_id)
        seen = [level for level in shown if level.day <= last]
        real = settled(seen, share)
        start, now = on(real, begin), real[-1].usd if real else None
        if start is None or now is None:  # came or went: no move
            continue
        heard = by_price.get(price_id, [])
        usd = told_level(start, heard)
        young = next((level.day for level in reversed(real) if not is_same(level.usd, now, share)), None)
        state = "adds up" if is_same(usd, now, share) else "waits" if young and last - young <= LATE else "apart"
        if heard or state != "adds up":
            counts[state] += 1
        if is_long and state == "apart":
            yield f"    apart {_words(price_id)}: told {usd}, real {now}; {_course(heard, shown)}"
        days = [day for day, _ in channel.digests]
        for move in moves([level for level in real if level.day >= begin]):
            kind = fate(move, heard, start, real, days, max(share, 0.1))
            counted[kind] += 1
            if is_long and kind == "dropped":
                yield f"    dropped {_words(price_id)}, {move.start} {move.end}; {_course(heard, shown)}"
    yield f"            prices: {counts}; moves of a tenth: {counted}"


def _words(price_id: PriceId) -> str:
    return " ".join(part for part in price_id if part)


def _course(told: Sequence[Statement], shown: Sequence[Level]) -> str:
    """What was told, and what a price did."""
    heard = (f"{one.day:%m-%d} {one.change.before} to {one.change.after} ({one.change.code})" for one in told)
    return (
        f"told {', '.join(heard) or 'nothing'}; shown {', '.join(f'{day:%m-%d} {usd}' for day, usd in _runs(shown))}"
    )


def _runs(levels: Sequence[Level]) -> list[Level]:
    return [level for at, level in enumerate(levels) if at == 0 or level.usd != levels[at - 1].usd]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("cloud", choices=("aws", "gcp", "azure"))
    parser.add_argument("source", help="a folder of dated files, or GIT_DIR:path")
    parser.add_argument("--feed", default="skypilot")
    parser.add_argument("--read", default="all,day,2 days,week")
    parser.add_argument("--since", type=datetime.fromisoformat, default=datetime(2000, 1, 1, tzinfo=UTC))
    parser.add_argument("--weekdays", default="0123456", help="0 is Monday")
    parser.add_argument("--list", action="store_true", help="every false statement and every dropped move")
    wanted = parser.parse_args()
    facts = load()
    since = wanted.since.replace(tzinfo=UTC)
    files = [file for file in price_files(wanted.source, facts) if file.at >= since]
    facts = facts.model_copy(update={"offers": ()})  # prices that come along are not of that time
    print(f"{len(files)} files, {files[0].at:%Y-%m-%d} to {files[-1].at:%Y-%m-%d}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        whole = Replay(facts, wanted.feed, wanted.cloud, Path(folder) / "whole.db")
        for file in files:
            whole.read(file, is_judged=False)
        truth = levels_of(whole.store.history.series())
        print(f"{len(truth):,} prices; refused {whole.refused}")
        for number, period in enumerate(wanted.read.split(",")):
            replay = Replay(facts, wanted.feed, wanted.cloud, Path(folder) / f"{number}.db")
            channels = replay.weeks(read_every(files, period), [int(digit) for digit in wanted.weekdays])
            print(f"read: {period}; refused {replay.refused}")
            for channel in channels:
                for line in report(channel, truth, Limits(facts), wanted.list):
                    print(line, flush=True)


if __name__ == "__main__":
    main()
