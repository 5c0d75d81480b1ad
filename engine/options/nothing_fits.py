"""Where nothing may lead: the reason most offerings share, what comes nearest, and what would have to give."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from typing import Any

from engine.base.reason import Reason
from engine.options.constraints import Constraint, Late, OneOffTerm, OverBudget
from engine.options.eligibility import NotAsked, OtherPurchase, SpotUnsaid
from engine.options.option import CostedOption, ExcludedOption, Option, costed
from knowledge.facts import Purchase


class NothingFits(Reason, code="nothing_fits"):
    """Of `of` offerings none may lead; `count` of them for the reason whose code is `obstacle`."""

    obstacle: str
    count: int
    of: int


class _Offered(Reason):
    """An offering, with the dollars of the planned runs."""

    option: str
    purchase: Purchase
    machines: int
    total_usd: float
    runs: float
    serving: bool


class Nearest(_Offered):
    """The offering that comes nearest."""


class NearestInTime(Nearest, code="nearest_in_time"):
    """It would fit with `needs_days` instead of `deadline_days`."""

    needs_days: float
    deadline_days: float
    port_days: float
    queue_days: float
    run_days: float
    margin: float


class NearestInBudget(Nearest, code="nearest_in_budget"):
    """It would fit with `needs_usd` instead of `budget_usd`, which pays for `enough_for` runs."""

    needs_usd: float
    budget_usd: float
    enough_for: float


class NearestOtherwise(Nearest, code="nearest_otherwise"):
    """It meets every constraint, and is held back by what was asked for: `gives` is the code of that."""

    gives: str


class NothingOtherwise(_Offered, code="nothing_otherwise"):
    """No other way to buy keeps what else was said: `breaks` is the code of what the least of them breaks.

    `asked` is the way that was asked for: spot counts only where it is.
    """

    breaks: str
    asked: Purchase


class NearestHeld(Nearest, code="nearest_held"):
    """Nothing but this: `obstacle` is the code of the reason that would have to go away."""

    obstacle: str


class InsteadOfTerm(Reason, code="instead_of_term"):
    """A term was asked for, for a single run: what it costs whatever is used."""

    option: str
    purchase: Purchase
    count: int
    usd_per_hour: float
    term_hours: float
    usd: float
    used_usd: float


def nothing_fits(options: Iterable[Option], *, serving: bool) -> tuple[Reason, ...]:
    """The constraint most share, a term that a single run cannot use, the nearest, and what is bought otherwise."""
    everything = list(options)
    if not everything:
        return ()
    codes = [_obstacle(option) for option in everything]
    barred = [code for option, code in zip(everything, codes, strict=True) if _is_barred(option)]
    obstacles = Counter(barred or codes)
    obstacle, count = obstacles.most_common(1)[0]
    offers = costed(everything)
    named = any(option.named for option in everything)
    reasons: list[Reason] = []
    asked = [(not option.named, *_order(option), option.not_leading) for option in offers]
    terms = [entry for entry in asked if isinstance(entry[-1], OneOffTerm) and entry[-1].besides is None]
    fields = min(terms, key=lambda entry: entry[:-1])[-1] if terms else None
    if isinstance(fields, OneOffTerm):
        reasons.append(
            InsteadOfTerm(
                option=fields.option,
                purchase=fields.purchase,
                count=fields.count,
                usd_per_hour=fields.usd_per_hour,
                term_hours=fields.term_hours,
                usd=fields.usd,
                used_usd=fields.used_usd,
                cites=fields.cites,
            )
        )
    near = nearest(offers)
    if near is not None:
        reasons.append(_gives(near, serving=serving))
    released = min((o for o in offers if _released(o, named=named)), key=_order, default=None)
    if released is not None and released.not_leading is not None:
        gives = released.not_leading.code
        reasons.append(NearestOtherwise(**_of(released, serving=serving), gives=gives, cites=released.price.cites))
    if not reasons:
        bought = any(isinstance(option.not_leading, OtherPurchase) for option in offers)  # a way to buy was asked for
        held = min(
            offers,
            key=lambda option: (not option.named, option.purchase == "spot" and not bought, *_order(option)),
            default=None,
        )
        if held is not None and held.not_leading is not None:
            reasons.append(
                NearestHeld(**_of(held, serving=serving), obstacle=held.not_leading.code, cites=held.price.cites)
            )
    if released is None and (least := _least_otherwise(offers, serving=serving, named=named)) is not None:
        reasons.append(least)
    return (NothingFits(obstacle=obstacle, count=count, of=len(everything)), *reasons)


def nearest(offers: Iterable[CostedOption]) -> CostedOption | None:
    """The one that misses a deadline or a budget by the least, of those that nothing else holds back."""
    missed = [
        (option.not_leading.excess, option)
        for option in offers
        if isinstance(option.not_leading, Late | OverBudget) and option.not_leading.besides is None
    ]
    known = [(excess, option) for excess, option in missed if excess is not None]
    return min(known, key=lambda entry: (entry[0], *_order(entry[1])), default=(math.inf, None))[1]


def _obstacle(option: Option) -> str:
    reason = option.reason if isinstance(option, ExcludedOption) else option.not_leading
    return reason.code if reason else "not_offered"


def _is_barred(option: Option) -> bool:
    return isinstance(option, CostedOption) and isinstance(option.not_leading, Constraint)


def _released(option: CostedOption, *, named: bool) -> bool:
    """Whether only the way of buying asked for, or interruptions nobody accepted, hold it back."""
    if isinstance(option.not_leading, Constraint | NotAsked):
        return False
    if named and not option.named:
        return False
    if isinstance(option.not_leading, OtherPurchase):
        return option.purchase != "spot" and option.not_leading.besides is None
    return isinstance(option.not_leading, SpotUnsaid)


def _least_otherwise(offers: Iterable[CostedOption], *, serving: bool, named: bool) -> NothingOtherwise | None:
    """Of what is bought otherwise than asked for, and breaks a bound as well, the least."""
    breaking = [
        (option, option.not_leading)
        for option in offers
        if isinstance(option.not_leading, OtherPurchase) and option.purchase != "spot" and (option.named or not named)
    ]
    option, held = min(breaking, key=lambda entry: _order(entry[0]), default=(None, None))
    if option is None or held is None or held.besides is None:
        return None
    common, cites = _of(option, serving=serving), option.price.cites
    return NothingOtherwise(**common, breaks=held.besides, asked=held.purchase, cites=cites)


def _order(option: CostedOption) -> tuple[float, str]:
    return option.total(option.runs), option.id


def _of(option: CostedOption, *, serving: bool) -> dict[str, Any]:
    return {
        "option": option.instance,
        "purchase": option.purchase,
        "machines": option.count,
        "total_usd": option.total(option.runs),
        "runs": option.runs,
        "serving": serving,
    }


def _gives(option: CostedOption, *, serving: bool) -> Nearest:
    missed, common = option.not_leading, _of(option, serving=serving)
    if isinstance(missed, Late):
        timed = {name: value for name, value in missed.model_dump().items() if name in NearestInTime.model_fields}
        return NearestInTime(**timed | common)
    if isinstance(missed, OverBudget):
        return NearestInBudget(
            **common,
            needs_usd=missed.total_usd,
            budget_usd=missed.budget_usd,
            enough_for=missed.enough_for,
            cites=option.price.cites,
        )
    raise ValueError(f"{option.id} misses neither a deadline nor a budget")
