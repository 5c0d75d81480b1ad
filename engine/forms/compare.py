"""What was named, side by side: what differs first, and what the work that was said costs on exactly these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.answers.compare import compared
from engine.answers.mentioned import meant
from engine.answers.model import AnswerRow, AnswerTable, Cell, FactAnswer, Passage
from engine.answers.passages import BESIDE, passages
from engine.answers.rank_prices import ways_out
from engine.base.reason import Reason
from engine.forms.fit import FIT
from engine.forms.fits.cards import cards_of
from engine.forms.form import ENOUGH_WORKLOAD, NAMED_THINGS, UNASKED, Asked, Form, question_of
from engine.forms.parts.measured import measured
from engine.forms.per_unit.ahead import ahead, times
from engine.forms.per_unit.pair import pair
from engine.forms.per_unit.rates import says_amount
from engine.forms.per_unit.ratio import ratio
from engine.forms.sold.at_place import machine_hours, place_of, prices_beside, quote_at, types_named, way_of_all
from engine.options.named import called
from engine.options.option import CostedOption, costed, leading
from engine.prices.price_book import Quote
from engine.workload.conditions import FAMILIES, all_hold
from engine.workload.question import FormCues
from knowledge.facts import PURCHASES_IN_ORDER, Accelerator, Hit, Instance, Purchase

SIDES, OF_TWO = 4, 6  # told at most; of two chips each cloud that sells them
FEW, PAIR = 16, 2  # cards of one's own; sides of a pair
FIGURES = ("hbm_gib", "hbm_gbps", "bf16_dense_tflops")  # of a chip
BETTER = frozenset({"which_hardware", "better", "keep", "training_words"})  # who wants to know which of two to take
SPECS = ("side", "chips", "usd_chip", "block_chip", "spot_chip", "hbm", "bandwidth", "bf16", "fp8")
COSTED_SPECS = ("side", "chips", "usd_chip", "hbm", "bandwidth", "bf16")  # beside what the work costs
COSTS, MONTHLY = ("hours", "usd_run", "usd_all"), ("usd_month", "usd_all")
SIZED = {"parameters", "model", "tokens", "flops", "samples", "tokens_per_day", "run_hours", "current_hours_per_run"}


class SideBySide(Reason, code="side_by_side"):
    """What differs per chip, in the order of the sides; None where it is unknown or not sold in that `way`."""

    sides: tuple[str, ...]
    usd: tuple[float | None, ...]
    sold: tuple[bool, ...]  # whether a machine with it is rented out where prices are held
    hbm: tuple[float, ...]
    bandwidth: tuple[float, ...]
    bf16: tuple[float, ...]
    way: Purchase
    sold_so: bool  # any of them is
    more: tuple[float | None, ...]  # dollars, GiB, GB/s, TFLOP/s of two sides: the larger over the other
    in_fp32: tuple[str, ...] = ()  # those whose `bf16` is that of FP32, since FP16 is no faster there
    usd_machine: tuple[float, ...] = ()  # of types that were named
    place: str = ""  # where the prices hold, if a place was said; of a city the region of each price
    ahead: str | None = None  # of two sides: that with more or as much of everything, for fewer dollars


class WorkCosts(Reason, code="work_costs"):
    """What the work that was said costs on each side, cheapest first."""

    sides: tuple[str, ...]
    hours: tuple[float, ...]
    usd: tuple[float, ...]
    monthly: bool  # of serving, a month of machines


class WorkTooBig(Reason, code="work_too_big"):
    """Sides that the work that was said does not run on, as they are sold."""

    sides: tuple[str, ...]


class NotHeldSide(Reason, code="not_held_side"):
    """Named, and without any figures here, joined by commas."""

    names: str


class Side(NamedTuple):
    """One thing compared; a chip that nobody rents out here has no type."""

    name: str
    chip: Accelerator
    instance: Instance | None


def is_asked(seen: FormCues) -> bool:
    """Chips or types set against each other by a word that says so, or the speed of one against the other's."""
    if seen.of_ratio or _is_closed_list(seen):
        return True
    return seen.has("compare", "vs") and seen.specific + seen.instances >= 2 and not seen.has("keep", "advise")


def _is_closed_list(seen: FormCues) -> bool:
    """ "I can have a V100 or a T4, which should I use?": a choice between chips, without any size of the work."""
    asks = seen.asks and seen.has("which", "which_hardware", "better") and not seen.has("commit_strong", "carbon")
    return asks and seen.specific >= 2 and SIZED.isdisjoint(seen.profile.stated()) and not seen.before


def is_intent(seen: FormCues) -> bool:
    """Two or more things side by side. With a described workload, only types with a word that sets them so."""
    if seen.hardware_named < 2 or seen.has("price_each"):
        return False
    exact = seen.specific + seen.instances >= 2
    if seen.has("keep") and seen.own_slots:
        return False
    if seen.has("compare"):
        return True
    if _is_own_work(seen) and not (seen.has("vs") and seen.instances >= 2):
        return False  # "trn2 or p5en for our fine-tune, 150 runs": the sum decides between them
    if exact and seen.has("which_hardware", "better") and seen.asks and not seen.has("keep", "explain_strong"):
        return True  # "what's cheaper for an 8B: H100 or trn1?"
    if seen.own_slots and seen.instances < 2:
        return False
    if seen.instances >= 2 and not seen.has("keep"):
        return True
    if seen.has("keep", "about_pricing") or (seen.has("price_strong") and not seen.has("figures", "vs", "better")):
        return False
    if exact and seen.has("figures", "vs", "better"):
        return True
    return (seen.has("vs") and not seen.workload_slots) or (
        exact and seen.joined and not seen.has("advise") and not seen.workload_slots
    )


def _is_own_work(seen: FormCues) -> bool:
    """Whether somebody's own work is described, with how much of it or with a choice to make."""
    described = seen.says("task") or (seen.says("architecture") and seen.workload_slots >= ENOUGH_WORKLOAD)
    counted = seen.own_slots - seen.says("parameters") > 0
    return described and (counted or (seen.has("choice") and (seen.says("task") or seen.has("first_person"))))


def answer(asked: Asked) -> FactAnswer | None:
    """How much faster one is; else the properties, and where sources disagree, unless a verdict already says so."""
    asked = asked.of_chips if len(set(asked.profile.candidates) - FAMILIES) >= PAIR else asked
    if told := _of_two(asked):
        return told
    (names, properties), sides = compared(asked.reading, asked.library, asked.day), _sides(asked)
    unheld = [word for word in asked.profile.candidates if not _chips(asked, word)]
    if not sides or len(sides) + len(unheld) < PAIR:
        return None
    more_was_said, sized = bool(set(asked.profile.stated()) - NAMED_THINGS), says_amount(asked.profile)
    costs = _costs(asked, sides) if sized and not SIZED.isdisjoint(asked.profile.stated()) else {}
    none_fits = more_was_said and sized and not costs and asked.verdict.kind == "no_fit"
    lead: Reason = _lead(asked, sides)
    lines: list[Reason] = []
    if none_fits:
        lines.append(lead)
        lead = WorkTooBig(sides=tuple(side.name for side in sides))
    if costs:  # what the work costs decides, and comes first
        ranked = sorted(costs.items(), key=lambda entry: entry[1].run.usd.likely)
        lines.append(lead)
        lead = WorkCosts(
            sides=tuple(_machines(side, option) for side, option in ranked),
            hours=tuple(option.run.hours.likely for _, option in ranked),
            usd=tuple(option.run.usd.likely for _, option in ranked),
            monthly=asked.case.filled.profile.task == "inference",
            cites=tuple(dict.fromkeys(cite for _, option in ranked for cite in option.price.cites[:1])),
        )
        lines += [WorkTooBig(sides=gone)] if (gone := tuple(one.name for one in sides if one not in costs)) else []
    decided = bool(costs) and _is_decided(asked, sides, costs)
    lines = [lead, *lines] if decided else lines
    lines += measured(names, properties)
    rented = [side.instance for side in sides if side.instance and not costs]
    lines += prices_beside(asked.library, asked.day, asked.reading, rented)
    lines += [] if not _are_cards(asked, sides) else [cards_of(asked.reading, asked.library, asked.day)[0]]
    lines += [NotHeldSide(names=", ".join(unheld))] if unheld else []
    return FactAnswer(
        headline=None if decided else lead,
        sentences=tuple(lines),
        sides=names,
        properties=properties,
        table=_table(asked, sides, costs),
        passages=() if more_was_said else _differing(sides, asked),
        filled=asked.case.filled if costs else None,
        verdict_below=more_was_said and sized and (none_fits or _names_the_best(asked, sides)),
    )


class OnNamed(NamedTuple):
    """What is held of what was named: lines and a table; no lines where nothing of ours was."""

    lines: tuple[Reason, ...] = ()
    table: AnswerTable | None = None


def on_named(asked: Asked) -> OnNamed:
    """For a question that nothing answers: what the model takes, and the figures of chips, even of one."""
    said, sides = asked.profile, _sides(asked.of_chips)
    sized = (said.parameters is not None or said.model is not None) and not asked.reading.unheld
    figures = (_lead(asked, sides),) if sides else ()
    told = FIT.answer(asked) if sized else None
    if told is not None and told.headline is not None:
        table = told.table.model_copy(update={"words": FIT.id}) if told.table else None
        return OnNamed((told.headline, *told.sentences[:1], *figures), table)
    table = _table(asked, sides, {}) if sides else None
    return OnNamed(figures, table.model_copy(update={"words": table.words or COMPARE.id}) if table else None)


def _of_two(asked: Asked) -> FactAnswer | None:
    """Of two chips and no amount of work: how much faster, or what a unit of the work costs on both."""
    wonders = {"is_normal", "speed_word"} <= (cues := set(asked.reading.cues))
    if "how_much_faster" in cues or wonders:
        return _with_conflicts(ratio(question_of(asked), why=wonders), asked)
    wants = cues & BETTER or asked.profile.task is not None
    told = pair(question_of(asked)) if wants and not says_amount(asked.profile) else None
    return _with_conflicts(told, asked)


def _with_conflicts(told: FactAnswer | None, asked: Asked) -> FactAnswer | None:
    """Where sources disagree about the two, unless work was described."""
    if told is None or set(asked.profile.stated()) - NAMED_THINGS:
        return told
    return told.model_copy(update={"passages": _differing(_sides(asked), asked)})


def _names_the_best(asked: Asked, sides: Sequence[Side]) -> bool:
    """Whether the sum would take one of the sides: nothing else is recommended to who compares these."""
    best = asked.verdict.option
    return best is not None and best.accelerator in {side.chip.id for side in sides}


def _is_decided(asked: Asked, sides: Sequence[Side], costs: dict[Side, CostedOption]) -> bool:
    """Whether the deciding sum takes one of the sides, of which every chip does the work: the verdict comes first.

    So "A vs B" and "A or B" for the same work begin with the same sum.
    """
    done = {side.chip.id for side in costs} == {side.chip.id for side in sides}
    if not done or asked.reading.intent == "followup" or asked.reading.named:
        return False
    return asked.verdict.kind == "recommend" and _names_the_best(asked, sides)


def _sides(asked: Asked) -> tuple[Side, ...]:
    """The types meant; and the chips that were named and that nobody rents out here."""
    facts, book = asked.facts, asked.library.prices(asked.day)
    most = OF_TWO if len(asked.profile.candidates) <= PAIR and not asked.profile.instances else SIDES
    things = meant(asked.reading, facts, book, most)
    sides = [Side(thing.id, facts.accelerators[thing.accelerator], thing) for thing in things]
    held = {side.chip.id for side in sides}
    unsold: list[Side] = []
    for word in asked.profile.candidates:
        chips = _chips(asked, word)
        if chips and not held & {chip.id for chip in chips}:
            unsold.append(Side(chips[0].name, chips[0], None))
    return (*_spread(sides, most - len(unsold)), *unsold[:SIDES])


def _spread(sides: Sequence[Side], at_most: int) -> tuple[Side, ...]:
    """The first type of each chip before the second of any: no chip that was named drops out."""
    nth = [sum(other.chip.id == side.chip.id for other in sides[:at]) for at, side in enumerate(sides)]
    kept = sorted(range(len(sides)), key=lambda at: (nth[at], at))[: max(0, at_most)]
    return tuple(sides[at] for at in sorted(kept))


def _chips(asked: Asked, word: str) -> list[Accelerator]:
    return list(called(asked.facts, word))


def _quote(asked: Asked, side: Side, way: Purchase) -> Quote | None:
    if side.instance is None or way in ways_out(asked.reading):
        return None
    return quote_at(asked.library.prices(asked.day), side.instance, way, asked.profile.region)


def _chip_hour(asked: Asked, side: Side, way: Purchase = "on_demand") -> float | None:
    quote = _quote(asked, side, way)
    return quote.seen.likely / side.instance.count if quote and side.instance else None


def _lead(asked: Asked, all_sides: Sequence[Side]) -> SideBySide:
    """Of types that were named each; of a chip that several types have, the first that is sold on demand."""
    book, named = asked.library.prices(asked.day), types_named([one.instance for one in all_sides], asked.profile)
    way = asked.profile.purchase or way_of_all(book, [one.instance for one in all_sides], asked.reading)
    priced = sorted(all_sides, key=lambda side: _quote(asked, side, way) is None)
    first = {side.name if side.name in named else side.chip.id: side for side in reversed(priced)}
    sides = [side for side in all_sides if side in first.values()]
    quotes = [quote for side in sides if (quote := _quote(asked, side, way))]
    types = [side.instance if side.name in named else None for side in sides]
    hbm, bandwidth, bf16 = (tuple(getattr(side.chip, name).value for side in sides) for name in FIGURES)
    return SideBySide(
        sides=(names := tuple(side.name if side.name in named else side.chip.name for side in sides)),
        usd=(usd := tuple(_chip_hour(asked, side, way) for side in sides)),
        usd_machine=machine_hours(book, types, way, asked.profile),
        sold=tuple(side.instance is not None for side in sides),
        hbm=hbm,
        bandwidth=bandwidth,
        bf16=bf16,
        way=way,
        sold_so=bool(quotes),
        more=tuple(times(each) for each in (usd, hbm, bandwidth, bf16)),
        ahead=ahead(names, usd, hbm, bandwidth, bf16),
        in_fp32=tuple(name for name, side in zip(names, sides, strict=True) if side.chip.in_fp32),
        place=place_of(asked.profile.region, quotes, asked.facts),
        cites=tuple(dict.fromkeys([one.source for one in quotes] + [side.chip.hbm_gbps.source for side in sides])),
    )


def _costs(asked: Asked, sides: Sequence[Side]) -> dict[Side, CostedOption]:
    """Of each side the cheapest way to do the work that was said, where it does it at all."""
    found: dict[Side, CostedOption] = {}
    bought = {asked.profile.purchase} if asked.profile.purchase else set(PURCHASES_IN_ORDER) - UNASKED
    options = [option for option in costed(asked.case.options) if option.purchase in bought]
    for side in sides:
        of_chip = [option for option in options if option.accelerator == side.chip.id]
        there = [option for option in of_chip if side.instance and option.cloud == side.instance.cloud]
        ways = ([option for option in there if option.instance == side.name], there, of_chip)
        if same_way := next((ons for ons in ways if ons), []):
            found[side] = min(leading(same_way) or same_way, key=lambda option: option.run.usd.likely)
    return found


def _machines(side: Side, cost: CostedOption | None) -> str:
    """The side itself, or so many of another machine with its chip where that does the work."""
    is_other = cost and side.instance and cost.instance != side.instance.id
    return f"{cost.count} x {cost.instance}" if cost and is_other else side.name


def _chip_count(asked: Asked, side: Side, cost: CostedOption | None) -> int:
    """Of one machine of the side, or of all that do the work where these are others."""
    if cost and side.instance and cost.instance != side.instance.id:
        return cost.count * asked.facts.instances[cost.instance].count
    return side.instance.count if side.instance else 1


def _table(asked: Asked, sides: Sequence[Side], costs: dict[Side, CostedOption]) -> AnswerTable:
    if _are_cards(asked, sides):
        return cards_of(asked.reading, asked.library, asked.day)[1]
    if costs:
        columns = (*COSTED_SPECS, *(MONTHLY if asked.case.filled.profile.task == "inference" else COSTS))
    else:
        blocks = any(_quote(asked, side, "capacity_block") for side in sides)
        columns = tuple(column for column in SPECS if blocks or column != "block_chip")
    return AnswerTable(
        columns=columns,
        rows=tuple(
            AnswerRow(
                cells=tuple(_cells(asked, side, costs.get(side))[column] for column in columns),
                cites=(side.chip.bf16_dense_tflops.source, *((side.instance.source,) if side.instance else ())),
                is_named=True,
            )
            for side in sides
        ),
    )


def _are_cards(asked: Asked, sides: Sequence[Side]) -> bool:
    """Whether all of them are cards of one's own: what they hold is told, and no price."""
    few = (asked.profile.accelerator_count or 1) <= FEW
    return few and not any(side.instance or side.chip.family != "gpu" for side in sides)


def _cells(asked: Asked, side: Side, cost: CostedOption | None) -> dict[str, Cell]:
    return {
        "side": _machines(side, cost),
        "chips": f"{_chip_count(asked, side, cost)} x {side.chip.name}",
        "usd_chip": _chip_hour(asked, side),
        "block_chip": _chip_hour(asked, side, "capacity_block"),
        "spot_chip": _chip_hour(asked, side, "spot"),
        "hbm": side.chip.hbm_gib.value,
        "bandwidth": side.chip.hbm_gbps.value,
        "bf16": side.chip.bf16_dense_tflops.value,
        "fp8": fp8.value if (fp8 := side.chip.fp8_dense_tflops) else None,
        "hours": cost.run.hours.likely if cost else None,
        "usd_run": cost.run.usd.likely if cost else None,
        "usd_month": cost.run.usd.likely if cost else None,
        "usd_all": cost.total(asked.case.runs) if cost else None,
    }


def _differing(sides: Sequence[Side], asked: Asked) -> tuple[Passage, ...]:
    """Where sources disagree about the sides, of work such as was said; conflicts about several sides first."""
    facts, profile, families = asked.facts, asked.profile, asked.library.families
    chips, things = {side.chip.id for side in sides}, {side.name for side in sides}
    shared = {
        entry.id: len(set(entry.instances) & things) + len(set(entry.accelerators) & chips)
        for entry in facts.conflicts.values()
        if all_hold(entry.when, profile, asked.reading.signals, families)
    }
    named = {name: len(facts.conflicts[name].instances) + len(facts.conflicts[name].accelerators) for name in shared}
    both = (name for name, count in shared.items() if count >= min(PAIR, named[name]) > 0)
    nearest = sorted(both, key=lambda name: -shared[name])[:BESIDE]
    hits = (Hit(kind="conflict", id=name, score=1.0) for name in nearest)
    return passages(hits, facts, asked.day, BESIDE)


COMPARE = Form(
    id="compare",
    intent="compare",
    is_asked=is_asked,
    is_intent=is_intent,
    answer=answer,
    first_line="compare",
    facts_below_advice=True,
    prices_decide=False,
)
