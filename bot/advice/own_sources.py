"""Sources that are no entry of the facts: what a team measured, what the asker said, threads of public projects."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date

from bot.wording.words import say
from engine.answers.model import FactAnswer
from engine.options.incumbent import ASKER
from engine.workload.profile import NamedProject
from knowledge.facts import REPORT, Facts, OwnMeasurement, Source

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


def name_of(row: OwnMeasurement, facts: Facts) -> str | None:
    """What the model is called; None for one known by its size alone."""
    model = facts.models.get(row.model or "")
    return model.name if model else row.model


def report_sources(projects: Iterable[NamedProject], facts: Facts) -> dict[str, Source]:
    """Each thread of these projects, by the id it is cited by; its day is that of the newest report in it."""
    repositories = {one for project in projects for one in project.repositories}
    if not repositories:
        return {}
    rows = sorted((row for row in facts.reports if row.repository in repositories), key=lambda row: row.said_on)
    return {
        row.cite: Source(
            id=row.cite,
            title=say(REPORTED, "title", row),
            publisher=row.repository,
            as_of=row.said_on,
            grade="claim",
            read="indirect",
            url=say(REPORTED, "url", row),
        )
        for row in rows
    }


def said_sources(stated: FactAnswer, facts: Facts) -> dict[str, Source]:
    """Where it is said that programs run on a chip, by the ids that an answer cites."""
    lines = (stated.headline, *stated.sentences, *(stated.table.rows if stated.table else ()))
    return support_sources({cite for line in lines if line is not None for cite in line.cites}, facts)


def support_sources(cites: Collection[str], facts: Facts) -> dict[str, Source]:
    """Each thread or page of these ids that says what runs on what; its day is that of the newest word in it."""
    if not any(cite.startswith(REPORT) for cite in cites):
        return {}
    rows = sorted((row for row in facts.project_support if row.cite in cites), key=lambda row: row.day)
    return {
        row.cite: Source(
            id=row.cite,
            title=say(SUPPORTED, "title", row),
            publisher=row.repository,
            as_of=row.day,
            grade="claim",
            read="indirect",
            url=say(SUPPORTED, "url", row),
        )
        for row in rows
    }
