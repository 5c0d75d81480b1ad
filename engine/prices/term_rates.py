"""Rates of commitments by what they bind to: years, payment ahead, class of a reservation or kind of a plan."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import NamedTuple

from engine.base.named_terms import KINDS, PAYMENTS, RESERVED, NamedTerm
from knowledge.facts import Cloud, Facts, Purchase


class TermRate(NamedTuple):
    """A rate as a feed lists it, on the last day it was seen."""

    instance: str
    cloud: Cloud
    region: str
    purchase: Purchase
    term: NamedTerm
    usd: float
    seen_on: date
    source: str


Rates = Callable[[frozenset[str], date], Sequence[TermRate]]


def term_of(purchase: Purchase, terms: str) -> NamedTerm | None:
    """The term that a feed writes as "compute 3yr all_upfront"; None for one that is written in another way."""
    words = terms.split()
    payment = next((word for word in words if word in PAYMENTS), "")
    kind = next((word for word in words if word in KINDS), "")
    years = RESERVED.get(purchase) or next((years for years in RESERVED.values() if f"{years}yr" in words), 0)
    return NamedTerm(purchase not in RESERVED, years, payment, kind) if payment and kind and years else None


def sells_by_payment(cloud: Cloud, facts: Facts) -> bool:
    """Whether a cloud's commitments differ by what is paid ahead."""
    return any(set(PAYMENTS) & set(" ".join(one.terms).split()) for one in facts.variants if one.cloud == cloud)


def fitting(rates: Iterable[TermRate], term: NamedTerm) -> list[TermRate]:
    """Those nearest to what was said: first what differs least, then what binds least, then the cheapest."""
    return sorted(rates, key=lambda rate: (term.differences(rate.term), rate.term.binding, rate.usd, rate.region))
