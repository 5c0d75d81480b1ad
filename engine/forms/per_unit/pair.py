"""Two chips against each other where nobody said how much work it is: price, speed, what a unit of work costs, and
the bill from which a move pays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from engine.answers.model import AnswerRow, AnswerTable, Cell, FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.per_unit.choice import RuleForWork
from engine.forms.per_unit.rates import Question, Unit, UnitCost, unit_case, unit_costs, without_amounts
from engine.forms.per_unit.sides import (
    Side,
    base_and_other,
    is_priced,
    like_for_like,
    of_task,
    ratio_range,
    two_sides,
    two_words,
)
from engine.workload.samples import cost_unknown
from knowledge.facts import Cloud, Purchase
from knowledge.units import MONTHS_PER_YEAR

FASTER = frozenset({"speed_word", "picks_one"})  # cues
CHEAPER, DEARER = "money_is_cheaper", "money_is_dearer"  # cues of a question with yes or no
SAME = 0.02  # of the dollars a unit: less is no difference
PER_CHIP = ("machine", "buy", "usd_chip", "hbm", "bandwidth", "bf16")


class OnIt(NamedTuple):
    """A model on one of them: machines, USD a month day and night, and USD for a million tokens served, or for a
    billion read where the model writes none."""

    name: str
    machines: int
    instance: str
    month: float
    unit_usd: float
    purchase: Purchase
    reads: bool


class PairCosts(Reason, code="pair_costs"):
    """`other` against `base`, both as they are bought; each ratio is of the other over the base.

    `bill_usd` on the base at which the port is paid back; None where nothing is saved or nothing is ported.
    """

    serving: bool
    base: str
    other: str
    base_usd: float  # a chip-hour
    other_usd: float
    base_purchase: Purchase
    other_purchase: Purchase
    speed: Interval
    cost: Interval
    base_basis: str
    other_basis: str
    today: bool
    saves: bool
    is_sure: bool  # both ends of the range agree
    port_usd: Interval | None = None
    port_weeks: Interval | None = None
    bill_usd: float | None = None
    bill_usd_per_month: float | None = None
    parameters: float | None = None  # where it was not said: what the ratio was worked out for
    asks_speed: bool = False  # which is the faster is asked
    says: Literal["", "yes", "no"] = ""  # where it is asked if one of them is the cheaper, or the dearer
    by_month: bool = False  # whether the one that is dearer by the token is less a month
    served: tuple[OnIt, ...] = ()  # of a choice that nobody's bill of today is part of, the cheaper a token first


class OtherWay(Reason, code="other_way"):
    """The same where the base is bought on demand, and the other is not sold so."""

    base: str
    base_usd: float
    cost: float
    bill_usd: float | None = None


class Elsewhere(Reason, code="elsewhere"):
    """One of them costs less on another cloud."""

    word: str
    cloud: Cloud
    instance: str
    usd: float  # a chip-hour


class PairBounds(Reason, code="pair_bounds"):
    """What the data sheets allow, of the other over the base: over all cards of either name."""

    base: str
    other: str
    bandwidth: tuple[float, float]
    compute: tuple[float, float]
    price: float | None


class PairUnpriced(Reason, code="pair_unpriced"):
    """One has no price here: what is left is what the data sheets say, and the price of the other."""

    serving: bool
    base: str
    other: str
    missing: str
    bandwidth: float
    compute: float
    priced: str | None
    usd: float | None
    worth_usd: float | None  # a chip-hour of the missing one, at which a unit costs the same at peak


class PairUnmeasured(Reason, code="pair_unmeasured"):
    """Nobody published how fast either does such work."""

    base: str
    other: str


class WhichModelAndBill(Reason, code="which_model_and_bill"):
    """The model, and what it costs today."""

    knows_model: bool


def pair(asked: Question) -> FactAnswer | None:
    """None where it is not two chips."""
    if two_words(asked) is None:
        return None
    asked = of_task(asked)
    unknown = cost_unknown(asked.filled.profile, asked.library.facts)
    found = two_sides(asked, () if unknown else unit_costs(unit_case(asked)))
    if found is None:
        return None
    base, other = base_and_other(*found, asked)
    both = like_for_like(base, other)
    question = WhichModelAndBill(knows_model=_is_sized(asked))
    if both is None:
        if unknown:
            return _unmeasured(base, other, question)
        if sum(is_priced(one, asked) for one in (base, other)) != 1:
            return None  # the work does not run on one of them, or both are cards that nobody rents out
        lead = _unpriced(base, other, asked)
        return FactAnswer(headline=lead, table=table_of(base, other), questions=(question,), filled=None)
    first = _costs(*both, base, other, asked)
    rule = asked.rules[0] if asked.rules else None
    by_rule = (RuleForWork(lean=rule.lean, because=rule.because, cites=(rule.source,)),) if rule else ()
    lean = rule.lean if rule else None
    if lean is None and first.bill_usd is None:
        lean = both[1].option.family if first.saves else both[0].option.family
    return FactAnswer(
        headline=first,
        sentences=(*by_rule, *_on_demand(first, both, base), *_elsewhere(base, other), bounds(base, other)),
        table=table_of(base, other),
        questions=(question,),
        filled=without_amounts(asked.filled),
        lean=lean,
    )


def _unmeasured(base: Side, other: Side, question: Reason) -> FactAnswer:
    """Work whose speed nobody published: what the data sheets say, and that no dollars follow."""
    lead = PairUnmeasured(base=name_of(base), other=name_of(other))
    return FactAnswer(
        headline=lead, sentences=(bounds(base, other),), table=table_of(base, other), questions=(question,)
    )


def _is_sized(asked: Question) -> bool:
    return asked.said.parameters is not None or asked.said.model is not None


def name_of(one: Side) -> str:
    """As it was named, or the chip of the type that was; a single card in full, where the name means several."""
    return one.cards[0].name if len(one.cards) == 1 and one.cards[0].form_of else one.word


def chip_hour(cost: UnitCost) -> float:
    """Dollars."""
    return cost.usd_per_hour / cost.option.chips


def speed_ratio(base: UnitCost, other: UnitCost) -> Interval:
    """Work a chip-hour on the other over that on the base: what a unit costs at the price of a chip-hour."""
    likely = (base.usd / chip_hour(base)) / (other.usd / chip_hour(other))
    one, two = other.option.speed.speed, base.option.speed.speed
    return one.times(1 / one.likely).times(two.times(1 / two.likely).inverse()).times(likely)


def _costs(base: UnitCost, other: UnitCost, left: Side, right: Side, asked: Question) -> PairCosts:
    speed = speed_ratio(base, other)
    cost = speed.inverse().times(chip_hour(other) / chip_hour(base))
    ported = other.option.port if other.option.port.usd.likely > base.option.port.usd.likely else None
    saves = cost.likely < 1 - SAME
    bill = ported.usd.likely / (1 - cost.likely) if ported and saves else None
    served = _served(base, other, left, right, asked)
    return PairCosts(
        serving=base.hours is None,
        base=name_of(left),
        other=name_of(right),
        asks_speed=FASTER.issubset(asked.reading.cues),
        says=_yes_or_no(asked, right, cost) if bill is None else "",
        base_usd=chip_hour(base),
        other_usd=chip_hour(other),
        base_purchase=base.option.purchase,
        other_purchase=other.option.purchase,
        speed=speed,
        cost=cost,
        base_basis=base.option.speed.basis,
        other_basis=other.option.speed.basis,
        today=bool(asked.said.current_instances),
        saves=saves,
        is_sure=cost.high < 1 if saves else cost.low > 1 - SAME,
        port_usd=ported.usd if ported else None,
        port_weeks=ported.weeks if ported else None,
        bill_usd=bill,
        bill_usd_per_month=bill / MONTHS_PER_YEAR if bill else None,
        parameters=None if _is_sized(asked) else asked.filled.profile.parameters,
        by_month=bool(served) and served[1].month < served[0].month,
        served=served,
        cites=tuple(
            dict.fromkeys(
                (*base.option.price.cites, *other.option.price.cites, *other.option.speed.cites[:2])
                + (ported.cites if ported else ())
            )
        ),
    )


def _yes_or_no(asked: Question, right: Side, cost: Interval) -> Literal["", "yes", "no"]:
    """Whether what the question is of ("is trn1 cheaper than p4d?") costs less for the same work, or more."""
    cues, named = asked.reading.cues, asked.said.candidates
    if not named or not ({CHEAPER, DEARER} & set(cues)) or abs(cost.likely - 1) <= SAME:
        return ""
    of_right = any(named[0] in (card.id, card.family) for card in right.cards)
    costs_less = (cost.likely < 1) == of_right
    return "yes" if costs_less == (CHEAPER in cues) else "no"


def _served(base: UnitCost, other: UnitCost, left: Side, right: Side, asked: Question) -> tuple[OnIt, ...]:
    """Nothing where something runs today, which is moved, or where nobody said what is served."""
    today = asked.said.current_instances or asked.said.current_usd_per_month or asked.said.runs
    if base.hours is not None or today or not _is_sized(asked):
        return ()
    sides = ((base, left), (other, right))
    found = [
        OnIt(
            name_of(side), cost.option.count, cost.option.instance, cost.usd_per_month, cost.usd,
            cost.option.purchase, cost.unit == "read",
        )
        for cost, side in sides
    ]  # fmt: skip
    return tuple(sorted(found, key=lambda one: one.unit_usd))


def _on_demand(first: PairCosts, both: tuple[UnitCost, UnitCost], base: Side) -> Iterator[Reason]:
    """Where blocks are compared, and the base is paid on demand as well."""
    plain = base.costs.get("on_demand")
    if plain is None or both[0].option.purchase == "on_demand":
        return
    cost = both[1].usd / plain.usd
    port = first.port_usd.likely if first.port_usd else 0.0
    bill = port / (1 - cost) if port and cost < 1 - SAME else None
    yield OtherWay(
        base=first.base, base_usd=chip_hour(plain), cost=cost, bill_usd=bill, cites=plain.option.price.cites
    )


def _elsewhere(*sides: Side) -> Iterator[Reason]:
    for one in sides:
        if (cost := one.elsewhere) is not None:
            option = cost.option
            yield Elsewhere(
                word=one.word,
                cloud=option.cloud,
                instance=option.instance,
                usd=chip_hour(cost),
                cites=option.price.cites,
            )


def bounds(base: Side, other: Side) -> PairBounds:
    """By the data sheets."""
    both = like_for_like(base, other)
    sheets = [card.hbm_gbps.source for card in (base.chip, other.chip)]
    return PairBounds(
        base=name_of(base),
        other=name_of(other),
        bandwidth=ratio_range([c.hbm_gbps.value for c in other.cards], [c.hbm_gbps.value for c in base.cards]),
        compute=ratio_range(
            [c.bf16_dense_tflops.value for c in other.cards], [c.bf16_dense_tflops.value for c in base.cards]
        ),
        price=chip_hour(both[1]) / chip_hour(both[0]) if both else None,
        cites=tuple(dict.fromkeys(sheets)),
    )


def _unpriced(base: Side, other: Side, asked: Question) -> PairUnpriced:
    missing, held = (other, base) if not other.costs else (base, other)
    cost = next(iter(held.costs.values()), None)
    serving = asked.filled.profile.task == "inference"
    bandwidth = missing.chip.hbm_gbps.value / held.chip.hbm_gbps.value
    compute = missing.chip.bf16_dense_tflops.value / held.chip.bf16_dense_tflops.value
    return PairUnpriced(
        serving=serving,
        base=name_of(held),
        other=name_of(missing),
        missing=name_of(missing),
        bandwidth=bandwidth,
        compute=compute,
        priced=cost.option.instance if cost else None,
        usd=chip_hour(cost) if cost else None,
        worth_usd=chip_hour(cost) * (bandwidth if serving else compute) if cost else None,
        cites=(
            *(cost.option.price.cites if cost else ()),
            *dict.fromkeys(card.hbm_gbps.source for card in (held.chip, missing.chip)),
        ),
    )


def table_of(base: Side, other: Side) -> AnswerTable:
    """Each chip, each way it is bought; one without a price in a row of its own."""
    units: list[Unit] = [cost.unit for one in (base, other) for cost in one.costs.values()]
    timed = any(cost.hours is not None for one in (base, other) for cost in one.costs.values())
    unit = units[0] if units else "tokens"
    costed = ((f"hours_{unit}",) if timed else ()) + ((f"usd_{unit}", "speed_is") if units else ())
    columns = (*PER_CHIP, *costed)
    rows = []
    for one in (base, other):
        for cost in one.costs.values() or (None,):
            cells = _cells(one, cost)
            cites = cost.option.cites[:2] if cost else (one.chip.hbm_gbps.source,)
            rows.append(AnswerRow(cells=tuple(cells.get(key) for key in columns), cites=cites, is_named=True))
    return AnswerTable(columns=columns, rows=tuple(rows))


def _cells(one: Side, cost: UnitCost | None) -> dict[str, Cell]:
    chip = one.chip
    cells: dict[str, Cell] = {
        "machine": chip.name,
        "hbm": chip.hbm_gib.value,
        "bandwidth": chip.hbm_gbps.value,
        "bf16": chip.bf16_dense_tflops.value,
    }
    if cost is None:
        return cells
    option = cost.option
    return cells | {
        "machine": f"{option.count} x {option.instance} ({option.chips} x {option.chip_name})",
        "buy": option.purchase,
        "usd_chip": chip_hour(cost),
        f"hours_{cost.unit}": cost.hours,
        f"usd_{cost.unit}": cost.usd,
        "speed_is": option.speed.basis,
    }
