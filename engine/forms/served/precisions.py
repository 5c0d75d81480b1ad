"""Two precisions in money: the smallest machine that serves each, and what a million tokens cost on it."""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.answers.model import AnswerRow, AnswerTable, FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.headline import model_of
from engine.forms.per_unit.choice import HowMuchTraffic, open_to
from engine.forms.per_unit.rates import FEW, Question, UnitCost, unit_case, unit_costs, without_amounts
from engine.forms.served.shown import TRAFFIC, Part, Shown
from engine.forms.served.told_serving import told_precisions
from engine.options.assumptions import Filled, fill
from engine.options.option import Named
from engine.options.problem import Problem
from engine.workload.conditions import FAMILIES
from engine.workload.said import said_also
from knowledge.facts import Purchase

QUANTIZED = "precision_money"  # the cue: what a smaller format saves
BILL, KEPT_ON = "asks_bill", "continuous"  # the cue, and the cadence, of an endpoint that stays up
WEIGHED = ("choice", "asks_worth", "better", "for_less", "cut_costs", "vs", "compare")  # cues
SAVES = ("choice", "asks_worth", "asks_cost", "better", "for_less", "price", "cut_costs")  # cues
PLAIN = "bf16"
MEMORY = ("how_much_memory", "fit_memory", "no_room", "fit_strong")  # cues of other questions
SAME = 0.03  # a share by which two prices may differ and be the same
Saves = Literal["less", "same", "more"]


class PrecisionCosts(Reason, code="precision_costs"):
    """One precision: the machine with the least for a million tokens, at the share of its speed, and the smallest
    that holds it with its price an hour."""

    precision: str
    instance: str
    machines: int
    chips: int
    chip: str
    purchase: Purchase
    usd_per_hour: float
    usd: float
    tokens_per_second: float
    requests: float
    basis: str
    smallest: str
    smallest_machines: int
    smallest_usd: float  # an hour
    smallest_million: float


class PrecisionSaves(Reason, code="precision_saves"):
    """How the smaller precision compares: of a million tokens, and of an hour of the smallest machine, as shares of
    the wider one."""

    saves: Saves
    smaller: str
    wider: str
    model: str
    parameters: float
    share: float  # dollars of a million tokens: smaller / wider
    hour_share: float
    hour_usd: float
    wider_hour: float
    usd: float
    wider_usd: float
    named: str  # the chip, where one was
    same_machine: bool
    utilization: float


class PrecisionUnserved(Reason, code="precision_unserved"):
    """A precision that the chip that was named does not serve in, or in which no machine of it holds the model."""

    precision: str
    chip: str


class PrecisionQuality(Reason, code="precision_quality"):
    """What no price says: an answer may change."""

    smaller: str


class Side(NamedTuple):
    """A precision with the machine of the least for a million tokens, and the smallest."""

    precision: str
    cost: UnitCost
    smallest: UnitCost


def asks(shown: Shown) -> bool:
    """Whether two precisions, or a smaller one against 16 bits, are weighed in money."""
    found = told_precisions(shown.text)
    if not shown.sized or shown.trains or shown.of_else or shown.said.method is not None or not found:
        return False
    kept_on = shown.said.cadence == KEPT_ON and shown.has(BILL) and not shown.has(*WEIGHED)  # "fp8 or int4 will do"
    if len(found) == 1 and any(shown.said.says(slot) for slot in TRAFFIC) and not shown.has(*WEIGHED):
        return False  # a format that was chosen, with a load
    weighed = shown.has(QUANTIZED) or (len(found) > 1 and shown.has(*SAVES) and not kept_on)
    return weighed and not shown.has(*MEMORY)


def answer(question: Question) -> FactAnswer | None:
    """Both side by side, on the chip that was named; None where neither is known."""
    found = told_precisions(question.reading.text)
    smaller, wider = _pair(found)
    sides = [_side(question, precision) for precision in (smaller, wider)]
    first, other = sides
    if first is None or other is None:
        return _unserved(question, smaller if first is None else wider, first or other)
    serving = first.cost.option.serving
    problem = Problem(_filled(question, smaller), question.library, question.day, brief=True)
    share = first.cost.usd / other.cost.usd
    named = _named(question)
    head = PrecisionSaves(
        saves="same" if abs(share - 1) < SAME else "less" if share < 1 else "more",
        smaller=smaller,
        wider=wider,
        model=model_of(problem),
        parameters=problem.shape.parameters,
        share=share,
        hour_share=first.smallest.usd_per_hour / other.smallest.usd_per_hour,
        hour_usd=first.smallest.usd_per_hour,
        wider_hour=other.smallest.usd_per_hour,
        usd=first.cost.usd,
        wider_usd=other.cost.usd,
        named=named,
        same_machine=(first.cost.option.instance, first.cost.option.count)
        == (other.cost.option.instance, other.cost.option.count),
        utilization=serving.utilization if serving else 1.0,
        cites=tuple(dict.fromkeys((*first.cost.option.price.cites[:1], *other.cost.option.price.cites[:1]))),
    )
    return FactAnswer(
        headline=head,
        sentences=(_costs(first), _costs(other), PrecisionQuality(smaller=smaller)),
        table=_table(question, smaller, wider),
        questions=(HowMuchTraffic(),),
        filled=without_amounts(_filled(question, smaller)),
    )


def _pair(found: tuple[str, ...]) -> tuple[str, str]:
    """The smaller first; against 16 bits where one was said."""
    order = ("fp4", "int4", "fp8", "int8", "fp16", PLAIN, "fp32")
    kept = sorted(dict.fromkeys("bf16" if one in ("fp16", "fp32") else one for one in found), key=order.index)
    if len(kept) == 1:
        return (kept[0], PLAIN) if kept[0] != PLAIN else ("fp8", PLAIN)
    return kept[0], kept[-1]


def _filled(question: Question, precision: str) -> Filled:
    said = said_also(
        question.said, {"task": "inference", "precision": precision, "tokens_per_day": None, "budget_usd": None}
    )
    return fill(question.reading.model_copy(update={"profile": said}), question.library)


def _named(question: Question) -> str:
    facts = question.library.facts
    words = [name for name in question.said.candidates if name not in FAMILIES]
    return facts.accelerators[words[0]].name if words and words[0] in facts.accelerators else ", ".join(words).upper()


def _found(question: Question, precision: str) -> list[UnitCost]:
    """What serves in that very precision, on what was named, without a port."""
    filled = _filled(question, precision)
    asked = question._replace(filled=filled, reading=filled.reading)
    costs = [one for one in unit_costs(unit_case(asked)) if one.option.serving is not None]
    costs = [one for one in costs if one.option.serving and one.option.serving.precision == precision]
    things = (set(question.said.candidates) - FAMILIES) | set(question.said.instances)
    if things:
        named = [one for one in costs if one.option.named >= Named.BY_CHIP and not one.option.at_hand]
        plain = [one for one in named if one.option.purchase == "on_demand"]
        return plain or named
    return [one for one in open_to(costs, asked) if one.option.port.usd.likely == 0]


def _side(question: Question, precision: str) -> Side | None:
    """None where nothing serves in it."""
    found = _found(question, precision)
    roomy = [one for one in found if one.requests >= FEW] or found
    if not roomy:
        return None
    best = min(roomy, key=lambda one: (one.choice_usd, one.option.id))
    return Side(precision, best, min(roomy, key=lambda one: (one.usd_per_hour, one.choice_usd, one.option.id)))


def _costs(side: Side) -> PrecisionCosts:
    option, serving = side.cost.option, side.cost.option.serving
    return PrecisionCosts(
        precision=side.precision,
        instance=option.instance,
        machines=option.count,
        chips=option.chips,
        chip=option.chip_name,
        purchase=option.purchase,
        usd_per_hour=side.cost.usd_per_hour,
        usd=side.cost.usd,
        tokens_per_second=serving.tokens_per_second * option.count if serving else 0.0,
        requests=serving.batch * option.chips / serving.chips if serving else 0.0,
        basis=option.speed.basis,
        smallest=side.smallest.option.instance,
        smallest_machines=side.smallest.option.count,
        smallest_usd=side.smallest.usd_per_hour,
        smallest_million=side.smallest.usd,
        cites=tuple(dict.fromkeys((*option.price.cites[:1], *option.speed.cites[:2]))),
    )


def _unserved(question: Question, precision: str, known: Side | None) -> FactAnswer | None:
    """Where one of them is not served on what was named, what the other costs there."""
    if known is None:
        return None
    none = PrecisionUnserved(precision=precision, chip=_named(question))
    return FactAnswer(headline=none, sentences=(_costs(known),))


def _table(question: Question, smaller: str, wider: str) -> AnswerTable:
    """The three machines of least dollars a token in each."""
    rows = []
    for precision in (smaller, wider):
        ranked = sorted(_found(question, precision), key=lambda one: (one.choice_usd, one.option.id))
        kinds = list({one.option.accelerator: one for one in reversed(ranked)}.values())[::-1]
        for cost in kinds[:3]:
            option = cost.option
            rows.append(
                AnswerRow(
                    cells=(
                        precision.upper(),
                        f"{option.count} x {option.instance} ({option.chips} x {option.chip_name})",
                        option.purchase,
                        cost.usd_per_hour,
                        cost.usd_per_month,
                        cost.usd,
                        option.speed.basis,
                    ),
                    cites=option.cites[:2],
                )
            )
    columns = ("in_precision", "machine", "buy", "hourly", "month_usd", "usd_served", "speed_is")
    return AnswerTable(words="precisions", columns=columns, rows=tuple(rows))


PRECISIONS = Part(asks, answer)
