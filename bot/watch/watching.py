"""Re-evaluates watched and recent verdicts, and writes the reports on those that prices changed."""

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
    """One verdict, re-evaluated. `moved` is None if it is unchanged, or if no price caused the change.

    `number`: the number of its next report. Two processes that look at the same time get the same number, and only
    one can store it.
    """

    kept: KeptVerdict
    number: int
    last_reported: Answer
    now: Answer
    moved: Moved | None


class VerdictWatch:
    """`thinking` is held while a verdict is computed, so that answers to users come first."""

    def __init__(self, advisor: Advisor, store: Store, thinking: AbstractContextManager[object]) -> None:
        self._advisor, self._store, self._thinking = advisor, store, thinking
        self._judge = Rejudge(advisor, store)
        self._limits = MoveLimits(advisor.facts)
        self._constants = Constants(advisor.facts)

    def verdicts(self, today: date) -> Iterator[KeptVerdict]:
        """The watched and the most recent verdicts of every workspace; only recommendations."""
        days = timedelta(self._constants.likely("recent_verdict_days"))
        since = datetime.combine(today - days, time(), UTC).timestamp()
        most = int(self._constants.likely("watch_verdicts_most"))
        verdicts = {kept.id: kept for kept in self._store.verdicts.watched()}
        for team in self._store.verdicts.teams():
            verdicts |= {kept.id: kept for kept in self._store.verdicts.recent(team, since=since, limit=most)}
        yield from (kept for kept in verdicts.values() if kept.lean and kept.as_of <= today)

    def look(self, kept: KeptVerdict, today: date) -> WatchedVerdict | None:
        """The verdict at the prices of `today` against its last report; None if an incompatible version stored it."""
        all_reports = self._store.watch_reports.of_verdict(kept.team, kept.id)
        reports = [report for report in all_reports if report.basis == basis(kept)]
        number = len(all_reports) + 1
        with self._thinking:
            first = self._judge.before(kept) or self._judge.now(kept, kept.as_of)
            now = self._judge.now(kept, today)
        last = reports[-1] if reports else None
        last_reported = first
        if last is not None:
            with self._thinking:
                last_reported = self._judge.at(kept, last.day, last.prices) or first
        if first is None or now is None or last_reported is None:
            return None
        if first.verdict is None or now.verdict is None or last_reported.verdict is None:
            return None
        before = verdict_figures(last_reported.verdict, first.verdict)
        after = verdict_figures(now.verdict, first.verdict)
        changes = kinds(before, after, self._limits)
        if not changes or self._is_flapping(changes, after, first, reports):
            return WatchedVerdict(kept=kept, number=number, last_reported=last_reported, now=now, moved=None)
        return WatchedVerdict(
            kept=kept,
            number=number,
            last_reported=last_reported,
            now=now,
            moved=self._moved(kept, last_reported, now, first.verdict),
        )

    def note(self, seen: WatchedVerdict, made: float) -> Report | None:
        """Stores the report to post; None if another process did, or if there is nobody to report to.

        A private answer is reported only if it is watched, and only to its asker.
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
            message=message(kept, seen.last_reported, seen.now, seen.moved).model_dump_json(),
            user=kept.user,
            made=made,
        )
        return report if self._store.watch_reports.begin(report) else None

    def _moved(self, kept: KeptVerdict, last_reported: Answer, now: Answer, given: Verdict) -> Moved | None:
        if last_reported.verdict is None or now.verdict is None:
            return None
        judge = self._judge.judge(kept, now)
        with self._thinking:
            caused = because(
                judge,
                last_reported.verdict,
                now.verdict,
                self._prices(last_reported),
                self._prices(now),
                self._limits,
                given,
            )
        if caused is None:
            log.info("a verdict changed, but no price caused it")
        return caused

    def _prices(self, answer: Answer) -> Prices:
        market = answer.market or self._advisor.recorded
        return Prices(market.offers, answer.sources, answer.as_of)

    def _is_flapping(
        self, changes: tuple[str, ...], now: VerdictFigures, first: Answer, reports: list[Report]
    ) -> bool:
        """Whether it returns, by a negligible saving, to an outcome it already had twice."""
        if not {"flipped", "other_option"} & set(changes):
            return False
        earlier = [verdict_figures(first.verdict), *(_figures(report) for report in reports)]
        times = sum((figures.lean, figures.option) == (now.lean, now.option) for figures in earlier)
        enough = self._constants.likely("watch_again_share") * (now.usd_total or 0.0)
        return times > 1 and (now.saving_usd or 0.0) < enough


def basis(kept: KeptVerdict) -> str:
    """Identifies the answer a report is about: a verdict may change under its id."""
    return hashlib.sha256(f"{kept.reading} {kept.prices} {kept.as_of}".encode()).hexdigest()[:16]


def _figures(report: Report) -> VerdictFigures:
    return VerdictFigures(**json.loads(report.stand))
