"""Watched and recent verdicts judged again: what became of each, and what there is to report of it."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Iterator
from contextlib import AbstractContextManager
from datetime import UTC, date, datetime, time, timedelta

from bot.advice.advisor import Advisor, Answer
from bot.advice.rejudge import Rejudge, freeze
from bot.watch.message import message
from engine.base.constants import Constants
from engine.impact.attribution import Moved, Prices, because
from engine.impact.verdict_figures import MoveLimits, VerdictFigures, kinds, verdict_figures
from engine.verdict.verdict import Verdict
from knowledge.facts import Fact
from knowledge.store.store import Store
from knowledge.store.verdicts import KeptVerdict
from knowledge.store.watch_reports import Report

log = logging.getLogger(__name__)


class WatchedVerdict(Fact):
    """One verdict judged again. `moved` is None where it stands, or where no price made the difference.

    `number`: which report it would be. Whoever looked before another wrote the last one has the same number.
    """

    kept: KeptVerdict
    number: int
    told: Answer
    now: Answer
    moved: Moved | None


class Watching:
    """`thinking` is held while a verdict is worked out: answers to people go before."""

    def __init__(self, advisor: Advisor, store: Store, thinking: AbstractContextManager[object]) -> None:
        self._advisor, self._store, self._thinking = advisor, store, thinking
        self._judge = Rejudge(advisor, store)
        self._limits = MoveLimits(advisor.facts)
        self._constants = Constants(advisor.facts)

    def verdicts(self, today: date) -> Iterator[KeptVerdict]:
        """Those that are watched, of every workspace, and the newest of late of each: recommendations alone."""
        days = timedelta(self._constants.likely("recent_verdict_days"))
        since = datetime.combine(today - days, time(), UTC).timestamp()
        most = int(self._constants.likely("watch_verdicts_most"))
        found = {kept.id: kept for kept in self._store.verdicts.watched()}
        for team in self._store.verdicts.teams():
            found |= {kept.id: kept for kept in self._store.verdicts.recent(team, since=since, limit=most)}
        yield from (kept for kept in found.values() if kept.lean and kept.as_of <= today)

    def look(self, kept: KeptVerdict, today: date) -> WatchedVerdict | None:
        """The verdict at the prices of `today`, against what its thread was told last; None: of another version."""
        every = self._store.watch_reports.of_verdict(kept.team, kept.id)
        reports, number = [each for each in every if each.basis == basis(kept)], len(every) + 1
        with self._thinking:
            first = self._judge.before(kept) or self._judge.now(kept, kept.as_of)
            now = self._judge.now(kept, today)
        last = reports[-1] if reports else None
        told = first
        if last is not None:
            with self._thinking:
                told = self._judge.at(kept, last.day, last.prices) or first
        if first is None or now is None or told is None:
            return None
        if first.verdict is None or now.verdict is None or told.verdict is None:
            return None
        was = verdict_figures(told.verdict, first.verdict)
        stands = verdict_figures(now.verdict, first.verdict)
        found = kinds(was, stands, self._limits)
        if not found or self._is_on_the_edge(found, stands, first, reports):
            return WatchedVerdict(kept=kept, number=number, told=told, now=now, moved=None)
        return WatchedVerdict(
            kept=kept, number=number, told=told, now=now, moved=self._moved(kept, told, now, first.verdict)
        )

    def note(self, seen: WatchedVerdict, made: float) -> Report | None:
        """What is to be posted, written down before it is; None: another process did, or nobody is to be told.

        A private answer is told of only where it is watched, and to its asker alone.
        """
        if seen.moved is None or (seen.kept.is_private and not seen.kept.is_watched):
            return None
        kept = seen.kept
        report = Report(
            team=kept.team,
            verdict=kept.id,
            number=seen.number,
            basis=basis(kept),
            day=seen.now.as_of,
            stand=json.dumps(seen.moved.after._asdict()),
            prices=freeze(self._store, self._advisor, kept.team, seen.now),
            message=message(kept, seen.told, seen.now, seen.moved).model_dump_json(),
            user=kept.user,
            made=made,
        )
        return report if self._store.watch_reports.begin(report) else None

    def _moved(self, kept: KeptVerdict, told: Answer, now: Answer, given: Verdict) -> Moved | None:
        if told.verdict is None or now.verdict is None:
            return None
        judge = self._judge.judge(kept, now)
        with self._thinking:
            found = because(
                judge, told.verdict, now.verdict, self._prices(told), self._prices(now), self._limits, given
            )
        if found is None:
            log.info("a verdict moved, but no price did it")
        return found

    def _prices(self, answer: Answer) -> Prices:
        market = answer.market or self._advisor.recorded
        return Prices(market.offers, answer.sources, answer.as_of)

    def _is_on_the_edge(
        self, found: tuple[str, ...], now: VerdictFigures, first: Answer, reports: list[Report]
    ) -> bool:
        """Whether it would go back once more to where it was twice, by next to nothing."""
        if not {"flipped", "other_option"} & set(found):
            return False
        earlier = [verdict_figures(first.verdict), *(_stand(each) for each in reports)]
        times = sum((each.lean, each.option) == (now.lean, now.option) for each in earlier)
        enough = self._constants.likely("watch_again_share") * (now.usd_total or 0.0)
        return times > 1 and (now.saving_usd or 0.0) < enough


def basis(kept: KeptVerdict) -> str:
    """Names the answer a report is about: a verdict may be changed under its id."""
    return hashlib.sha256(f"{kept.reading} {kept.prices} {kept.as_of}".encode()).hexdigest()[:16]


def _stand(report: Report) -> VerdictFigures:
    return VerdictFigures(**json.loads(report.stand))
