"""Hours of a card in all, by people or as they are told, and what they cost in each place and way."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.answers.model import AnswerRow, AnswerTable, FactAnswer
from engine.answers.rank_prices import (
    RankedPrice,
    cheapest_of_each,
    instances_asked,
    lines_named,
    ranked,
    ways_out,
)
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.own.machines import Machine, machines
from knowledge.facts import Cloud, Purchase

_PEOPLE = (
    r"(?:students?|people|persons?|users?|researchers?|participants?|attendees|teams?|groups?|interns?"
    r"|developers?|engineers?|kids|pupils"
    r"|phds?|postdocs?|labs?|studierende\w*|studenten|leute|personen|teilnehmer\w*|gruppen|étudiants?"
    r"|eleves|élèves|personnes|équipes|estudiantes"
    r"|alumnos|personas|grupos|alunos|estudantes|pessoas|studenti|persone|студент\w*|человек|участник\w*|学生|人|组)"
)
_SOME = re.compile(rf"(?<![\w.,$])(\d{{1,5}})\s*(?:个|名|位)?(?:[\w-]+\s+){{0,2}}?{_PEOPLE}(?![a-z])", re.IGNORECASE)
_HOURS = re.compile(
    r"(?<![\w.,$])(\d{1,3}(?:[,.]\d{3})+|\d+(?:[.,]\d+)?)[\s-]*(?:gpu|cuda|card|[a-z]{1,3}\d{1,4}\w*)?[\s-]*"
    r"(?:gpu[\s-]*)?(?:h|hrs?|hours?|stunden|std|heures?|horas?|ore|часов|час\w*|小时)(?![a-z\d])(?!\s*(?:a"
    r"|per|each)?\s*(?:day|week|night))",
    re.IGNORECASE,
)
# Words that make a number of hours that of each; and forms that tell a price or ask for what the work is.
FORMS = frozenset({"price", "ask_back", "choose", "explain", "estimate", "compare", "remark"})
MONEY = frozenset({"dollars", "which", "commit", "compare"})  # predicates
CHARGED = frozenset({"asks_cost", "asks_bill", "asks_charge", "price", "price_strong", "price_short"})  # cues
WORK = ("model", "parameters", "tokens", "samples", "steps", "tokens_per_day", "requests_per_second")  # slots
TERMS = frozenset({"reserved_1yr", "reserved_3yr", "savings_plan"})  # owed for years
MOST, SEVERAL = 8, 2
COLUMNS = ("own_place", "own_type", "own_way", "own_hourly", "own_total", "own_within")


class Place(NamedTuple):
    """The cheapest hour of all cards in a cloud in one way, and dollars of all hours."""

    cloud: Cloud
    instance: str
    chip: str
    way: Purchase
    hourly: float
    total: float
    least: int


class HoursCost(Reason, code="hours_cost"):
    """`people` x `each` hours on `count` cards, or `hours` alone; the cheapest place of each way, and what of a limit
    is within it. `stands_in`: the place sells no such card, and this one has as much memory.
    """

    chip: str
    count: int
    people: int
    each: float
    hours: float
    places: tuple[Place, ...]
    limit: float
    within: tuple[Place, ...]
    beyond: tuple[Place, ...]
    not_sold: tuple[tuple[str, Place | None], ...]
    unpriced: tuple[str, ...]
    chips_unpriced: tuple[tuple[str, int, float], ...]


class MindsSpot(Reason, code="minds_spot"):
    """What such a sum leaves out."""


def people_in(text: str) -> int:
    """How many people are told; 0 where none are."""
    people = _SOME.search(text)
    return int(people[1]) if people else 0


def people_words(text: str) -> str:
    """The same in the words of the text: "28 alunos"."""
    people = _SOME.search(text)
    return people[0] if people else ""


def hours_cost(asked: Asked) -> FactAnswer | None:
    """None where work is told to be sized, or no hours are."""
    reading, said = asked.reading, asked.profile
    if reading.form not in FORMS or any(said.says(slot) for slot in WORK) or said.task == "inference":
        return None
    if said.runs_per_month or said.cadence in ("repeated", "continuous"):
        return None  # the hours come again
    if MONEY.isdisjoint(reading.sought.predicates) and CHARGED.isdisjoint(reading.cues) and not said.budget_usd:
        return None  # whether so many hours are right is no question of what they cost
    text = reading.text
    told = [float(re.sub(r"[,.](?=\d{3})", "", match[1]).replace(",", ".")) for match in _HOURS.finditer(text)]
    named = machines(asked)
    if len(told) != 1 or not named:
        return None
    number = people_in(text)
    limit = said.budget_usd or 0.0
    if not number and not limit and len(named) < SEVERAL:  # of one card the price form tells it
        return None
    hours = told[0] * (number or 1)
    priced = [(one, rows) for one in named if (rows := _rows(one, asked))]
    if not priced:
        return None
    places = sorted(
        (_place(row, one, hours) for one, rows in priced for row in rows),
        key=lambda place: (place.total, place.instance),
    )
    first = priced[0][0]
    clouds = tuple(dict.fromkeys(place.cloud for place in places))
    usual = min(
        (place.total / hours for place in places if place.way == "on_demand"), default=places[0].total / hours
    )
    missing = tuple(
        (one.chip.name, one.cards, usual / one.cards) for one in named if one not in [p[0] for p in priced]
    )
    best: dict[tuple[Cloud, str], Place] = {}
    for place in places:
        best.setdefault((place.cloud, place.way), place)
    chosen = [place for place in best.values() if said.clouds or place.way in ("spot", "on_demand")][:MOST]
    headline = HoursCost(
        chip=first.chip.name, count=first.cards, people=number, each=told[0], hours=hours,
        places=tuple(chosen[: MOST // 2]), limit=limit,
        within=tuple(place for place in chosen if limit and place.total <= limit)[: MOST // 2],
        beyond=tuple(place for place in chosen if limit and place.total > limit)[: MOST // 2],
        not_sold=tuple(
            (cloud, _instead(cloud, first, hours, asked)) for cloud in said.clouds if cloud not in clouds
        ) if len(said.clouds) <= MOST // 2 else (),
        unpriced=said.providers, chips_unpriced=missing,
        cites=tuple(dict.fromkeys(row.quote.source for _, rows in priced for row in rows))[: MOST // 2],
    )  # fmt: skip
    table = AnswerTable(
        words="hours",
        columns=COLUMNS if limit else COLUMNS[:-1],
        rows=tuple(
            AnswerRow(cells=(place.cloud, place.instance, place.way, place.hourly, place.total, place.total <= limit)
                      if limit else (place.cloud, place.instance, place.way, place.hourly, place.total))
            for place in chosen
        ),
    )  # fmt: skip
    return FactAnswer(headline=headline, sentences=(MindsSpot(),), table=table, of_told=True)


def _rows(machine: Machine, asked: Asked) -> list[RankedPrice]:
    """The cheapest of each cloud and way, without those that the text excludes or that are owed for years."""
    said = asked.profile
    word = [one.id for one in asked.reading.hardware if machine.chip.id.startswith(one.id)] or [machine.chip.id]
    asks = said.model_copy(
        update={"candidates": tuple(word), "instances": (machine.type.id,) if machine.type else (),
                "accelerator_count": machine.cards if machine.said else None}
    )  # fmt: skip
    types = instances_asked(asks, lines_named(asked.reading) if machine.type is None else set(), asked.facts)
    rows = ranked(types, asked.library, asked.day, said.region, None, without=ways_out(asked.reading))
    return [row for row in cheapest_of_each(rows) if row.is_current and row.quote.purchase not in TERMS]


def _place(row: RankedPrice, machine: Machine, hours: float) -> Place:
    hourly = row.usd_per_chip_hour * machine.cards
    return Place(
        row.instance.cloud, row.instance.id, row.chip, row.quote.purchase, hourly, hourly * hours, row.instance.count
    )


def _instead(cloud: Cloud, machine: Machine, hours: float, asked: Asked) -> Place | None:
    """The cheapest card that a cloud has with as much memory and math, of the same maker."""
    facts, wanted = asked.facts, machine.chip
    types = [
        thing
        for thing in facts.instances.values()
        if thing.cloud == cloud
        and (chip := facts.accelerators[thing.accelerator]).vendor == wanted.vendor
        and chip.hbm_gib.value >= wanted.hbm_gib.value
        and chip.bf16_dense_tflops.value >= wanted.bf16_dense_tflops.value
    ]
    rows = ranked(types, asked.library, asked.day, asked.profile.region, None, without=ways_out(asked.reading))
    found = [row for row in rows if row.is_current and row.quote.purchase not in TERMS]
    return _place(min(found, key=lambda row: row.usd_per_chip_hour), machine, hours) if found else None
