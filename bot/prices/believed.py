"""The prices of a day that are believed, read from the store: the one way from what feeds saw to whatever uses it.

What is doubted is worked out from the whole history of a cloud (`engine.changes.belief`). That takes long where much
was observed, so it is kept in the store after each reading; a question reads it from there.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.changes.doubted import DoubtedFigure
from knowledge.facts import Cloud, Facts, Purchase, Series, SeriesKey
from knowledge.history.queries import PriceInForce

if TYPE_CHECKING:
    from engine.changes.belief import Belief, WrongStretch
    from knowledge.history.beliefs import SnapshotState
    from knowledge.history.history import History
    from knowledge.history.queries import HistoryReader

RULES = 2  # raise it with every change of what `engine.changes` believes
PREFIXES = ("change_", "spot_", "placeholder_price_", "unit_slip_", "cores_in_name_")


class Held(NamedTuple):
    """What is believed of a series in place of a doubted figure; None: no price is."""

    standing: PriceInForce | None
    doubted: DoubtedFigure


class Standing(NamedTuple):
    """A believed price in force, and the figure that is shown beside it and not believed."""

    price: PriceInForce
    doubted: DoubtedFigure | None = None


HeldBack = Mapping[tuple[str, SeriesKey], Held]  # by feed and key


def held_back(facts: Facts, past: HistoryReader, day: date) -> dict[tuple[str, SeriesKey], Held]:
    """Every series of which the newest figure is not believed on `day`, by feed and key."""
    rules = rules_of(facts)
    found: dict[tuple[str, SeriesKey], Held] = {}
    for state in past.states(day):
        body = past.kept_beliefs(state, rules)
        rows = json.loads(body) if body is not None else _worked_out(facts, past, state)
        found |= dict(map(_held, rows))
    return found


def standings(
    past: HistoryReader,
    day: date,
    held: HeldBack,
    *,
    instances: Collection[str] | None = None,
    region: str | None = None,
    purchase: Purchase | None = None,
) -> Iterator[Standing]:
    """The believed prices in force on `day`, filtered by whatever is given."""
    waiting = dict(held)
    for price in past.latest(day, instances=instances, region=region, purchase=purchase):
        doubt = waiting.pop((price.feed, price.key), None)
        if doubt is None:
            yield Standing(price)
        elif doubt.standing is not None:
            yield Standing(doubt.standing, doubt.doubted)
        else:
            yield Standing(price._replace(usd_per_hour=None), doubt.doubted)
    for (_, key), doubt in waiting.items():  # no longer listed, and that is not believed
        is_asked = (instances is None or key.instance in instances) and region in (None, key.region)
        if doubt.standing is not None and is_asked and purchase in (None, key.purchase):
            yield Standing(doubt.standing, doubt.doubted)


def wrong_figures(
    facts: Facts, past: HistoryReader, day: date, clouds: Collection[Cloud]
) -> dict[tuple[str, SeriesKey], tuple[WrongStretch, ...]]:
    """By feed and key: when the series showed what is not believed on `day`."""
    from engine.changes.belief import wrong_stretches
    from engine.changes.judged import JudgedPrices
    from engine.changes.plausibility import PlausibleLimits

    limits = PlausibleLimits(facts)
    found: dict[tuple[str, SeriesKey], tuple[WrongStretch, ...]] = {}
    for cloud in clouds:
        found |= wrong_stretches(JudgedPrices(_series(facts, past, cloud), day, limits))
    return found


def keep(facts: Facts, history: History) -> None:
    """Works out what is doubted now and keeps it, if that was not done since the last snapshot."""
    rules = rules_of(facts)
    for state in history.states(date.max):
        if history.kept_beliefs(state, rules) is None:
            history.keep_beliefs(state, rules, json.dumps(_worked_out(facts, history, state)))


def rules_of(facts: Facts) -> str:
    """A digest of all that decides what is believed, besides the history."""
    named = sorted((name, str(entry.value)) for name, entry in facts.constants.items() if name.startswith(PREFIXES))
    types = sorted((type_.cloud, type_.id, type_.count, type_.vcpu) for type_ in facts.instances.values())
    offers = sorted((*_offer_key(offer), str(offer.usd_per_hour)) for offer in facts.offers)
    return hashlib.sha256(repr((RULES, named, types, offers)).encode()).hexdigest()[:16]


def _offer_key(offer: Any) -> tuple[str, ...]:
    return (str(offer.observed_on), offer.cloud, offer.instance, offer.region, offer.purchase, offer.source)


def _worked_out(facts: Facts, past: HistoryReader, state: SnapshotState) -> list[list[Any]]:
    from engine.changes.belief import beliefs

    judged = beliefs(_series(facts, past, state.cloud), state.day, facts)
    return [_row(belief, belief.doubted) for belief in judged if belief.doubted is not None]


def _series(facts: Facts, past: HistoryReader, cloud: Cloud) -> list[Series]:
    """Everything known of a cloud: what the others did says whether to believe one."""
    from engine.changes.recorded import price_history

    return [entry for entry in price_history(facts, past.series(cloud=cloud)) if entry.key.cloud == cloud]


def _row(belief: Belief, doubt: DoubtedFigure) -> list[Any]:
    usd = None if belief.usd_per_hour is None else str(belief.usd_per_hour)
    figure = None if doubt.usd_per_hour is None else str(doubt.usd_per_hour)
    days = [doubt.since.isoformat(), doubt.last_seen_on.isoformat()]
    return [
        belief.feed, list(belief.key), usd, belief.is_gone, belief.since.isoformat(), belief.seen_on.isoformat(),
        belief.chips, [figure, doubt.is_gone, *days, *doubt[4:]],
    ]  # fmt: skip


def _held(row: list[Any]) -> tuple[tuple[str, SeriesKey], Held]:
    feed, key_parts, usd, is_gone, since, seen_on, chips, (figure, gone, first, last, *rest) = row
    day: Callable[[str], date] = date.fromisoformat
    key = SeriesKey(*key_parts)
    price = PriceInForce(feed, key, None if usd is None else Decimal(usd), day(since), day(seen_on), chips)
    shown = None if figure is None else Decimal(str(figure))
    return (feed, key), Held(None if is_gone else price, DoubtedFigure(shown, gone, day(first), day(last), *rest))
