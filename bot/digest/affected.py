"""What a channel was advised, at the prices of two days: the verdicts of its threads, watched or of late."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager
from datetime import UTC, date, datetime, time, timedelta

from bot.advice.advisor import Advisor, Answer
from bot.advice.rejudge import Rejudge
from bot.prices.market import names
from engine.base.constants import Constants
from engine.changes.change import Change
from engine.impact.stand import Affected, VerdictFigures
from engine.options.option import Option
from knowledge.facts import Facts
from knowledge.store.store import Store
from knowledge.store.verdicts import KeptVerdict

MOST = 25  # verdicts of a channel that are worked out again, the watched ones first


def affected(
    advisor: Advisor,
    store: Store,
    thinking: AbstractContextManager[object],
    team: str,
    channel: str,
    since: date,
    until: date,
    found: Iterable[Change],
) -> tuple[Affected, ...]:
    """Every verdict of the channel at the prices of `since`, or at those it was given at where it is newer, and at
    those of `until`. What only one person was shown is no business of a channel.
    """
    told = [change for change in found if change.announced]
    judge = Rejudge(advisor, store)
    out = []
    for kept in verdicts_of(advisor.facts, store, team, channel, until):
        with thinking:
            before = judge.before(kept) if kept.as_of >= since else judge.now(kept, since)
            after = judge.now(kept, until)
        if before is not None and after is not None:
            out.append(_affected(advisor.facts, kept, before, after, told))
    return tuple(out)


def verdicts_of(facts: Facts, store: Store, team: str, channel: str, until: date) -> tuple[KeptVerdict, ...]:
    """The verdicts of a channel's threads that are watched, or not older than the data says."""
    days = timedelta(Constants(facts).likely("recent_verdict_days"))
    since = datetime.combine(until - days, time(), UTC).timestamp()
    recent = store.verdicts.recent(team, since=since, limit=MOST)
    held = {each.id: each for each in (*store.verdicts.watched(team), *recent)}
    here = [each for each in held.values() if each.channel == channel and not each.is_private]
    return tuple([each for each in here if each.as_of <= until][:MOST])


def _affected(facts: Facts, kept: KeptVerdict, before: Answer, after: Answer, told: list[Change]) -> Affected:
    first = before.verdict.option if before.verdict else None
    touched = {option for option in (first, after.verdict.option if after.verdict else None) if option}
    return Affected(
        verdict=kept.id,
        question=kept.question,
        channel=kept.channel,
        thread_ts=kept.thread_ts,
        before=_stand(before, first.id if first else None),
        after=_stand(after, first.id if first else None),
        because=tuple(change for change in told if any(_prices(facts, change, option) for option in touched)),
        is_watched=kept.is_watched,
    )


def _stand(answer: Answer, option: str | None) -> VerdictFigures:
    judged = answer.verdict
    if judged is None:
        return VerdictFigures(None, None, None)
    same = next((each for each in judged.case.options if each.id == option), None)
    return VerdictFigures(
        lean=judged.lean,
        option=judged.option.id if judged.option else None,
        usd_per_run=_run(same),
        saving_usd=_saving(answer),
        own_usd_per_run=_run(judged.option),
    )


def _run(option: Option | None) -> float | None:
    return option.usd_per_run.likely if option and option.usd_per_run else None


def _saving(answer: Answer) -> float | None:
    judged = answer.verdict
    found = judged.case.sum if judged else None
    if judged is None or found is None or found.other is None:
        return None
    return found.other.total(judged.case.runs) - found.winner.total(judged.case.runs)


def _prices(facts: Facts, change: Change, option: Option) -> bool:
    """Whether the change is one of the option's price."""
    thing = names(facts).get((change.scope, change.provider, change.instance))
    is_it = thing == (option.accelerator if change.scope == "chip" else option.instance)
    place = change.provider, change.region, change.purchase
    return is_it and place == (option.cloud, option.region, option.purchase)
