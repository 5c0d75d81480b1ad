"""How many machines of each type that was named a load of requests takes, of models that read and write text.

The counts are those of the costed options, so that a machine takes as many here as wherever else it is costed.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from engine.answers.model import AnswerRow, AnswerTable, FactAnswer
from engine.base.reason import Reason
from engine.forms.loads.loads import COUNTS
from engine.forms.loads.loads_reasons import LoadLatency, LoadTakes, LoadUnheld
from engine.forms.per_unit.rates import Question
from engine.forms.served.shown import Part, Shown
from engine.options.named import is_named
from engine.options.option import CostedOption, Named, costed
from engine.verdict.forks import answer_case
from engine.workload.samples import NO_TOKENS
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH, SECONDS_PER_HOUR

SEVERAL = 2
OTHERS = ("vs", "compare", "no_room", "memory_error", "how_much_memory", "multi_lora", "of_api")  # cues


class Kept(NamedTuple):
    """An option and its machines, at least and at most by the range of its speed."""

    option: CostedOption
    least: int
    most: int

    @property
    def usd_per_hour(self) -> float:
        """Dollars of an hour of all machines."""
        return self.option.price.usd_per_hour.likely * self.option.count


def asks(shown: Shown) -> bool:
    """Whether it is asked how many of each of several machines so many requests a second take."""
    said = shown.said
    if shown.has(COUNTS) or said.architecture in NO_TOKENS:
        return False
    counts = shown.has("how_many") and said.requests_per_second is not None and shown.sized
    return counts and shown.things >= SEVERAL and not (shown.trains or shown.of_else or shown.has(*OTHERS))


def answer(question: Question) -> FactAnswer | None:
    """None where fewer than two of them were costed."""
    found = _kept(question)
    if len(found) < SEVERAL:
        return None
    said, first = question.said, found[0].option
    serving = first.serving
    busy = serving.utilization if serving else 1.0
    lines: list[Reason] = []
    missing = _missing(question, found)
    if missing:
        lines.append(LoadUnheld(names=missing))
    if said.latency_ms is not None:
        lines.append(LoadLatency(limit=said.latency_ms, busy=busy))
    model = question.library.facts.models.get(said.variant or "")
    family = question.library.facts.families.get(said.model or "")
    takes = LoadTakes(
        rows=tuple(_line(one) for one in found),
        unit="request",
        a_day=None,
        rate=said.requests_per_second or 0.0,
        model=model.name if model else family.name if family else "the model",
        steps=None,
        side=None,
        busy=busy,
        purchase=first.purchase,
        is_named=True,
        is_open=False,
        usd_each=first.price.usd_per_hour.likely,
        taken=None,
        weights=None,
        enough=None,
        used=None,
        carried=None,
        said_machines=0,
        today="",
        today_machines=0,
        today_usd=0.0,
        saves=None,
        more=None,
        cites=tuple(cite for one in found for cite in one.option.cites[:2]),
    )
    return FactAnswer(headline=takes, sentences=tuple(lines), table=_table(found), filled=question.filled)


def _kept(question: Question) -> list[Kept]:
    """Of each type and chip that was named the cheapest option, bought as was said, else on demand."""
    case = answer_case(question.filled, question.library, question.day)
    wanted = question.said.purchase or "on_demand"
    named = [one for one in costed(case.options) if one.named >= Named.BY_CHIP and one.purchase == wanted]
    named = [one for one in named if one.serving and one.serving.tokens_per_second > 0]
    named = [one for one in named if one.not_leading is None] or named
    best = dict[str, CostedOption]()
    for one in named:
        key = one.instance if one.instance in question.said.instances else one.accelerator
        monthly = one.price.usd_per_hour.likely * one.count
        if key not in best or monthly < best[key].price.usd_per_hour.likely * best[key].count:
            best[key] = one
    found = [_range(one, question) for one in best.values()]
    return sorted(found, key=lambda one: (one.usd_per_hour, one.option.id))


def _range(option: CostedOption, question: Question) -> Kept:
    serving, speed = option.serving, option.speed.speed
    each = serving.tokens_per_second * serving.utilization if serving else 1.0
    exact = (question.filled.profile.tokens_per_day or 0.0) / (HOURS_PER_DAY * SECONDS_PER_HOUR) / each
    least, most = exact * speed.likely / speed.high, exact * speed.likely / speed.low
    return Kept(option, min(max(1, math.ceil(least)), option.count), max(math.ceil(most), option.count))


def _missing(question: Question, found: list[Kept]) -> tuple[str, ...]:
    facts, said = question.library.facts, question.said
    rows = {one.option.instance for one in found}
    chips = [facts.accelerators[one.option.accelerator] for one in found]
    left = [name for name in said.instances if name not in rows]
    wanted = (facts.accelerators[name] for name in said.candidates if name in facts.accelerators)
    left += [chip.name for chip in wanted if not any(is_named(one, frozenset({chip.id})) for one in chips)]
    return tuple(left)


def _line(one: Kept) -> tuple[str, str, int, int, int, int, float, float]:
    option = one.option
    chips = option.chips // option.count
    usd = one.usd_per_hour
    return (option.instance, option.chip_name, option.count, one.least, one.most, chips, usd, usd * HOURS_PER_MONTH)


def _table(found: list[Kept]) -> AnswerTable:
    rows = [
        AnswerRow(
            cells=(
                f"{one.option.count} x {one.option.instance} ({one.option.chip_name})",
                one.option.price.usd_per_hour.likely,
                one.usd_per_hour,
                one.usd_per_hour * HOURS_PER_MONTH,
            ),
            cites=one.option.cites[:1],
            is_best=one is found[0],
        )
        for one in found
    ]
    return AnswerTable(words="loads", columns=("machine", "hourly", "all_hourly", "usd_a_month"), rows=tuple(rows))


TEXT_LOADS = Part(asks, answer)
