"""What a question about money says: what is done with the prices, the ways to buy that it names, and its amounts."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import Literal, NamedTuple

from engine.answers.rank_prices import TERMS
from engine.base.of_texts import made_once
from engine.forms.money.amounts import (
    Stops,
    Worked,
    below_gb,
    dollars,
    paced,
    span,
    stops,
    sum_told,
    then_there,
    top,
    worked,
)
from engine.forms.money.lost import lost_minutes, lost_share
from engine.forms.ways.own_places import own_places
from engine.prices.areas import JOINT
from engine.workload.conditions import FAMILIES
from engine.workload.hours.told_spans import times
from engine.workload.profile import Profile, Reading
from engine.workload.question import A_CHIP
from engine.workload.told_prices import told_prices
from knowledge.facts import PURCHASES_IN_ORDER, Purchase
from knowledge.units import HOURS_PER_YEAR

Does = Literal[
    "applies", "useful", "same_work", "lasts", "break_even", "gap", "spread", "rank", "there",
    "several", "per_figure", "part", "keeps", "corrects", "often", "best_card",
]  # fmt: skip

PAIR = 2
COMPARE = "compare"  # the form that tells the prices of two chips beside their figures
LASTS = "money_lasts"  # the cue of who asks how long money lasts
HOURS_OF = "money_hours_of"  # the cue of hours of a machine: of a sum, where none of the asker's own are told
BEST_CARD = "money_best_card"  # the cue of who asks which card is the best that a sum pays for
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
AFTER = "money_after"  # the cue of what comes next behind a seller
IS_CHEAPER, IS_DEARER = "money_is_cheaper", "money_is_dearer"  # cues of a question that yes or no answers
OF_MEMORY = "money_per_gb_memory"  # the cue of a gigabyte that is said to be one of memory
FIGURES = {OF_MEMORY: "gib", "money_per_gb": "gib", "money_per_flop": "tflops", "money_per_bandwidth": "gbps"}
# Cues of a choice among machines, or of work that moves from one to another: no sum of them all.
_EITHER = frozenset({
    "vs", "compare", "better", "money_versus", "money_same_work", "cheapest_of", "money_cheapest",
    "which", "which_type", "keep", "fit_strong",
})  # fmt: skip
_LISTED = frozenset({"asks_bill", "asks_cost", "price", "price_strong", "price_short"})
_PER_DOLLAR = re.compile(
    r"(?:\$|usd|€)\s?(?:/|per|pro|par|por)\s?(?:(gi?b)|(tflop|teraflop))(?!/s|ps)", re.IGNORECASE
)
_A_DOLLAR = re.compile(
    r"\b(?:per|for each|pro|je|par|por)\s(?:dollar|buck|euro|usd|d[óo]lar)|(?:per|/)\s?[$€]", re.IGNORECASE
)
_PRICE_TOLD = re.compile(r"[$€]\s?\d|\d\s?[$€]")
_RATE = re.compile(r"\d\s?(?:\$|usd)?\s?/\s?h(?:our|r)?\b", re.IGNORECASE)
_BETWEEN = 60  # characters between two machines of one sum
_JOINED = re.compile(r"\+|&|,|、|，|\b(?:plus|and|und|et|y|e|with|sowie|mais|más|и)\b|和|と|加|와|과", re.IGNORECASE)
_ENDED = re.compile(r"[.?!;]\s|\bor\b|\bif\b|\bvs\b|\binstead\b|\boder\b|\bou\b", re.IGNORECASE)
_PLUS = re.compile(r"\+|\b(?:plus|and|und|together|zusammen)\b", re.IGNORECASE)
_ONE_EACH = re.compile(
    r"\bone (?:of )?each\b|\b(?:each|one) of (?:these|them)\b|\bje (?:ein\w*|1)\b|\bun[ae]? de c(?:haque|ada)\b",
    re.IGNORECASE,
)
_PROFILE = re.compile(r"(?<![\w.])([1-7]g[._-]\d{1,3}gb)\b", re.IGNORECASE)
_FRACTION = re.compile(r"(?<![\w/.])1\s?/\s?([2-8])(?![\d/])")
LONGEST = 80  # words: what is longer tells of more than prices
_ELSE = frozenset({"asks_reason", "asks_why", "slower", "carbon_strong"})  # cues of another question
NOW = frozenset({"now_cheaper", "now_dearer"})  # cues of what is cheaper, of two places where no day is told
_VERSUS = frozenset({"vs", "compare", "money_versus", "money_gap"})
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


class PartSaid(NamedTuple):
    """A part of a card: the profile of a slice, or one of so many parts."""

    profile: str
    parts: int | None


def part_said(reading: Reading) -> PartSaid:
    """As it is written; a half and a quarter are written in words."""
    profile, fraction = _PROFILE.search(reading.text), _FRACTION.search(reading.text)
    named = {"money_half": 2, "money_quarter": 4, "money_eighth": 8}
    parts = int(fraction[1]) if fraction else next((many for cue, many in named.items() if cue in reading.cues), None)
    return PartSaid(re.sub("[_-]", ".", profile[1].lower()) if profile else "", parts)


def figure_said(reading: Reading) -> str:
    """The figure of a chip of which one unit is priced; "" where none is."""
    found = _PER_DOLLAR.search(reading.text)
    named = next((name for cue, name in FIGURES.items() if cue in reading.cues), "")
    return named or ("gib" if found and found[1] else "tflops" if found else "")


@made_once
def money_said(reading: Reading) -> MoneySaid:
    """What a reading asks; `does` is empty where nothing of it is. A way that is excluded is none that is named."""
    cues, text, profile = frozenset(reading.cues), reading.text, reading.profile
    interrupted, hours = stops(text), worked(text)
    usd = dollars(text) or profile.credits_usd or profile.budget_usd
    if (
        usd is None
        and not cues.isdisjoint({LASTS, HOURS_OF, BEST_CARD, "wants_other"})
        and (sum_of := sum_told(text))
    ):
        usd = sum_of.amount
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
        saves="money_saves" in cues or _is_of_one_way(cues, ways, reading),
        reclaimed="money_reclaimed" in cues,
        any_cloud="money_any_cloud" in cues,
    )
    does = _does(said, cues, reading) or _often(said, cues, profile)
    return said._replace(does=("corrects", *does) if _takes_for_granted(reading, cues) else does)


def _often(said: MoneySaid, cues: AbstractSet[str], profile: Profile) -> tuple[Does, ...]:
    """How often spot is taken and what it costs, where nothing else is asked of prices."""
    named = profile.candidates or profile.instances
    asks = said.reclaimed and "spot" in said.ways and not cues.isdisjoint(PRICED) and cues.isdisjoint(_ELSE)
    return ("often",) if asks and named and not any(map(profile.says, WORK)) else ()


def _tells_all(reading: Reading) -> bool:
    """Whether what interruptions take and the price of an hour are both told, so that nothing has to be assumed."""
    told = reading.measured.measures
    priced = any(dict(one.units[0]).get("usd") == 1 and dict(one.units[0]).get("h") == -1 for one in told)
    return priced and any(one.role == "lost" for one in told)


def _is_of_one_way(cues: AbstractSet[str], ways: tuple[Purchase, ...], reading: Reading) -> bool:
    """Whether it is asked how much cheaper one machine is bought one way, which on demand is set against."""
    profile = reading.profile
    one = len(profile.candidates) + len(profile.instances) == 1 and len((profile.region or "").split(JOINT)) == 1
    return "money_gap" in cues and one and len(ways) == 1 and ways != ("on_demand",)


def ways_said(cues: AbstractSet[str]) -> tuple[Purchase, ...]:
    """In the usual order; "reserved" without years is every term, beside years it says no more than they."""
    named = {way for cue, ways in _WAYS.items() if cue in cues for way in ways}
    if "way_reserved" in cues and not named & set(TERMS):
        named |= set(TERMS)
    elif "way_plan" in cues and "way_reserved" not in cues:
        named -= {"reserved_1yr", "reserved_3yr"}  # a plan of three years is one way
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
    if len(text.split()) > LONGEST or not cues.isdisjoint(_ELSE) or _tells_all(reading):
        return ()
    if "money_applies" in cues and "way_plan" in cues and set(profile.candidates) - FAMILIES | set(profile.instances):
        found.append("applies")
    by_loss = lost_minutes(text) is not None
    if by_loss and _PRICE_TOLD.search(text):
        return ()  # of a price that is told: engine/forms/worked
    loses = "money_lost" in cues or by_loss
    by_share = lost_share(text) is not None and not sized
    if things and "spot" in said.ways and ((said.stops.any and loses) or by_share):
        if any_lowest and not sized:
            found.append("rank")
        found.append("useful")
    if "money_part" in cues and (priced or any_lowest or "money_gap" in cues) and not sized:
        return ("part",)
    figure = figure_said(reading)
    of_cards = things or figure != "gib" or not cues.isdisjoint({OF_MEMORY, "of_cards"})  # others are stored and sent
    asks = priced or any_lowest or said.ways or profile.purchase or not cues.isdisjoint(_VERSUS)
    if figure and of_cards and (asks or _PER_DOLLAR.search(text) or _A_DOLLAR.search(text)):
        return ("per_figure",) if not (sized or profile.run_hours or dollars(text) or _RATE.search(text)) else ()
    if _is_several(reading, cues):
        return ("several",)
    if _is_of_any_card(reading, cues, said):
        return ("best_card",)
    if things <= 1 and _keeps(reading, cues, said):
        return ("keeps",)
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
    hours_of = HOURS_OF in cues and not (times(text) or profile.run_hours)
    if (LASTS in cues or hours_of or ends) and said.usd and things and not (simple and profile.candidates):
        return ("lasts",)
    from_hours = "money_hours_from" in cues and not cues.isdisjoint({"asks_worth", "commit_asked", "better"})
    both = len(terms) >= PAIR and terms == set(said.ways) and not (cues.isdisjoint(_VERSUS) or profile.utilization)
    both = both and not times(text)
    even = "asks_break_even" in cues and (priced or profile.utilization is None)
    if (even or from_hours or both) and terms and things:
        return ("break_even",)
    compared = several or things >= PAIR  # two ways to buy one thing: engine/forms/ways/beside.py
    off = set(said.ways) - {"on_demand"}
    if said.saves and not profile.utilization and off and things and not {"keep", "advise"} & cues:
        return ("gap",)
    timed = profile.run_hours is not None or any(one.hours < HOURS_PER_YEAR for one in times(text))  # no term
    run = "spot" in said.ways and "training_words" in cues  # its interruptions count: engine/forms/faqs/spot_sum.py
    of_work = run or profile.utilization
    listed = {*reading.ambiguous.get("purchase", ())} == {"spot", "on_demand"} and not profile.instances
    beside = listed or not cues.isdisjoint(_VERSUS)
    if things == 1 and len(said.ways) == PAIR and timed and beside and not of_work:
        return ("gap",)
    machines = len(profile.instances) >= PAIR or not cues.isdisjoint(A_CHIP)  # of chips their work counts
    if not cues.isdisjoint({IS_CHEAPER, IS_DEARER}) and machines and things >= PAIR and not compares_work(cues):
        return ("gap",)
    lasts = timed and not any(one.unit for one in times(text))  # a month of each is a price, hours may be of a run
    if len(own_places(reading)) == PAIR and not (lasts or compares_work(cues)):
        return ("gap",)  # each machine with its own place
    by_price = "for_less" in cues and not (timed or of_work or compares_work(cues))
    if by_price and things >= PAIR and not said.by and not (cues.isdisjoint(A_CHIP) and "on_demand" not in said.ways):
        return ("gap",)  # what is cheaper by the chip or on demand is asked of prices
    if "money_spread" in cues and things and not several:
        return ("spread",)
    against = not cues.isdisjoint(_VERSUS | NOW)
    if several and things and (priced or said.ways or "money_gap" in cues) and against:
        return ("gap",)
    if "money_gap" in cues and things and compared and (priced or said.ways or several):
        return ("gap",)
    figures = compares and "money_network" not in cues and not {"money_per_chip", "price_strong"} <= cues
    if things >= PAIR and not (said.by or figures) and not cues.isdisjoint(_VERSUS) and not cues.isdisjoint(A_CHIP):
        return ("gap",)
    if said.most or not _RANKS.isdisjoint(cues) or (AFTER in cues and (any_lowest or priced or said.ways)):
        return ("rank",)
    named = sum(cue in cues for cue in (*_WAYS, "way_reserved"))
    if "way_plan" in cues and set(said.ways) <= set(TERMS):
        named = 1  # a plan of one year is one way
    if below or (any_lowest and named >= PAIR and len(said.ways) >= PAIR):
        return ("rank",)
    if things and then_there(text):
        return ("rank",)
    if "money_else" in cues and profile.region and not cues.isdisjoint({"money_there", "where_sold", "asks_where"}):
        return ("there",)
    return ()


def compares_work(cues: AbstractSet[str]) -> bool:
    """Whether what is cheaper is asked of work, which another form sums."""
    return not cues.isdisjoint({"keep", "training_words", "serving_words", "per_job", "money_network"})


def _is_several(reading: Reading, cues: AbstractSet[str]) -> bool:
    """Whether several kinds of machine are named to be paid together: each with its number, for a time or a price."""
    if any(map(reading.profile.says, WORK)) or not cues.isdisjoint(_EITHER) or dollars(reading.text):
        return False
    if "money_gap" in cues and not _PLUS.search(reading.text):
        return False
    asked = {one.id: one.machines or one.chips for one in reading.hardware if one.role == "asked"}
    timed = reading.profile.run_hours is not None or bool(times(reading.text)) or not cues.isdisjoint(_LISTED)
    numbered = any(asked.values()) or _ONE_EACH.search(reading.text) is not None
    return len(asked) >= PAIR and numbered and timed and _is_one_list(reading)


def _is_one_list(reading: Reading) -> bool:
    """Whether each machine is joined to the one before it, in one sentence."""
    text = reading.text
    words = [one.id if one.id in text else one.words for one in reading.hardware if one.role == "asked"]
    places = sorted((at, at + len(name)) for name in words if (at := text.find(name)) >= 0)
    between = [text[end:begin] for (_, end), (begin, _) in pairwise(places) if begin >= end]
    return bool(between) and all(
        len(words) <= _BETWEEN and _JOINED.search(words) and not _ENDED.search(words) for words in between
    )


def _is_of_any_card(reading: Reading, cues: AbstractSet[str], said: MoneySaid) -> bool:
    """Whether a sum and a time are told of one card, whichever, and no work that it has to do."""
    profile, known = reading.profile, (*WORK, "model", "deadline_days", "credits_until")
    again = paced(reading.text)
    usd, hours = said.usd or again, profile.run_hours or times(reading.text)
    daily = {one.unit for one in times(reading.text)} == {"day"}  # a rate: engine/forms/sold
    named = profile.instances or not profile.candidates or not FAMILIES.issuperset(profile.candidates)
    several = (profile.accelerator_count or 1) > 1 or (profile.instance_count or 1) > 1
    if cues.isdisjoint({BEST_CARD, "wants_other"}) or not usd or not hours or named or several or daily:
        return False
    return not any(map(profile.says, known)) and profile.task in (None, "inference")


def _keeps(reading: Reading, cues: AbstractSet[str], said: MoneySaid) -> bool:
    """Whether so much money is told, and it is asked how many machines it keeps, or what is to be had for it."""
    profile, again = reading.profile, paced(reading.text)
    for_a_time = "budget" in reading.text.casefold() or any(one.unit for one in times(reading.text))
    money = profile.budget_usd or again or (said.usd if for_a_time else None)
    counted = profile.instance_count or profile.accelerator_count
    if not money or counted or profile.task or profile.credits_until or any(map(profile.says, WORK)):
        return False
    return (
        "money_how_many" in cues
        or (again is not None and "how_many" in cues)
        or (again is not None and "money_gets" in cues)
    )


def _takes_for_granted(reading: Reading, cues: AbstractSet[str]) -> bool:
    """Whether one price of an hour is told of one machine as a fact, and not as what somebody pays or was quoted."""
    profile = reading.profile
    if "premise" not in cues or "own_price" in cues or any(map(profile.says, (*WORK, "current_usd_per_hour"))):
        return False
    told = {one.amount for one in told_prices(reading.text) if one.hours == 1 and one.sign == "$"}
    lines = len(profile.candidates) == 1 and not set(profile.candidates) & FAMILIES
    return len(told) == 1 and (len(profile.instances) == 1 or lines)


def is_of_money(reading: Reading) -> bool:
    """Whether a message as a whole asks one of these."""
    return bool(money_said(reading).does)
