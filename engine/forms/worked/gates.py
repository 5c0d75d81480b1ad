"""The last look at a first line, whatever form or sum put it there: what it rests on has to be what is asked.

One place for all forms. Where a gate stops the line, what is known of the matter takes its place; a sum that is right
of other work is not shown below it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace

from engine.answers.model import SUMS_OF_MEMORY, FactAnswer
from engine.base.measures import unit
from engine.base.reason import Reason
from engine.forms.chat import CHAT
from engine.forms.compare import on_named
from engine.forms.domains.of_kind import of_kind
from engine.forms.form import Asked, Form
from engine.forms.kinds.kind import work_of
from engine.forms.parts.fit_reasons import FitsPartly, FitsThere, OnNamed
from engine.forms.registry import form_named
from engine.forms.reported.runs_on import ported_alone, with_support
from engine.forms.symptoms.symptom import with_symptom
from engine.forms.symptoms.symptom_reasons import SymptomTold
from engine.forms.unheld.named import UNNAMED
from engine.forms.unsure.half_read import short
from engine.forms.unsure.support import CLOUDS, NEUTRAL, ROOM, is_supported, tells
from engine.forms.unsure.unasked import ORDER, Wants, WhatIsAsked, instead, named_in
from engine.forms.worked.bears import of_demand, of_load, of_theirs
from engine.forms.worked.ends_in import of_deadline
from engine.forms.worked.makers import of_makers
from engine.forms.worked.needs import of_idle, of_need
from engine.options.named import called_by
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Profile, Reading
from knowledge.units import HOURS_PER_DAY

REFUSED = "refused_by_program"  # the cue: an error says that a program has no code for a model
RUN_THERE = frozenset({"supported", "support_differs", "said_of_support", "support_known"})  # codes on whole programs
OUT_OF_ROOM = frozenset({"no_room", "memory_error", "copied", "fit_word", "fit_least", "how_much_memory", "splits"})
# Codes of first lines on memory as others report it, and of a family by its sizes.
OF_OTHERS = frozenset({"reported_room", "usual_room", "fits_by_size"})
WEAK = frozenset({"usual_room"})  # of them, those that answer only where room is asked for
PLACED = frozenset({"fit", "which", "able", "support"})  # predicates that they answer
COMPOSED = "composed"  # the code on parts, of which formats of numbers are some
FITS = frozenset({"fits_there", "fits_partly"})  # codes of a yes by memory of a language model
UNSAID = "support_unsaid"  # the code that nothing is held of it there
OF_KIND = frozenset({"domain_room", "domain_taken", "in_format"})  # codes of first lines on memory of a kind of work
FORMATS = re.compile(r"\b(?:bf16|fp16|fp8|fp4|int8|int4|fp32)\b", re.IGNORECASE)
SIZE, PLANNED = "parameters", frozenset({"cadence", "tokens", "runs_per_month"})  # slots
ROOM_FORM, EXPLAIN, CHOOSE, WHICH = "fit", "explain", "choose", "which"  # forms; a predicate
BILLS = frozenset({"kept_on", "machines_sum", "span_cost", "told_hours"})  # codes of bills of the hours told
REPEAT, PRICE = unit(repeat=1), "price"  # the unit of what is done so many times; a form
WORK_OF = frozenset({"model", "parameters", "tokens", "samples", "steps", "runs_per_month", "cadence"})  # slots
PAIR = "pair_costs"  # the code of two chips, worked out for a size
SUMMED = frozenset({"hours", "dollars", "rate"})  # and those they never answer
OF_PRICE = frozenset({"price_gap", "cheapest_chip", "chip_hour", "cheapest_kept"})  # codes of lines on prices alone
MONEY = frozenset({"dollars", "which", "compare", "commit", "judge"})  # predicates that a price has part in
FAMILY = frozenset({"gpu"})  # that says nothing of a chip
DOLLARS = re.compile(r"\$\s?\d")
SUPPORT, RUNS = "support", frozenset({"runs_it", "run_on", "support"})  # a predicate and form; cues
# Codes of first lines that rest on a size, on passes or on tokens; of advice the verdict does.
SIZED = SUMS_OF_MEMORY | frozenset({
    "chips_needed", "memory_needed", "pair_costs",
    "run_estimate", "month_estimate", "estimate_too_small", "work_costs", "serves_on", "trains_on",
})  # fmt: skip
ADVISED = frozenset({"choose", "compare"})  # forms whose first line may be a verdict
TEXT = "text"  # the kind of language models
# Slots that only work on text has.
OF_TEXT = frozenset({
    "parameters", "active_parameters", "tokens", "tokens_per_day", "prompt_tokens", "answer_tokens", "variant",
    "sequence_length", "lora_rank", "tokens_per_sample", "dataset", "data_gb", "libraries", "method", "flops",
})  # fmt: skip
OF_NONE = frozenset({"candidates", "instances", "clouds", "region", "chip_memory_gb", "priority", "run_hours"})
NOT_TEXT = "not_text"  # the cue

Stopped = tuple[Form, FactAnswer]
Gate = Callable[[Form, FactAnswer, Asked], Stopped | None]


class Refused(Reason, code="refused_by_program"):
    """A program says that it has no code for the model: memory is not what stops it. `room`: whether there is any;
    `of_room`: that was worked out."""

    model: str
    chip: str
    room: bool
    of_room: bool


class OfOtherWork(Reason, code="of_other_work"):
    """The figures would be those of a language model, and nothing shows that the work is one. `name`: what it is."""

    name: str
    wants: Wants


class AllOfThem(Reason, code="all_of_them"):
    """`many` runs of `hours` each on `machine`: `total` hours of one, `wall` hours where `count` of them share it;
    `usd_per_hour` of one on demand, 0 where no price is held."""

    many: float
    hours: float
    total: float
    wall: float
    machine: str
    count: int
    usd_per_hour: float
    usd: float


def gated(form: Form, stated: FactAnswer, asked: Asked) -> Stopped:
    """The form and the answer; where a gate stops its first line, what may stand there instead."""
    reading = asked.reading
    if reading.by_hand or reading.intent == "followup":
        return form, stated
    said = reading.profile.stated().keys()
    planned = SIZE in said and not PLANNED.isdisjoint(said)  # work that is to be put somewhere
    chosen = planned or WHICH in reading.sought.predicates
    advice = form.id == CHOOSE and stated.headline is None and chosen
    symptom = with_symptom(stated, asked) if form.id != CHAT.id and not advice else None
    if symptom is not None:
        cause = symptom.headline
        idle = of_idle(form, stated, asked) if type(cause) is SymptomTold else None  # without figures of its own
        if cause is None or idle is None:
            return form_named(EXPLAIN), symptom
        form, waits = idle
        return form, waits.model_copy(update={"sentences": (cause, *symptom.sentences, *waits.sentences)})
    if form.asks_nothing:
        return form, stated
    return next((made for gate in GATES if (made := gate(form, stated, asked)) is not None), (form, stated))


def _refused(_form: Form, stated: FactAnswer, asked: Asked) -> Stopped | None:
    """Room in memory, or a program that runs there, is no yes to a model that the program says it does not know."""
    first = stated.headline
    runs = first is not None and first.code in RUN_THERE
    if first is None or REFUSED not in asked.reading.cues or not (runs or isinstance(first, OnNamed)):
        return None
    names, chips = tuple(named_in(asked)), asked.profile.candidates + asked.profile.instances
    chip = first.chip if isinstance(first, OnNamed) else names[-1] if chips and names else ""
    told = Refused(
        model=names[0] if names and names[0] != chip else "",
        chip=chip,
        room=isinstance(first, FitsThere | FitsPartly),
        of_room=not runs,
    )
    return form_named(SUPPORT), stated.headed(told)


def _of_another(form: Form, stated: FactAnswer, asked: Asked) -> Stopped | None:
    """Room in memory answers no hours, no speed and no cause; what is told below of that leads, else what is held."""
    first, shown = stated.headline, frozenset(asked.reading.sought.predicates) - NEUTRAL
    if first is None or first.code not in ROOM | OF_OTHERS or not OUT_OF_ROOM.isdisjoint(asked.reading.cues):
        return None
    if not shown.isdisjoint(PLACED) or (shown.isdisjoint(SUMMED) and not (first.code in WEAK and not shown)):
        return None
    work = work_of(asked.reading, asked.library)
    lines = stated.sentences
    if lead := next((line for line in lines if (tells(line, work) or frozenset()) & shown), None):
        rest = tuple(line for line in lines if line is not lead)
        return form, stated.model_copy(update={"headline": lead, "sentences": rest})
    return form_named(EXPLAIN), instead(stated, asked)


def _of_support(_form: Form, stated: FactAnswer, asked: Asked) -> Stopped | None:
    """Whether something runs there comes before what it would save."""
    first, cues = stated.headline, asked.reading.cues
    if first is None or first.code not in OF_PRICE or SUPPORT not in asked.reading.sought.predicates:
        return None
    led = form_named(SUPPORT).answer(asked) if not RUNS.isdisjoint(cues) else None
    if led is None or led.headline is None:
        return None
    lines = (*led.sentences, first, *stated.sentences)
    return form_named(SUPPORT), stated.model_copy(update={"headline": led.headline, "sentences": lines})


def _of_format(_form: Form, stated: FactAnswer, asked: Asked) -> Stopped | None:
    """That a chip computes in a number format is no yes to a network in it: whether that fits comes before."""
    first, said = stated.headline, asked.profile
    if first is None or first.code not in RUN_THERE | {COMPOSED} or not said.precision or not said.candidates:
        return None
    if asked.reading.sought.predicates and PLACED.isdisjoint(asked.reading.sought.predicates):
        return None
    parts = first.values.get("native", True) if first.code == COMPOSED else FORMATS.search(str(first.values))
    if not parts:
        return None  # kernels and libraries are asked about
    work = work_of(asked.reading, asked.library)
    made = of_kind(ROOM_FORM, FactAnswer(), asked, anyway=True) if work is not None and work.billions else None
    if work is None and (said.parameters or said.variant):
        made = form_named(ROOM_FORM).answer(asked)
    if made is None or made.headline is None:
        return None
    placed = form_named(ROOM_FORM), made.model_copy(update={"sentences": (first, *made.sentences)})
    return of_demand(*placed, asked) or placed


def _of_ported(_form: Form, stated: FactAnswer, asked: Asked) -> Stopped | None:
    """On chips that take a port, room in memory is no yes: whether the network runs there comes before."""
    first = stated.headline
    unsaid = ported_alone(asked) if first is not None and first.code in OF_KIND | OF_OTHERS | FITS else None
    if first is None or unsaid is None:
        return None
    if first.code in FITS:
        made = with_support(form_named(SUPPORT), FactAnswer(unsure=True), asked)
        said = made[1].headline if made is not None else None
        lines = (first, *stated.sentences)
        asks = SUPPORT in asked.reading.sought.predicates
        if (
            said is None
            or not said.values.get("of")
            or (first.values.get("host_short") and said.values.get("answer") != "no")
            or any(line.code in RUN_THERE | {COMPOSED} for line in stated.sentences)
        ):
            return None
        told = not said.values.get("part", True) and (asks or said.values.get("answer") == "no")
        return (
            (form_named(SUPPORT), stated.model_copy(update={"headline": said, "sentences": lines})) if told else None
        )
    told = next((line for line in stated.sentences if line.code in RUN_THERE | {COMPOSED, UNSAID}), None)
    if told is None:
        made = with_support(form_named(SUPPORT), FactAnswer(unsure=True), asked)
        told = (made[1].headline if made is not None else None) or unsaid
    rest = tuple(line for line in stated.sentences if line is not told)
    return form_named(SUPPORT), stated.model_copy(update={"headline": told, "sentences": (first, *rest)})


def _of_wish(form: Form, stated: FactAnswer, asked: Asked) -> Stopped | None:
    """Prices of several places answer no speed and no cause; a price in a document none but one of money."""
    first, shown = stated.headline, frozenset(asked.reading.sought.predicates)
    alone = first is None and not stated.sentences and not stated.verdict_below and len(asked.reading.thread) <= 1
    if alone and stated.passages and shown:
        kept = tuple(one for one in stated.passages if _is_of_that(one.text, shown, asked))
        if kept != stated.passages:
            told = stated.model_copy(update={"passages": kept})
            return form, told if kept else instead(stated, asked)
    if first is None or first.code not in CLOUDS or stated.of_told or is_supported(form.id, stated, asked):
        return None
    return form_named(EXPLAIN), instead(stated, asked)


def _is_of_that(text: str, shown: frozenset[str], asked: Asked) -> bool:
    """Whether a sentence of a document that tells dollars is of what is asked: of money, and of one of the chips or
    machines where any were named."""
    if not DOLLARS.search(text):
        return True
    if MONEY.isdisjoint(shown):
        return False
    said = {*asked.profile.candidates, *asked.profile.instances} - FAMILIES
    words = text.casefold()
    names = {name.partition("-")[0].partition(".")[0] for name in said}
    names |= {chip.family for chip in called_by(asked.facts, frozenset(said))} - FAMILY  # "Trainium" of Trainium1
    names |= {thing.id.partition(".")[0] for thing in asked.facts.instances.values() if thing.accelerator in said}
    return not names or any(name in words for name in names)


def _of_each(_form: Form, stated: FactAnswer, asked: Asked) -> Stopped | None:
    """The bill of one run is none of all of them: "each of our 12 models trains 5 h", "20 sweeps of 3 hours"."""
    first, said, named = stated.headline, asked.profile, asked.profile.instances
    told = (one.value for one in asked.reading.measured.measures if one.units[:1] == (REPEAT,))
    many = next(told, 0.0) or (said.runs or 0.0)
    bill = first.code in BILLS if first is not None else _form.id == PRICE
    if not bill or many <= 1 or not said.run_hours or len(named) != 1 or not WORK_OF.isdisjoint(said.stated()):
        return None
    thing = asked.facts.instances[named[0]]
    count = min(said.instance_count or 1, math.ceil(many))
    quote = asked.problem.prices.near(thing, "on_demand", said.region)
    usd, total = quote.usd_per_hour.likely if quote else 0.0, many * said.run_hours
    line = AllOfThem(
        many=many, hours=said.run_hours, total=total, wall=math.ceil(many / count) * said.run_hours, machine=thing.id,
        count=count, usd_per_hour=usd, usd=usd * total, cites=quote.cites if quote else (),
    )  # fmt: skip
    return form_named(EXPLAIN), FactAnswer(headline=line, of_told=True, whole=True)


def _of_unknown_size(_form: Form, stated: FactAnswer, asked: Asked) -> Stopped | None:
    """What others' programs took is no yes for a model whose sizes are not held: how large one may be there is, where
    that comes first; that the size decides tells less than what others took."""
    first = stated.headline
    if first is None or first.code not in WEAK or not asked.reading.unknown_models:
        return None
    if work_of(asked.reading, asked.library) is not None or not asked.profile.candidates:
        return None
    held = form_named(ROOM_FORM).answer(asked)
    told = held is not None and held.headline is not None and held.headline.code not in WEAK | {UNNAMED}
    return (form_named(ROOM_FORM), held) if held is not None and told else None


def _of_other_work(form: Form, stated: FactAnswer, asked: Asked) -> Stopped | None:
    """Work that nothing shows to be a language model's gets no yes, bill or choice of one of a size nobody said."""
    if stated.of_kind or stated.of_told or not _rests_on_guess(form, stated, asked) or not _is_strange(asked.reading):
        return None
    wished = ROOM_FORM if form.id == EXPLAIN else form.id
    if (kind := of_kind(wished, FactAnswer(), asked, anyway=True)) is not None:
        return form_named(EXPLAIN), kind
    predicates = asked.reading.sought.predicates
    wants: Wants = next((name for name in ORDER if name in predicates), "")
    told = OfOtherWork(name=_name(asked), wants=wants)
    things = {slot: getattr(asked.profile, slot) for slot in ("candidates", "instances", "region")}
    alone = replace(asked, reading=asked.reading.model_copy(update={"profile": Profile.model_validate(things)}))
    held = on_named(alone)
    answer = FactAnswer(headline=told, sentences=held.lines, table=held.table, unsure=True)
    return form_named(EXPLAIN), answer.model_copy(update={"questions": (WhatIsAsked(wants=wants),)})


def _rests_on_guess(form: Form, stated: FactAnswer, asked: Asked) -> bool:
    """Whether the first line takes a size that nobody said; of a kind of work of which more is held, whether it is of
    memory, or advice on samples whose passes nobody said."""
    first, filled = stated.headline, asked.problem.filled
    if work_of(asked.reading, asked.library) is not None:
        passes = first is None and form.id in ADVISED and asked.profile.samples and filled.assumed("epochs")
        passes = passes and not _is_long(asked)
        sized = isinstance(first, OnNamed) or (first is not None and first.code == PAIR)
        return bool(passes) or (sized and filled.assumed("parameters"))
    rests = first.code in SIZED if first is not None else form.id in ADVISED
    return rests and filled.assumed("parameters")


def _is_long(asked: Asked) -> bool:
    """Whether one pass alone takes longer than a day on what would be advised: how many there are turns no choice."""
    advised = asked.verdict.option
    return advised is not None and advised.run.hours.likely > HOURS_PER_DAY


def _is_strange(reading: Reading) -> bool:
    """Whether the work is shown to be other than text, or its own noun was not understood."""
    said = reading.profile
    kind = next(iter(reading.domains), "")
    if kind not in ("", TEXT):
        return True
    if kind == TEXT or not OF_TEXT.isdisjoint(said.stated()):
        return False
    if said.run_hours and said.instances and said.stated().keys() <= OF_NONE | {"cadence", "runs_per_month", "runs"}:
        return True  # hours on machines, whatever runs there
    named = bool(reading.projects or reading.unknown_models) or NOT_TEXT in reading.cues
    return named or (said.stated().keys() - {"task"} <= OF_NONE and bool(_noun(reading)))


def _noun(reading: Reading) -> str:
    """The first words that were not understood and hold no figure."""
    plain = (one for one in reading.unread if not any(sign.isdigit() for sign in one))
    return next((short(one) for one in plain), "")


def _name(asked: Asked) -> str:
    """What the work is called."""
    reading = asked.reading
    named = [one.name for one in reading.projects] + list(reading.unknown_models)
    work = work_of(reading, asked.library)
    return next(iter(named), "") or (work.name if work else "") or _noun(reading)


GATES: tuple[Gate, ...] = (
    _refused,
    of_idle,
    of_deadline,
    of_need,
    of_makers,
    of_theirs,
    _of_support,
    _of_format,
    _of_ported,
    of_demand,
    _of_another,
    _of_wish,
    _of_each,
    _of_unknown_size,
    _of_other_work,
    of_load,
)
