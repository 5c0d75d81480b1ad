"""Search hits as cited sentences; what holds replaces what was once claimed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

from rapidfuzz import fuzz

from engine.answers.model import Passage
from knowledge.facts import Accelerator, Facts, Hit, Instance

AT_MOST = 5
BESIDE = 3  # beside figures
NEAR = 0.45  # of the best hit's score; hits below it answer another question
NEARLY = 0.5  # of the share that answers; an entry with less is about something else
ALIKE = 88.0  # two statements this similar say the same
LABEL = re.compile(r"^(?:FAQ|Final|Mitigation \d+|Example \d+ verdict): ")  # says where on a page, not what
BARE = frozenset({"source", "instance", "accelerator", "constant"})  # shown only where nothing better was found


def passages(hits: Iterable[Hit], facts: Facts, day: date, at_most: int = AT_MOST) -> tuple[Passage, ...]:
    """The best few that answer; a disputed claim is replaced by its resolution, and duplicates are dropped."""
    enough = facts.constants["relevant_share"].value.likely
    return _shown((hit for hit in hits if hit.share >= enough), facts, day, at_most)


def nearest(hits: Iterable[Hit], facts: Facts, day: date, at_most: int = 2) -> tuple[Passage, ...]:
    """The entries about the subject that speak of some of what is asked: what to name where none answers."""
    some = facts.constants["relevant_share"].value.likely * NEARLY
    return _shown((hit for hit in hits if hit.share >= some), facts, day, at_most)


def _shown(hits: Iterable[Hit], facts: Facts, day: date, at_most: int) -> tuple[Passage, ...]:
    ranked = list(hits)
    best = ranked[0].score if ranked else 0.0
    disputed = {part.claim: entry.id for entry in facts.conflicts.values() for part in entry.said if part.claim}
    chosen: dict[str, Passage] = {}
    for hit in ranked:
        if len(chosen) == at_most or hit.score < best * NEAR:
            break
        if hit.kind in BARE and chosen:
            continue
        if hit.kind == "claim" and hit.id in disputed:
            hit = Hit(kind="conflict", id=disputed[hit.id], score=hit.score)
        passage = _passage(hit, facts, day)
        if (
            passage
            and hit.id not in chosen
            and not any(fuzz.token_set_ratio(passage.text, other.text) > ALIKE for other in chosen.values())
        ):
            chosen[hit.id] = passage
    return tuple(chosen.values())


def _passage(hit: Hit, facts: Facts, day: date) -> Passage | None:
    match hit.kind:
        case "claim":
            claim = facts.claims[hit.id]
            if facts.sources[claim.source].as_of > day:
                return None
            source = facts.sources[claim.source]
            values: dict[str, str | float | None] = {
                "who": claim.who_claims, "publisher": source.publisher, "title": source.title,
                "day": str(source.as_of),
            }  # fmt: skip
            return Passage(
                kind="claim",
                id=claim.id,
                text=_unlabelled(claim.statement),
                values=values,
                cites=(claim.source,),
                claim=claim,
            )
        case "conflict":
            return _conflict(hit.id, facts)
        case "support":
            row = next(row for row in facts.support if f"{row.software}/{row.feature}" == hit.id)
            values = {"software": row.software, "feature": row.feature, "level": row.level, "day": row.as_of}
            return Passage(kind="support", id=hit.id, text=row.evidence, values=values, cites=(row.source,))
        case "capacity":
            report = facts.capacity[hit.id]
            day_seen = str(facts.sources[report.source].as_of)
            return Passage(
                kind="capacity", id=hit.id, text=report.text, values={"day": day_seen}, cites=(report.source,)
            )
        case "rule":
            rule = facts.rules[hit.id]
            return Passage(
                kind="rule", id=hit.id, text=rule.because, values={"lean": rule.lean}, cites=(rule.source,)
            )
        case "tradeoff":
            axis = facts.tradeoffs[hit.id]
            return Passage(
                kind="tradeoff", id=hit.id, text=axis.text, values={"favours": axis.favours}, cites=(axis.source,)
            )
        case _:
            return _bare(hit, facts)


def _unlabelled(statement: str) -> str:
    text = LABEL.sub("", statement)
    return text[:1].upper() + text[1:]


def _conflict(name: str, facts: Facts) -> Passage:
    """What holds, why, and what each document says, with dates."""
    entry = facts.conflicts[name]
    documents: dict[str, list[str]] = {}
    for part in entry.said:
        if part.claim:
            documents.setdefault(part.source, []).append(part.value)
    sources = ((facts.sources[name], values) for name, values in documents.items())
    statements = "; ".join(f"{source.publisher} ({source.as_of}): {', '.join(values)}" for source, values in sources)
    return Passage(
        kind="conflict",
        id=name,
        text=f"{entry.used} {entry.why}",
        values={
            "said": statements,
            "subject": entry.subject,
            "about": entry.about,
            "used": entry.used,
            "why": entry.why,
        },
        cites=tuple(dict.fromkeys((entry.source, *(part.source for part in entry.said if part.claim)))),
        claims=tuple(part.claim for part in entry.said if part.claim),
        conflict=entry,
    )


def _bare(hit: Hit, facts: Facts) -> Passage | None:
    if hit.kind == "constant":
        constant = facts.constants[hit.id]
        values: dict[str, str | float | None] = {
            "name": constant.id, "low": constant.value.low, "high": constant.value.high, "unit": constant.unit
        }  # fmt: skip
        return Passage(kind="constant", id=hit.id, text=constant.because, values=values, cites=(constant.source,))
    if hit.kind == "source":
        source = facts.sources[hit.id]
        values = {"title": source.title, "day": str(source.as_of)}
        return Passage(kind="source", id=hit.id, text=source.publisher, values=values, cites=(source.id,))
    if hit.kind == "instance":
        return _instance(facts.instances[hit.id], facts.accelerators[facts.instances[hit.id].accelerator])
    return _chip(facts.accelerators[hit.id])


def _instance(thing: Instance, chip: Accelerator) -> Passage:
    values: dict[str, str | float | None] = {
        "count": thing.count, "chip": chip.name, "hbm": chip.hbm_gib.value * thing.count,
        "network": thing.network_gbps, "host": thing.host_ram_gib,
    }  # fmt: skip
    return Passage(kind="instance", id=thing.id, text=thing.note or "", values=values, cites=(thing.source,))


def _chip(chip: Accelerator) -> Passage:
    values: dict[str, str | float | None] = {
        "chip": chip.name, "hbm": chip.hbm_gib.value, "bandwidth": chip.hbm_gbps.value,
        "tflops": chip.bf16_dense_tflops.value, "released": chip.released,
    }  # fmt: skip
    return Passage(kind="accelerator", id=chip.id, text=chip.note or "", values=values, cites=(chip.hbm_gib.source,))
