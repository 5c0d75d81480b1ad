"""What a commitment asks and risks: which kind, how much, for how long, and what one cost those who had it."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from engine.answers.named import machines, meant
from engine.answers.prices import trend
from engine.library import Library
from engine.options import Why
from engine.pricing import UNSTATED, PriceBook, in_region
from engine.profile import Profile, Reading
from knowledge.facts import Cloud, Instance, Purchase, Scalar
from knowledge.units import HOURS_PER_MONTH

THINGS = 3
TERMS: tuple[Purchase, ...] = ("reserved_1yr", "reserved_3yr", "savings_plan", "capacity_block")
LONG_YEARS = 3


class Cut(NamedTuple):
    """The deepest fall of an on-demand price: of what was named, else of anything in the same clouds."""

    instance: str
    before: float
    before_day: date
    after: float
    after_day: date
    cites: tuple[str, ...]


def commitment(reading: Reading, library: Library, day: date) -> tuple[Why, ...]:
    """The sentences, the nearest to the question first."""
    book = library.prices(day)
    profile = reading.profile
    things = meant(reading, library.facts, book, THINGS)
    clouds: set[Cloud] = {thing.cloud for thing in things} or set(profile.clouds)
    kind = [Why("kind_gcp" if clouds == {"gcp"} else "kind_aws", {}, _kind_cites(clouds == {"gcp"}))]
    rates = [why for thing in things for why in _rates(thing, profile, book)]
    how = [*_use(profile), _floor(profile, things, library), _ends(day)]
    cut = _deepest(things, library, book) or (
        None if clouds == {"gcp"} else _deepest(_rented("aws", library), library, book)
    )
    risk = _risk(cut, library) if cut else []
    blocks = [] if clouds == {"gcp"} else [_blocks(library)]
    if profile.purchase == "capacity_block":
        return (*blocks, *rates, *kind, *how[:-1])
    return (*kind, *rates, *how, *risk, *blocks)


def _kind_cites(gcp: bool) -> tuple[str, ...]:
    return ("google-tpu-pricing",) if gcp else ("doc-004-cost-page", "aws-savings-plans-faq")


def _rates(thing: Instance, profile: Profile, book: PriceBook) -> list[Why]:
    """u* = p_commit / p_on_demand: the share of all hours of the term from which the commitment is cheaper."""
    said = []
    sold = book.quotes(thing, "on_demand")
    for way in TERMS:
        held = book.quotes(thing, way)
        both = [quote for quote in held if quote.region == UNSTATED or any(o.region == quote.region for o in sold)]
        term = in_region(both or held, profile.region, strict=False)
        place = term.region if term and term.region != UNSTATED else profile.region
        free = in_region(sold, place, strict=False)
        if term is None or free is None:
            continue
        share = term.usd_per_hour.likely / free.usd_per_hour.likely
        values: dict[str, Scalar] = {
            "instance": thing.id, "purchase": way, "usd": term.usd_per_hour.likely, "day": str(term.observed_on),
            "on_demand": free.usd_per_hour.likely, "on_demand_day": str(free.observed_on), "region": free.region,
            "share": share, "hours": share * HOURS_PER_MONTH, "claimed": term.grade in ("claim", "assumed"),
        }  # fmt: skip
        said.append(Why("pays_from", values, (term.source, free.source)))
    if not said:
        said.append(Why("no_rate", {"instance": thing.id}, (sold[0].source,) if sold else (thing.source,)))
    return said


def _use(profile: Profile) -> list[Why]:
    """The share of all hours that the runs said take up."""
    if not profile.run_hours or not profile.runs_per_month:
        return []
    hours = profile.run_hours * profile.runs_per_month
    return [Why("your_use", {"hours": hours, "share": min(1.0, hours / HOURS_PER_MONTH)})]


def _floor(profile: Profile, things: tuple[Instance, ...], library: Library) -> Why:
    share = library.constants.entry("commit_share_of_floor")
    count = machines(profile, things[0]) if things else profile.instance_count
    values: dict[str, Scalar] = {
        "low": share.value.low, "high": share.value.high, "count": count or 0,
        "few": int((count or 0) * share.value.low), "many": int((count or 0) * share.value.high),
    }  # fmt: skip
    return Why("how_much", values, (share.source,))


def _ends(day: date) -> Why:
    return Why(
        "how_long", {"years": LONG_YEARS, "ends": f"{day.year + LONG_YEARS}-{day.month:02}"}, ("doc-004-cost-page",)
    )


def _rented(cloud: Cloud, library: Library) -> tuple[Instance, ...]:
    return tuple(instance for instance in library.facts.instances.values() if instance.cloud == cloud)


def _deepest(things: tuple[Instance, ...], library: Library, book: PriceBook) -> Cut | None:
    cuts = []
    for thing in things:
        offers = book.history(thing.id)
        for quote in book.quotes(thing, "on_demand"):
            moved = trend(offers, quote, library.facts)
            if moved is None or moved.share >= 0:
                continue
            own = [o for o in offers if (o.region, o.purchase) == (quote.region, "on_demand")]
            dear = [o for o in own if float(o.usd_per_hour) == moved.before]
            cheap = next(o for o in own if float(o.usd_per_hour) < moved.before)
            cites = (dear[-1].source, cheap.source)
            cuts.append(Cut(thing.id, moved.before, dear[-1].observed_on, moved.after, cheap.observed_on, cites))
    return min(cuts, key=lambda cut: (cut.after / cut.before, cut.instance), default=None)


def _risk(cut: Cut, library: Library) -> list[Why]:
    """A rate fixed at `discount` off the old price, against the new one: committed = before x (1 - discount)."""
    asked = library.constants.entry("commit_discount_before_cut")
    values: dict[str, Scalar] = {
        "instance": cut.instance, "before": cut.before, "before_day": str(cut.before_day), "after": cut.after,
        "after_day": str(cut.after_day), "even": 1 - cut.after / cut.before,
    }  # fmt: skip
    said = [Why("cut", values, cut.cites)]
    for discount in (asked.value.low, asked.value.high):
        rate = cut.before * (1 - discount)
        held: dict[str, Scalar] = {
            "instance": cut.instance, "discount": discount, "before": cut.before, "rate": rate, "after": cut.after,
            "left": 1 - rate / cut.after, "was": 1 - discount, "now": rate / cut.after,
        }  # fmt: skip
        said.append(Why("cut_left", held, (asked.source, *cut.cites)))
    return said


def _blocks(library: Library) -> Why:
    constants = library.constants
    values: dict[str, Scalar] = {
        name: constants.likely(name)
        for name in ("block_lead_days", "block_max_days", "block_daily_steps_max_days", "block_max_instances")
    }
    return Why("block_rules", dict(values), (constants.entry("block_lead_days").source,))
