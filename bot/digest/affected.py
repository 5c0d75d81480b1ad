"""What a channel was advised, at the prices of two days: the verdicts of its threads, watched or of late."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager
from datetime import UTC, date, datetime, time, timedelta

from bot.advice.advisor import Advisor, Answer
from bot.advice.rejudge import Rejudge
from engine.base.constants import Constants
from engine.changes.change import Change
from engine.impact.digest import Affected
from engine.impact.verdict_figures import verdict_figures
from engine.options.option import Option
from knowledge.facts import Facts, names_of
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
    changes: Iterable[Change],
) -> tuple[Affected, ...]:
    """Every verdict of the channel at the prices of `since`, or at those it was given at where it is newer, and at
    those of `until`. What only one person was shown is no business of a channel.
    """
    announced = [change for change in changes if change.announced]
    judge = Rejudge(advisor, store)
    out = []
    for kept in verdicts_of(advisor.facts, store, team, channel, until):
        with thinking:
            first = judge.before(kept)
            given = first or judge.now(kept, kept.as_of)
            before = first if kept.as_of >= since else judge.now(kept, since)
            after = judge.now(kept, until)
        if given is not None and before is not None and after is not None:
            out.append(_affected(advisor.facts, kept, given, before, after, announced))
    return tuple(out)


def verdicts_of(facts: Facts, store: Store, team: str, channel: str, until: date) -> tuple[KeptVerdict, ...]:
    """The verdicts of a channel's threads that are watched, or not older than the data says."""
    days = timedelta(Constants(facts).likely("recent_verdict_days"))
    since = datetime.combine(until - days, time(), UTC).timestamp()
    recent = store.verdicts.recent(team, since=since, limit=MOST)
    held = {each.id: each for each in (*store.verdicts.watched(team), *recent)}
    here = [each for each in held.values() if each.channel == channel and not each.is_private]
    return tuple([each for each in here if each.as_of <= until][:MOST])


def _affected(
    facts: Facts, kept: KeptVerdict, given: Answer, before: Answer, after: Answer, announced: list[Change]
) -> Affected:
    options = [answer.verdict.option for answer in (before, after) if answer.verdict and answer.verdict.option]
    return Affected(
        verdict=kept.id,
        question=kept.question,
        channel=kept.channel,
        thread_ts=kept.thread_ts,
        before=verdict_figures(before.verdict, given.verdict, before.verdict),
        after=verdict_figures(after.verdict, given.verdict, before.verdict),
        because=tuple(change for change in announced if any(_prices(facts, change, option) for option in options)),
        is_watched=kept.is_watched,
    )


def _prices(facts: Facts, change: Change, option: Option) -> bool:
    """Whether the change is one of the option's price."""
    thing = names_of(facts).listed(change.scope, change.provider, change.instance)
    is_it = thing == (option.accelerator if change.scope == "chip" else option.instance)
    place = change.provider, change.region, change.purchase
    return is_it and place == (option.cloud, option.region, option.purchase)
