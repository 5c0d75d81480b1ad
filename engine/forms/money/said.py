"""What a question about money says: what is done with the prices, the ways to buy that it names, and its amounts."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Literal, NamedTuple

from engine.answers.rank_prices import TERMS
from engine.forms.money.amounts import Stops, Worked, below_gb, dollars, span, stops, top, worked
from engine.prices.areas import JOINT
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Reading
from knowledge.facts import PURCHASES_IN_ORDER, Purchase

Does = Literal["applies", "useful", "same_work", "lasts", "break_even", "gap", "spread", "rank", "there"]

PAIR = 2
COMPARE = "compare"  # the form that tells the prices of two chips beside their figures
BUYS = "buys_how_much"  # the cue of who asks what money buys of one chip: engine/forms/costed/bought.py
_WAYS: dict[str, tuple[Purchase, ...]] = {  # cues
    "way_on_demand": ("on_demand",),
    "way_spot": ("spot",),
    "way_block": ("capacity_block",),
    "way_1yr": ("reserved_1yr",),
    "way_3yr": ("reserved_3yr",),
    "way_plan": ("savings_plan",),
}
_RANKS = frozenset({"money_dearest", "money_second", "money_third"})
LONGEST = 80  # words: what is longer tells of more than prices
_ELSE = frozenset({"asks_reason", "asks_why", "slower", "carbon_strong"})  # cues of another question
_VERSUS = frozenset({"vs", "compare", "money_versus", "money_gap"})
A_CHIP = frozenset({"chip_hour", "per_chip", "money_per_chip"})
WORK = ("parameters", "tokens", "samples", "tokens_per_day", "requests_per_second")  # slots of a sum of its own
PRICED = ("price", "price_strong", "price_short", "asks_cost", "asks_bill", "chip_hour", "per_chip")


class MoneySaid(NamedTuple):
    """`does`: what is asked, the first leads. `ways`: those that are named, none of them where none is."""

    does: tuple[Does, ...]
    ways: tuple[Purchase, ...]
    dearest: bool
    place: int  # 1 is the cheapest
    most: int | None  # so many of the cheapest
    worked: Worked | None
    usd: float | None
    span_hours: float | None
    stops: Stops
    by: frozenset[str]  # what bounds the work: bandwidth, compute
    saves: bool
    reclaimed: bool
    any_cloud: bool


def money_said(reading: Reading) -> MoneySaid:
    """What a reading asks; `does` is empty where nothing of it is. A way that is excluded is none that is named."""
    cues, text, profile = frozenset(reading.cues), reading.text, reading.profile
    interrupted, hours = stops(text), worked(text)
    usd = dollars(text) or profile.credits_usd or profile.budget_usd
    out = reading.ruled_out.get("purchase", ())
    ways = tuple(way for way in ways_said(cues) if way not in out)
    said = MoneySaid(
        does=(),
        ways=ways,
        dearest="money_dearest" in cues,
        place=2 if "money_second" in cues else 3 if "money_third" in cues else 1,
        most=top(text) if "money_top" in cues else None,
        worked=hours,
        usd=usd,
        span_hours=span(text),
        stops=interrupted,
        by=frozenset(one for one in ("bandwidth", "compute") if f"money_{one}" in cues),
        saves="money_saves" in cues,
        reclaimed="money_reclaimed" in cues,
        any_cloud="money_any_cloud" in cues,
    )
    return said._replace(does=_does(said, cues, reading))


def ways_said(cues: AbstractSet[str]) -> tuple[Purchase, ...]:
    """In the usual order; "reserved" without years is every term, beside years it says no more than they."""
    named = {way for cue, ways in _WAYS.items() if cue in cues for way in ways}
    if "way_reserved" in cues and not named & set(TERMS):
        named |= set(TERMS)
    return tuple(way for way in PURCHASES_IN_ORDER if way in named)


def _does(said: MoneySaid, cues: AbstractSet[str], reading: Reading) -> tuple[Does, ...]:
    text, profile, compares = reading.text, reading.profile, reading.form == COMPARE
    things = len(profile.candidates) + len(profile.instances)
    sized = any(map(profile.says, WORK))
    several = len((profile.region or "").split(JOINT)) > 1
    priced = not cues.isdisjoint(PRICED)
    terms = set(said.ways) & set(TERMS)
    any_lowest = not cues.isdisjoint({"cheapest_of", "money_cheapest"})
    found: list[Does] = []
    if len(text.split()) > LONGEST or not cues.isdisjoint(_ELSE):
        return ()
    if "money_applies" in cues and "way_plan" in cues and set(profile.candidates) - FAMILIES | set(profile.instances):
        found.append("applies")
    if things and said.stops.any and ("money_lost" in cues) and "spot" in said.ways:
        if any_lowest and not sized:
            found.append("rank")
        found.append("useful")
    below = any_lowest and below_gb(text) is not None
    if "rank" in found:
        return tuple(found)
    if found or sized or not (things or below):
        return tuple(found)
    if ("money_same_work" in cues or said.by) and said.worked and things >= PAIR:
        return ("same_work",)
    counted = profile.accelerator_count or profile.instance_count or profile.credits_until
    simple = BUYS in cues and said.usd == profile.budget_usd and things == 1 and not counted
    ends = profile.credits_until and not profile.task and profile.says("credits_usd")
    if ("money_lasts" in cues or ends) and said.usd and things and not (simple and profile.candidates):
        return ("lasts",)
    if "asks_break_even" in cues and terms and priced and things:
        return ("break_even",)
    compared = several or things >= PAIR  # two ways to buy one thing: engine/forms/ways/beside.py
    if said.saves and not profile.utilization and (terms or len(said.ways) >= PAIR) and things:
        return ("gap",)
    if "money_spread" in cues and things and not several:
        return ("spread",)
    if several and things and (priced or said.ways or "money_gap" in cues) and not cues.isdisjoint(_VERSUS):
        return ("gap",)
    if "money_gap" in cues and things and compared and (priced or said.ways or several):
        return ("gap",)
    figures = compares and "money_network" not in cues and not {"money_per_chip", "price_strong"} <= cues
    if things >= PAIR and not (said.by or figures) and not cues.isdisjoint(_VERSUS) and not cues.isdisjoint(A_CHIP):
        return ("gap",)
    if said.most or not _RANKS.isdisjoint(cues):
        return ("rank",)
    named = sum(cue in cues for cue in (*_WAYS, "way_reserved"))
    if "way_plan" in cues and set(said.ways) <= set(TERMS):
        named = 1  # a plan of one year is one way
    if below or (any_lowest and named >= PAIR and len(said.ways) >= PAIR):
        return ("rank",)
    if "money_else" in cues and profile.region and not cues.isdisjoint({"money_there", "where_sold", "asks_where"}):
        return ("there",)
    return ()


def is_of_money(reading: Reading) -> bool:
    """Whether a message as a whole asks one of these."""
    return bool(money_said(reading).does)
