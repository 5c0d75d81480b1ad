"""The facts part of an answer, by what was asked for; and whether a verdict belongs beside it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from engine.answers.carbon import carbon
from engine.answers.commitment import commitment
from engine.answers.compare import compared
from engine.answers.model import FactAnswer, Passage
from engine.answers.passages import passages
from engine.answers.prices import about_prices, prices
from engine.library import Library
from engine.workload.profile import Reading
from knowledge.facts import Facts, Hit, Rule

SEARCHED = frozenset({"explain", "commitment", "carbon"})  # topics that want passages found by their words
BARE = 3
WORKLOAD = 2  # slots from which on a question about carbon or a term is about a piece of work
BESIDE = 3  # passages beside figures
THINGS = frozenset(
    {"candidates", "instances", "clouds", "region", "purchase", "instance_count", "accelerator_count", "priority"}
)
COUNTS = frozenset({"instance_count", "accelerator_count"})
QUANTITIES = frozenset(
    {"run_hours", "runs", "runs_per_month", "cadence", "deadline_days", "managed", "checkpointing"}
)


def answer_facts(reading: Reading, library: Library, day: date, hits: Iterable[Hit] = ()) -> FactAnswer | None:
    """The facts for the topic of a reading; None where advice is all that was asked for."""
    facts, topic = library.facts, reading.topic
    if topic == "price_lookup":
        rows = prices(reading, library, day)
        return FactAnswer(prices=rows, sentences=about_prices(reading, library, day, rows))
    if topic == "compare":
        sides, lines = compared(reading, library, day)
        advised = bool(set(reading.profile.said()) - THINGS)  # the verdict beside it says where sources differ
        differing = () if advised else _differing(sides, facts, day)
        return FactAnswer(sides=sides, properties=lines, passages=differing)
    if topic == "advise":
        beside = passages(hits, facts, day, BESIDE)
        return FactAnswer(passages=beside) if beside else None
    if topic == "explain":
        return FactAnswer(passages=passages(hits, facts, day))
    if topic not in SEARCHED:
        return None
    found = tuple(hits)
    first = not (reading.profile.candidates or reading.profile.instances)
    first = first and not (topic == "commitment" and reading.profile.purchase == "savings_plan")
    if topic == "carbon":  # figures of regions answer for whatever no entry surely answers
        first = first and bool(found) and found[0].score >= library.constants.likely("sure_hit")
    said = commitment(reading, library, day) if topic == "commitment" else carbon(reading, library, day)
    return FactAnswer(sentences=said, passages=passages(found, facts, day, BESIDE), found_first=first)


def is_bare(reading: Reading) -> bool:
    """Whether a text that is not about facts says so little of any work that it may be a question after all."""
    said = set(reading.profile.said())
    alone = reading.topic in ("advise", "off_topic") and reading.intent != "followup"
    return alone and len(said) <= BARE and len(said - THINGS - QUANTITIES) < WORKLOAD


def wants_verdict(reading: Reading, rules: tuple[Rule, ...]) -> bool:
    """Whether a workload was stated, so that advice belongs beside the facts."""
    said = set(reading.profile.said())
    if reading.topic == "compare":
        return bool(said - THINGS)
    if reading.topic in ("commitment", "carbon"):
        counted = bool(said & COUNTS)  # chips that are counted are asked about as they stand
        return len(said - THINGS - QUANTITIES) >= WORKLOAD or (
            reading.topic == "carbon" and bool(rules) and not counted
        )
    if reading.topic == "explain":  # "can a 70B full fine-tune run on one p4d?" asks whether the work fits there
        return {"task", "parameters"} <= said and bool(said & {"candidates", "instances"})
    return reading.topic != "price_lookup"


def _differing(sides: tuple[str, ...], facts: Facts, day: date) -> tuple[Passage, ...]:
    """Where sources differ about what is compared: about several sides first."""
    chips = {facts.instances[name].accelerator for name in sides}
    shared = {
        entry.id: len(set(entry.instances) & set(sides)) + len(set(entry.accelerators) & chips)
        for entry in facts.conflicts.values()
    }
    ranked = sorted((name for name, count in shared.items() if count), key=lambda name: -shared[name])
    hits = (Hit(kind="conflict", id=name, score=1.0) for name in ranked[:BESIDE])
    return passages(hits, facts, day, BESIDE)
