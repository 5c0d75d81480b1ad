"""Checks across entries: that sources, ids and figures of one entry agree with those of the others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from functools import cache
from typing import NamedTuple, get_args

from pydantic import BaseModel

from knowledge.errors import KnowledgeError
from knowledge.facts import (
    RUN_AS,
    Accelerator,
    Cited,
    Conflict,
    Domain,
    Fact,
    Facts,
    Faq,
    Generation,
    GpuSlice,
    PartNeed,
    ProjectKind,
    Region,
    SampleSpeed,
    ServedSpeed,
    SpeechSpeed,
    StreamSpeed,
    UnitTime,
)

SENTENCE_END = re.compile(r"[.!?] +(?=[A-Z0-9])")
MOST_SENTENCES = 6
Places = Mapping[int, tuple[str, str]]  # id(fact) -> file, entry


class Fault(NamedTuple):
    fact: Fact
    remedy: str


def check(facts: Facts, places: Places) -> None:
    """Raises KnowledgeError for the first fault, with its file and entry."""
    for fault in faults(facts):
        file, entry = places.get(id(fault.fact), ("data", type(fault.fact).__name__))
        raise KnowledgeError(file, entry, fault.remedy)


def faults(facts: Facts) -> Iterator[Fault]:
    """All faults, those of sources first."""
    for fact in entries(facts):
        yield from _sources(facts, fact)
    yield from _references(facts)
    yield from _repeats(facts)
    yield from _order(facts)


def entries(facts: Facts) -> Iterator[Fact]:
    """Every top-level entry."""
    for name in Facts.model_fields:
        table = getattr(facts, name)
        yield from table.values() if isinstance(table, dict) else table


def cites(model: BaseModel) -> Iterator[Cited]:
    """The entry itself and every figure inside it that names a source."""
    if isinstance(model, Cited):
        yield model
    for name in _nested(type(model)):
        value = getattr(model, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, BaseModel):
                yield from cites(part)


@cache
def _nested(kind: type[BaseModel]) -> tuple[str, ...]:
    """The fields in which an entry of this kind may have entries; of thousands of prices none has one."""
    return tuple(name for name, field in kind.model_fields.items() if _may_hold(field.annotation))


def _may_hold(annotation: object) -> bool:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return True
    return any(map(_may_hold, get_args(annotation)))


def _sources(facts: Facts, fact: Fact) -> Iterator[Fault]:
    for cited in cites(fact):
        source = facts.sources.get(cited.source)
        if source is None:
            yield Fault(fact, f"source {cited.source!r} is not in sources.toml; add it there or correct the name")
        elif cited.checked_on < source.as_of:
            yield Fault(
                fact,
                f"checked_on {cited.checked_on} is before {source.as_of}, the day of source {cited.source!r}; "
                "correct the older date",
            )
    if isinstance(fact, Region):
        for name in filter(None, (fact.source, fact.pue_source, fact.cfe_source)):
            if name not in facts.sources:
                yield Fault(fact, f"source {name!r} is not in sources.toml; add it there or correct the name")
    if isinstance(fact, Faq):
        yield from _faq(facts, fact)
    if isinstance(fact, Domain):
        yield from _domain(facts, fact)
    if isinstance(fact, ProjectKind) and fact.kind not in facts.domains:
        yield Fault(fact, f"kind {fact.kind!r} is unknown; take the id of a [[domain]] or leave the row out")
    if isinstance(fact, Conflict):
        for side in fact.said:
            if side.source not in facts.sources:
                yield Fault(fact, f"source {side.source!r} is not in sources.toml; add it there or correct the name")


def _faq(facts: Facts, faq: Faq) -> Iterator[Fault]:
    """Its sources and shared cues are known, and it is as short as an answer in a chat is."""
    for name in faq.sources:
        source = facts.sources.get(name)
        if source is None:
            yield Fault(faq, f"source {name!r} is not in sources.toml; add it there or correct the name")
        elif faq.checked_on < source.as_of:
            yield Fault(faq, f"checked_on {faq.checked_on} is before {source.as_of}, the day of source {name!r}")
    for word in (word for group in (*faq.cues, faq.never) for word in group):
        if word.startswith("@") and word[1:] not in facts.faq_cues:
            yield Fault(faq, f"cue {word!r} is unknown; add it as a [[faq_cue]] or correct the name")
    if not all(faq.cues):
        yield Fault(faq, "a group of cues is empty; a subject and what is asked of it both need phrases")
    if SENTENCE_END.search(faq.says):
        yield Fault(faq, "says is more than one sentence; put the rest under more")
    if faq.is_symptom != bool(faq.does):
        yield Fault(faq, "a symptom says what to do first in does, and nothing else does")
    count = 1 + len(SENTENCE_END.findall(faq.more)) + bool(faq.more) + bool(faq.does)
    if not 2 <= count + bool(faq.cannot) <= MOST_SENTENCES:
        yield Fault(faq, f"it has {count} sentences; an answer has 2 to {MOST_SENTENCES}")


def _domain(facts: Facts, domain: Domain) -> Iterator[Fault]:
    """Its sources, families and the kind it is within are known, and there is a source for what it says."""
    for name in domain.sources:
        if name not in facts.sources:
            yield Fault(domain, f"source {name!r} is not in sources.toml; add it there or correct the name")
    for name in domain.families:
        if name not in facts.families:
            yield Fault(domain, f"family {name!r} is unknown; add it to families.toml or correct the name")
    if domain.within is not None and domain.within not in facts.domains:
        yield Fault(domain, f"within {domain.within!r} is unknown; add that domain or correct the name")
    if not domain.is_text and not domain.sources:
        yield Fault(domain, "what it says has no source; add sources")


def _references(facts: Facts) -> Iterator[Fault]:
    chips, instances = facts.accelerators, facts.instances
    for instance in instances.values():
        if instance.accelerator not in chips:
            yield Fault(instance, f"accelerator {instance.accelerator!r} is unknown; add it to accelerators.toml")
    for offer in facts.offers:
        known: Mapping[str, object] = chips if offer.scope == "chip" else instances
        if offer.instance not in known:
            yield Fault(offer, f"{offer.scope} {offer.instance!r} is unknown; add it or correct the name")
        if offer.region != "unstated" and offer.region not in facts.regions:
            yield Fault(offer, f"region {offer.region!r} is not in regions.csv; add it or write unstated")
    for price in facts.specialists:
        if price.provider not in facts.providers:
            yield Fault(price, f"provider {price.provider!r} is unknown; add it to providers.toml")
        if price.accelerator not in chips:
            yield Fault(price, f"accelerator {price.accelerator!r} is unknown; add it to accelerators.toml")
        if price.area is not None and price.area not in facts.areas:
            yield Fault(price, f"area {price.area!r} is not in areas.toml; add it or leave it empty")
    for area in facts.areas.values():
        for region in area.regions:
            if region not in facts.regions:
                yield Fault(area, f"region {region!r} is not in regions.csv; add it or correct the name")
        for member in set(area.members) - {f"{price.provider}-{price.region}" for price in facts.specialists}:
            yield Fault(area, f"member {member!r} is no region of specialists.csv; write its cloud and its region")
    for row in facts.measurements:
        if row.accelerator not in chips:
            yield Fault(row, f"accelerator {row.accelerator!r} is unknown; add it to accelerators.toml")
    for model in facts.models.values():
        if model.family not in facts.families:
            yield Fault(model, f"family {model.family!r} is unknown; add it to families.toml")
    for work in facts.sample_models.values():
        family = facts.families.get(work.family)
        if family is None or not family.in_samples:
            yield Fault(work, f"family {work.family!r} is no family with in_samples = true; add it to families.toml")
    for run in facts.pretraining.values():
        for name in run.models:
            if name not in facts.models:
                yield Fault(run, f"model {name!r} is unknown; add it to models.toml or correct the name")
    for trained in facts.pretraining_runs.values():
        for name in trained.models:
            if name not in facts.models:
                yield Fault(trained, f"model {name!r} is unknown; add it to models.toml or correct the name")
        if trained.chip_hours and len(trained.chip_hours) != len(trained.models):
            yield Fault(trained, "chip_hours are not as many as models; write those of each")
    for served in facts.served_speeds.values():
        if served.model not in facts.served_models:
            yield Fault(served, f"model {served.model!r} is unknown; add it to served_models.toml or correct it")
    of_chips: list[SampleSpeed | ServedSpeed | SpeechSpeed | UnitTime | StreamSpeed | GpuSlice]
    of_chips = [*facts.sample_speeds.values(), *facts.served_speeds.values()]
    of_chips += [*facts.speech_speeds.values(), *facts.unit_times.values(), *facts.stream_speeds.values()]
    for speed in (*of_chips, *facts.gpu_slices.values()):
        if speed.accelerator not in chips:
            yield Fault(speed, f"accelerator {speed.accelerator!r} is unknown; add it to accelerators.toml")
    for rule in facts.rules.values():
        for claim in rule.claims:
            if claim not in facts.claims:
                yield Fault(rule, f"claim {claim!r} is unknown; add it to the claims or correct the name")
    for conflict in facts.conflicts.values():
        for chip in conflict.accelerators:
            if chip not in chips:
                yield Fault(conflict, f"accelerator {chip!r} is unknown; add it to accelerators.toml")
        for name in conflict.instances:
            if name not in instances:
                yield Fault(conflict, f"instance {name!r} is unknown; add it to instances_aws.toml or its neighbors")
    for report in facts.capacity.values():
        if report.accelerator not in chips:
            yield Fault(report, f"accelerator {report.accelerator!r} is unknown; add it to accelerators.toml")
    for example in facts.examples.values():
        for name in example.conflicts:
            if name not in facts.conflicts:
                yield Fault(example, f"conflict {name!r} is unknown; add it or correct the name")
    yield from _support(facts)
    answers = {*facts.claims, *facts.conflicts, *facts.rules, *facts.tradeoffs, *facts.capacity, *facts.constants}
    for topic in facts.topics.values():
        for name in topic.answers:
            if name not in answers:
                yield Fault(
                    topic, f"answer {name!r} is unknown; name a claim, conflict, rule or other entry by its id"
                )


def _support(facts: Facts) -> Iterator[Fault]:
    chips = facts.accelerators.values()
    known = {
        *facts.accelerators,
        *facts.generations,
        *(chip.software for chip in chips),
        *(chip.family for chip in chips),
    }
    for row in facts.support:
        if row.software not in known:
            yield Fault(row, f"software {row.software!r} is no accelerator, no software of one, and no family")
        if row.feature not in facts.features:
            yield Fault(row, f"feature {row.feature!r} is unknown; add it to features.toml or correct the name")
    kinds = known | {name.partition("-")[0] for name in facts.generations} | RUN_AS
    for said in facts.project_support:
        if said.on not in kinds:
            yield Fault(said, f"on {said.on!r} is no chip, generation, software or family, and no way to run")
    yield from _parts(facts, known)
    yield from _list_prices(facts)
    for feature in facts.features.values():
        for name in feature.near:
            if name not in facts.features:
                yield Fault(feature, f"near {name!r} is unknown; add it to features.toml or correct the name")


def _list_prices(facts: Facts) -> Iterator[Fault]:
    for price in facts.list_prices:
        if price.chip not in facts.accelerators:
            yield Fault(price, f"chip {price.chip!r} is unknown; add it or correct the name")
        if price.usd_high is not None and price.usd_high < price.usd:
            yield Fault(price, "usd_high is below usd; swap the two")


def _parts(facts: Facts, kinds: Set[str]) -> Iterator[Fault]:
    for part in facts.parts.values():
        for name in part.features:
            if name not in facts.features:
                yield Fault(part, f"feature {name!r} is unknown; add it to features.toml or correct the name")
        for name in part.made_of:
            if name not in facts.parts:
                yield Fault(part, f"part {name!r} is unknown; add it to parts.toml or correct the name")
    for row in facts.ported:
        if row.of not in {*facts.parts, *get_args(PartNeed)}:
            yield Fault(row, f"{row.of!r} is no part and no need; correct the name")
        if row.on not in kinds:
            yield Fault(row, f"on {row.on!r} is no chip, generation, software or family")


def _repeats(facts: Facts) -> Iterator[Fault]:
    """Rows written twice, in tables whose rows have no unique key."""
    ids: set[str] = set()
    for row in facts.measurements:
        if row.id in ids:
            yield Fault(row, f"the id {row.id!r} is already taken; choose another or merge the two")
        ids.add(row.id)
    seen: set[tuple[object, ...]] = set()
    for offer in facts.offers:
        key = (
            offer.cloud,
            offer.instance,
            offer.region,
            offer.purchase,
            offer.scope,
            offer.source,
            offer.where,
            offer.observed_on,
        )
        if key in seen:
            yield Fault(offer, f"{offer.instance} has this price twice from one source on one day; remove one")
        seen.add(key)


def _order(facts: Facts) -> Iterator[Fault]:
    for offer in facts.offers:
        if offer.checked_on < offer.observed_on:
            yield Fault(
                offer,
                f"checked_on {offer.checked_on} is before observed_on {offer.observed_on}; correct one of the two",
            )
        low, high = offer.usd_per_hour_low, offer.usd_per_hour_high
        if not (low or offer.usd_per_hour) <= offer.usd_per_hour <= (high or offer.usd_per_hour):
            yield Fault(offer, f"usd_per_hour {offer.usd_per_hour} is outside its own low and high")
    for fact in facts.constants.values():
        if not fact.value.low <= fact.value.likely <= fact.value.high:
            yield Fault(fact, "low, likely and high must be in ascending order")
    for port in facts.ports.values():
        for weeks in (port.first_job_weeks, port.production_weeks):
            if not weeks.low <= weeks.likely <= weeks.high:
                yield Fault(port, "low, likely and high must be in ascending order")
    for chip in facts.accelerators.values():
        yield from _chip(chip, facts.generations)


def _chip(chip: Accelerator, generations: Mapping[str, Generation]) -> Iterator[Fault]:
    kind = generations.get(chip.generation or "")
    if chip.generation and kind is None:
        yield Fault(chip, f"generation {chip.generation!r} is unknown; add it to generations.toml")
    if kind and kind.bf16 != chip.has_bf16:
        yield Fault(chip, f"has_bf16 is not what its generation {kind.id!r} says; correct one of the two")
    for name in ("bf16_dense_tflops", "hbm_gib", "hbm_gbps"):
        if getattr(chip, name).value <= 0:
            yield Fault(chip, f"{name} must be above zero; an unknown figure is left out, not written as 0")
