"""Sources that are no entry of the facts: what a team measured, what the asker said, threads of public projects."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date

from bot.advice.answer import Answer
from bot.wording.words import say
from engine.answers.model import FactAnswer
from engine.base.evidence import ASKER
from knowledge.facts import REPORT, Facts, OwnMeasurement, ProjectReport, ProjectSupport, Source

REPORTED = "words/card/reported.j2"
SUPPORTED = "words/card/said_of_support.j2"


def own_sources(own: Iterable[OwnMeasurement], facts: Facts) -> dict[str, Source]:
    """Each as a source, by the id it is cited by."""
    return {
        row.cite: Source(
            id=row.cite,
            title=say("words/card/own.j2", "title", row, name_of(row, facts)),
            publisher=say("words/card/own.j2", "publisher"),
            as_of=row.measured_on,
            grade="own",
            read="read",
        )
        for row in own
    }


def asker(day: date) -> dict[str, Source]:
    """What the asker said of what runs today, as a source."""
    return {
        ASKER: Source(
            id=ASKER,
            title=say("words/card/own.j2", "said_title"),
            publisher=say("words/card/own.j2", "said_publisher"),
            as_of=day,
            grade="own",
            read="read",
        )
    }


def citing(answer: Answer, own: Iterable[OwnMeasurement], facts: Facts) -> Answer:
    """The answer with what the team measured and what the asker said among its sources, where it was made of sums
    that the thread keeps: these may cite them."""
    if ASKER in answer.sources:
        return answer
    beside = own_sources(own, facts) | asker(answer.as_of)
    parts = tuple(part.model_copy(update={"sources": beside | part.sources}) for part in answer.parts)
    return answer.model_copy(update={"sources": beside | answer.sources, "parts": parts})


def name_of(row: OwnMeasurement, facts: Facts) -> str | None:
    """What the model is called; None for one known by its size alone."""
    model = facts.models.get(row.model or "")
    return model.name if model else row.model


def said_sources(stated: FactAnswer, facts: Facts) -> dict[str, Source]:
    """The threads and pages of public projects that an answer cites, by the ids they are cited by."""
    rows = stated.table.rows if stated.table else ()
    cites = {cite for line in (*stated.first_paragraph, *stated.sentences) for cite in line.cites}
    return thread_sources(cites | {cite for row in rows for cite in row.cites}, facts)


def thread_sources(cites: Collection[str], facts: Facts) -> dict[str, Source]:
    """Those of these ids; the day of each is that of the newest word in it."""
    if not any(cite.startswith(REPORT) for cite in cites):
        return {}
    return _of_rows(facts.reports, REPORTED, cites) | _of_rows(facts.project_support, SUPPORTED, cites)


def _of_rows(rows: Iterable[ProjectReport | ProjectSupport], words: str, cites: Collection[str]) -> dict[str, Source]:
    """Each as a source, the older ones first, so that the newest of a thread stands for it."""
    cited = sorted((row for row in rows if row.cite in cites), key=lambda row: row.day)
    return {
        row.cite: Source(
            id=row.cite,
            title=say(words, "title", row),
            publisher=row.repository,
            as_of=row.day,
            grade="claim",
            read="indirect",
            url=say(words, "url", row),
        )
        for row in cited
    }
