"""A channel's watched and recent verdicts, each at the prices of two days."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from datetime import UTC, date, datetime, time, timedelta

from bot.advice.advisor import Advisor, Answer
from bot.advice.audience import Audience
from bot.advice.rejudge import Rejudge, counts_own
from engine.base.constants import Constants
from engine.changes.change import Change
from engine.impact.attribution import Moved, Prices, because, moves
from engine.impact.digest import Affected
from engine.impact.verdict_figures import MoveLimits, compared, kinds, verdict_figures
from engine.options.option import CostedOption
from engine.prices.offers import OfferKey
from knowledge.facts import Facts, names_of
from knowledge.store.store import Store
from knowledge.store.verdicts import KeptVerdict

MOST = 25  # verdicts of a channel that are re-evaluated, watched ones first


def affected(
    advisor: Advisor,
    store: Store,
    thinking: AbstractContextManager[object],
    team: str,
    channel: str,
    since: date,
    until: date,
    changes: Iterable[Change],
    audience: Audience,
) -> tuple[Affected, ...]:
    """Every verdict of the channel, before and after: at the prices of `since` (or of its own day, if later) and of
    `until`. Private answers are not included, nor what counts own prices where others read along.
    """
    announced = [change for change in changes if change.announced]
    judge = Rejudge(advisor, store)
    compared = []
    for kept in verdicts_of(advisor.facts, store, team, channel, until):
        if not audience.is_ours and counts_own(store, kept):
            continue
        with thinking:
            first = judge.before(kept)
            given = first or judge.now(kept, kept.as_of)
            before = first if kept.as_of >= since else judge.now(kept, since)
            after = judge.now(kept, until)
        if given is not None and before is not None and after is not None:
            found = _affected(advisor.facts, kept, given, before, after, announced)
            caused = _caused(advisor, judge, thinking, kept, given, before, after)
            found = found if caused is None else _only(advisor.facts, found, announced, caused)
            compared.append(_shared(advisor, found, before, after))
    return tuple(compared)


def _caused(
    advisor: Advisor,
    judge: Rejudge,
    thinking: AbstractContextManager[object],
    kept: KeptVerdict,
    given: Answer,
    before: Answer,
    after: Answer,
) -> Moved | None:
    """Which prices moved the verdict, as the report of a watched one says; None where none moved it so far."""
    if before.verdict is None or after.verdict is None or given.verdict is None:
        return None

    limits = MoveLimits(advisor.facts)
    then, now = (verdict_figures(answer.verdict, given.verdict) for answer in (before, after))
    if not kinds(then, now, limits):
        return None
    with thinking:
        at = judge.judge(kept, after)
        return because(
            at,
            before.verdict,
            after.verdict,
            _prices(advisor, before),
            _prices(advisor, after),
            limits,
            given.verdict,
        )


def _prices(advisor: Advisor, answer: Answer) -> Prices:
    return Prices((answer.market or advisor.recorded).offers, answer.sources, answer.as_of)


def _shared(advisor: Advisor, found: Affected, before: Answer, after: Answer) -> Affected:
    """With the share by which each of its prices rose between the two days, and without those that then stood."""
    if not found.because:
        return found
    facts = advisor.facts
    every = moves(_prices(advisor, before), _prices(advisor, after), MoveLimits(facts))
    shares = {move.thing: move.share for move in every}
    held: list[tuple[Change, float | None]] = []
    for change in found.because:
        name = names_of(facts).listed(change.scope, change.provider, change.instance) or change.instance
        thing = OfferKey(name, change.provider, change.region, change.purchase, change.scope)
        if thing in shares:
            held.append((change, shares[thing]))
    return found._replace(because=tuple(one for one, _ in held), shares=tuple(share for _, share in held))


def _only(facts: Facts, found: Affected, announced: Iterable[Change], caused: Moved) -> Affected:
    """With the announced changes of those prices alone: what only moved beside them changed no verdict."""
    did = {(move.thing.cloud, move.thing.scope, move.thing.instance, move.thing.purchase) for move in caused.because}

    def is_one(change: Change) -> bool:
        name = names_of(facts).listed(change.scope, change.provider, change.instance)
        return (change.provider, change.scope, name, change.purchase) in did

    kept = tuple(change for change in found.because if is_one(change))
    return found._replace(because=kept or tuple(change for change in announced if is_one(change)))


def verdicts_of(facts: Facts, store: Store, team: str, channel: str, until: date) -> tuple[KeptVerdict, ...]:
    """The verdicts of a channel's threads that are watched, or more recent than `recent_verdict_days`."""
    days = timedelta(Constants(facts).likely("recent_verdict_days"))
    since = datetime.combine(until - days, time(), UTC).timestamp()
    recent = store.verdicts.recent(team, since=since, limit=MOST)
    by_id = {verdict.id: verdict for verdict in (*store.verdicts.watched(team), *recent)}
    public = [verdict for verdict in by_id.values() if verdict.channel == channel and not verdict.is_private]
    return tuple([verdict for verdict in public if verdict.as_of <= until][:MOST])


def _affected(
    facts: Facts, kept: KeptVerdict, given: Answer, before: Answer, after: Answer, announced: list[Change]
) -> Affected:
    verdicts = [answer.verdict for answer in (before, after) if answer.verdict]
    advised = [verdict.option for verdict in verdicts if verdict.option]
    others = [other for verdict in verdicts if (other := compared(verdict, given.verdict or verdict))]
    priced = [[c for c in announced if any(_is_its_price(facts, c, o) for o in some)] for some in (advised, others)]
    return Affected(
        verdict=kept.id,
        question=kept.question,
        channel=kept.channel,
        thread_ts=kept.thread_ts,
        before=verdict_figures(before.verdict, given.verdict, before.verdict),
        after=verdict_figures(after.verdict, given.verdict, before.verdict),
        because=tuple(dict.fromkeys(change for found in priced for change in found)),
        is_watched=kept.is_watched,
        chips=tuple(dict.fromkeys(chip for answer in (after, before) for chip in _chips(facts, answer, given))),
        is_serving=any(verdict.case.filled.profile.by_month for verdict in verdicts),
    )


def _chips(facts: Facts, answer: Answer, given: Answer) -> Iterator[str]:
    """The accelerators that a verdict recommends, or weighs against each other, and those that were named."""
    if answer.verdict is not None:
        total = answer.verdict.case.sum
        other = compared(answer.verdict, given.verdict or answer.verdict)
        weighed = (total.winner, total.other, total.reference, total.rival) if total else ()
        shown = (answer.verdict.option, other, *weighed)
        yield from (option.accelerator for option in shown if option is not None)
    named = answer.reading.profile
    yield from (facts.instances[name].accelerator for name in named.instances if name in facts.instances)
    yield from (name for name in named.candidates if name in facts.accelerators)


def _is_its_price(facts: Facts, change: Change, option: CostedOption) -> bool:
    """Whether the change is one of the option's price."""
    name = names_of(facts).listed(change.scope, change.provider, change.instance)
    is_same_hardware = name == (option.accelerator if change.scope == "chip" else option.instance)
    offer = change.provider, change.region, change.purchase
    return is_same_hardware and offer == (option.cloud, option.price.seen_in, option.purchase)
