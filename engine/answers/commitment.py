"""Commitments: which kind, how much to commit, for how long, and what it cost in the past.

The first sentence answers the question: commit this much, ask for an unpublished rate, or use a block.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from engine.answers.commitment_rates import (
    TERMS,
    WAYS,
    CommitmentRate,
    CommitmentUse,
    example,
    on_demand,
    rates,
    use_of,
)
from engine.answers.commitment_reasons import (
    BlockPays,
    CommitPlan,
    HowMuch,
    NoRate,
    NotForOneRun,
    OverCommit,
    PaysFrom,
    PlanUnknown,
    Ranked,
    RateAlone,
    TermUnknown,
    WorkTakes,
    YourUse,
)
from engine.answers.commitment_risk import risk
from engine.answers.commitment_rules import (
    LONG_YEARS,
    block_rules,
    kind_of_commitment,
    managed_terms,
    plan_choice,
    term_end,
)
from engine.answers.mentioned import machines, meant
from engine.base.reason import Reason
from engine.library import Library
from engine.prices.capacity_blocks import booking
from engine.prices.commitments import effective_rate, month_usd, share_to_commit, term_hours, term_usd
from engine.prices.price_book import PriceBook, Quote
from engine.workload.profile import Profile, Reading
from knowledge.facts import Cloud, Instance, Purchase
from knowledge.units import HOURS_PER_MONTH

THINGS = 3
LONG: Purchase = "reserved_3yr"
RESERVED: tuple[Purchase, ...] = ("reserved_1yr", LONG)


class WorkedOut(NamedTuple):
    """What the work was worked out to take: machine-hours a month by type, and the type to use for it."""

    hours: Mapping[str, float]
    best: Instance


def commitment(reading: Reading, library: Library, day: date, worked: WorkedOut | None = None) -> tuple[Reason, ...]:
    """The sentences, most relevant first; `worked`: where the work was described."""
    book = library.prices(day)
    profile = reading.profile
    things = types_meant(reading, library, book)
    if worked is not None and not things:
        things = (worked.best,)
    clouds: set[Cloud] = {thing.cloud for thing in things} or set(profile.clouds)
    hours = worked.hours.get(things[0].id) if worked is not None and things else None
    use = use_of(profile, hours)
    known = {thing.id: rates(thing, profile, book) for thing in things}
    sentences = [reason for thing in things for reason in _about(thing, known[thing.id], use, profile, library, book)]
    sellers: set[Cloud] = clouds or {"aws"}
    kinds: list[Reason] = [kind_of_commitment(cloud, library) for cloud in sorted(sellers)]
    lead = _lead(profile, things, known, use, library)
    floor: list[Reason] = [] if lead else [_floor(profile, things, use, library)]
    takes = _work_takes(things[0].id, hours) if hours else _your_use(use, profile)
    if hours and not lead:
        lead, takes, floor = [*floor, *takes], [], []
    how = [*takes, *floor, *_over(profile, known, clouds, library, day), term_end(day)]
    aws = not clouds or "aws" in clouds
    blocks = [block_rules(library)] if aws else []
    if profile.managed:
        kinds.append(managed_terms(library))
    if profile.purchase == "savings_plan":
        kinds.insert(0, plan_choice(library))
    if profile.purchase == "capacity_block":
        blocked = [reason for reason in sentences if _is_of_block(reason)]
        return (*blocked, *blocks, *(reason for reason in sentences if reason not in blocked), *kinds, *how)
    replayed = risk(things, clouds, library, book)
    if profile.purchase == LONG:
        return (*lead, *sentences, *replayed, *kinds, *how, *blocks)
    if things or profile.purchase == "savings_plan":
        return (*lead, *sentences, *kinds, *how, *replayed, *blocks)
    return (*floor, *kinds, *(reason for reason in how if reason not in floor), *replayed, *blocks)


def types_meant(reading: Reading, library: Library, book: PriceBook) -> tuple[Instance, ...]:
    """The types that are told of."""
    return _of_the_line(meant(reading, library.facts, book, THINGS), reading, library)


def _is_of_block(reason: Reason) -> bool:
    return isinstance(reason, BlockPays) or (isinstance(reason, RateAlone) and reason.purchase == "capacity_block")


def _of_the_line(things: tuple[Instance, ...], reading: Reading, library: Library) -> tuple[Instance, ...]:
    """The instances of the line that was written ("p4de"), if one was, where another of its chip comes first, too."""
    words = set(reading.words.get("candidates", "").lower().replace(",", " ").split())
    if len(reading.profile.candidates) != 1:
        return tuple(thing for thing in things if thing.line in words) or things
    held = (*things, *(library.facts.instances.values() if things else ()))
    named = dict.fromkeys(thing for thing in held if thing.line in words)
    return tuple(named)[: len(things)] or things


def _lead(
    profile: Profile,
    things: tuple[Instance, ...],
    known: dict[str, tuple[CommitmentRate, ...]],
    use: CommitmentUse,
    library: Library,
) -> list[Reason]:
    """How many of the first thing named to commit to, at the term asked for; if its rate is not known, that.

    For a single run: nothing, since a term is paid for every hour.
    """
    terms = [rate for rate in known[things[0].id] if rate.is_term] if things else []
    if not terms:
        return []
    asked = [rate for rate in terms if rate.purchase == profile.purchase]
    if profile.cadence == "one_off":
        return [_not_for_one_run((asked or terms)[0])]
    if not asked and profile.purchase in RESERVED:
        return [_term_unknown(terms[0], profile.purchase, use), _ranked(known[things[0].id], profile, use, library)]
    count = machines(profile, things[0]) or use.machines
    paying = [rate for rate in terms if use.said and use.share > rate.share]  # a longer one, where the first does not
    plan = _plan((asked or paying or terms)[0], count, use, library)
    return [plan, _ranked(known[things[0].id], profile, use, library)]


def _term_unknown(other: CommitmentRate, asked: Purchase, use: CommitmentUse) -> TermUnknown:
    return TermUnknown(
        instance=other.instance,
        purchase=asked,
        other=other.purchase,
        other_usd=other.usd,
        other_day=str(other.term.observed_on),
        use=use.share,
        said=use.said,
        on_demand=other.on_demand,
        below=other.on_demand * use.share,
        cites=other.cites,
    )


def _not_for_one_run(rate: CommitmentRate) -> NotForOneRun:
    return NotForOneRun(
        **rate.fields,
        term_hours=term_hours(rate.purchase),
        term_usd=term_usd(rate.usd, rate.purchase),
        cites=rate.cites,
    )


def _ranked(known: tuple[CommitmentRate, ...], profile: Profile, use: CommitmentUse, library: Library) -> Ranked:
    """Every way to buy, ranked by the cost of an hour of work at this use; a block is paid for its whole days."""
    costs: dict[Purchase, float] = {"on_demand": known[0].on_demand}
    for rate in known:
        paid = effective_rate(rate.usd, use.share)
        if rate.purchase == "capacity_block" and profile.run_hours and profile.runs_per_month:
            gap = HOURS_PER_MONTH / profile.runs_per_month
            booked = min(gap, booking(profile.run_hours, 1, library.constants).hours)
            paid = rate.usd * max(1.0, booked / profile.run_hours)
        costs[rate.purchase] = paid
    ways: list[Purchase] = sorted(costs, key=lambda way: (costs[way], way))
    return Ranked(
        instance=known[0].instance,
        use=use.share,
        said=use.said,
        ways=" ".join(ways),
        at_on_demand=costs.get("on_demand"),
        at_reserved_1yr=costs.get("reserved_1yr"),
        at_reserved_3yr=costs.get("reserved_3yr"),
        at_savings_plan=costs.get("savings_plan"),
        at_capacity_block=costs.get("capacity_block"),
        cites=tuple(dict.fromkeys(cite for rate in known for cite in rate.cites)),
    )


def _plan(rate: CommitmentRate, count: int, use: CommitmentUse, library: Library) -> CommitPlan:
    """How many of `count` machines to commit at this `use`, and the cost of a month with and without."""
    share = library.constants.entry("commit_share_of_floor")
    few, many = share_to_commit(count, share.value.low, share.value.high)
    return CommitPlan(
        **rate.fields,
        count=count,
        few=few,
        many=many,
        low=share.value.low,
        high=share.value.high,
        use=use.share,
        said=use.said,
        pays=use.share > rate.share,
        effective=effective_rate(rate.usd, use.share),
        month=month_usd(count, many, use.share, rate.usd, rate.on_demand),
        month_without=month_usd(count, 0, use.share, rate.usd, rate.on_demand),
        cites=(*rate.cites, share.source),
    )


def _about(
    thing: Instance,
    known: tuple[CommitmentRate, ...],
    use: CommitmentUse,
    profile: Profile,
    library: Library,
    book: PriceBook,
) -> list[Reason]:
    """Each rate with its break-even use; and what to ask for if a purchase option has no published rate."""
    sentences: list[Reason] = []
    for rate in known:
        at_use = BlockPays(
            **rate.fields,
            hours=rate.share * HOURS_PER_MONTH,
            use=use.share,
            said=use.said,
            effective=effective_rate(rate.usd, use.share),
            old=rate.age_days > library.constants.likely("stale_price_days"),
            cites=rate.cites,
        )
        whole = (
            {"term_hours": term_hours(rate.purchase), "term_usd": term_usd(rate.usd, rate.purchase)}
            if rate.is_term
            else {}
        )
        sentences.append(PaysFrom(**at_use.model_dump() | whole) if whole else at_use)
    free = on_demand(thing, profile, book)
    held = {rate.purchase for rate in known}
    if "savings_plan" in thing.sold and thing.cloud == "aws" and "savings_plan" not in held:
        most = library.constants.entry("savings_plan_most_off")
        usd = free.usd_per_hour.likely if free else None
        newer = _newer(thing, usd, profile, library, book) if usd is not None else None
        plan = PlanUnknown(
            newer=newer[0].id if newer else "",
            newer_chip=library.facts.accelerators[newer[0].accelerator].name if newer else "",
            newer_usd=newer[1] if newer else 0.0,
            newer_bandwidth=_bandwidth(newer[0], thing, library) if newer else 0.0,
            instance=thing.id,
            compute=most.value.likely,
            ec2=most.value.high,
            use=use.share,
            said=use.said,
            alone="reserved_1yr" not in thing.sold and held.isdisjoint(TERMS),
            long=profile.purchase == LONG,
            years=LONG_YEARS,
            on_demand=usd,
            below=None if usd is None else usd * use.share,
            cites=(most.source, *(newer[2] if newer else ())),
        )
        # if a term is asked for and only a plan is sold, what to ask for is the answer
        sentences.insert(0 if plan.alone and profile.purchase in TERMS else len(sentences), plan)
    alone = [] if known else [_alone(quote, thing) for way in WAYS for quote in book.quotes(thing, way)[:1]]
    if not sentences and not alone:
        sentences.append(NoRate(instance=thing.id, cites=(thing.source,)))
    return [*alone, *sentences]


def _newer(
    thing: Instance, usd: float, profile: Profile, library: Library, book: PriceBook
) -> tuple[Instance, float, tuple[str, ...]] | None:
    """The cheapest machine of a later chip with as many chips, processors and memory, at less than it costs."""
    chips = library.facts.accelerators
    own = chips[thing.accelerator]
    found: list[tuple[Instance, float, tuple[str, ...]]] = []
    for one in library.facts.instances.values():
        chip = chips[one.accelerator]
        same = (one.cloud, one.count, chip.vendor) == (thing.cloud, thing.count, own.vendor)
        if not same or chip.released <= own.released or (one.vcpu or 0) < (thing.vcpu or 0):
            continue
        holds = chip.hbm_gib is not None and own.hbm_gib is not None and chip.hbm_gib.value >= own.hbm_gib.value
        quote = on_demand(one, profile, book) if holds else None
        if quote is not None and quote.usd_per_hour.likely < usd:
            found.append((one, quote.usd_per_hour.likely, (quote.source,)))
    return min(found, key=lambda each: each[1], default=None)


def _bandwidth(other: Instance, thing: Instance, library: Library) -> float:
    """Of one chip over one of the other; 0 where one of them is not known."""
    there, here = (library.facts.accelerators[one.accelerator].hbm_gbps for one in (other, thing))
    return there.value / here.value if there is not None and here is not None else 0.0


def _alone(quote: Quote, thing: Instance) -> RateAlone:
    """A rate without an on-demand price to compare it with."""
    return RateAlone(
        instance=thing.id,
        purchase=quote.purchase,
        usd=quote.usd_per_hour.likely,
        day=str(quote.observed_on),
        sold="on_demand" in thing.sold,
        cites=(quote.source,),
    )


def _your_use(use: CommitmentUse, profile: Profile) -> list[Reason]:
    """The share of all hours that the stated work uses."""
    if not use.said or not (profile.run_hours and profile.runs_per_month):
        return []
    return [YourUse(hours=profile.run_hours * profile.runs_per_month, share=use.share)]


def _work_takes(instance: str, hours: float) -> list[Reason]:
    return [WorkTakes(instance=instance, hours=hours, machines=hours / HOURS_PER_MONTH)]


def _floor(profile: Profile, things: tuple[Instance, ...], use: CommitmentUse, library: Library) -> HowMuch:
    share = library.constants.entry("commit_share_of_floor")
    count = (machines(profile, things[0]) if things else profile.instance_count) or use.machines
    few, many = share_to_commit(count, share.value.low, share.value.high)
    low, high = share.value.low, share.value.high
    return HowMuch(low=low, high=high, count=count, few=few, many=many, cites=(share.source,))


def _over(
    profile: Profile, known: dict[str, tuple[CommitmentRate, ...]], clouds: set[Cloud], library: Library, day: date
) -> list[Reason]:
    """What over-committing costs: at the first rate named, else at a well-known one of the same cloud."""
    named = (rate for of_thing in known.values() for rate in of_thing if rate.is_term)
    rate = next(named, None) or example(profile, library, day)
    if rate is None:
        return []
    constants = library.constants
    use = constants.entry("partly_used_share").value.low
    over = OverCommit(**rate.fields, use=use, effective=effective_rate(rate.usd, use), cites=rate.cites)
    if clouds and "aws" not in clouds:
        return [over]
    usd, days = (constants.entry(f"savings_plan_return_{part}") for part in ("usd_per_hour", "days"))
    taken_back = {"return_usd": usd.value.likely, "return_days": days.value.likely}
    return [over.model_copy(update={**taken_back, "cites": (*rate.cites, usd.source)})]
