"""Which cards a project is to run on: those of the asker, and not those that its authors are said to have used."""

from __future__ import annotations

from engine.forms.domains.of_kind import cards_named
from engine.forms.form import Asked
from engine.forms.parts.hardware import Hardware, one_of
from engine.forms.reported.reported_reasons import ReportedSession, ReportedThere
from engine.options.named import is_named
from engine.workload.equipment import of_role
from knowledge.facts import Faq

MANY = 3  # sessions that somebody still starts one after another


def cards_asked(asked: Asked) -> tuple[Hardware, ...]:
    """Those that are named; where none is, that of the free service which is asked about."""
    theirs = {one.id for one in of_role(asked.reading, "quoted")}
    theirs -= {one.id for one in of_role(asked.reading, "asked", "remedy", "owned", "compared")}
    kinds = cards_named(asked)
    mine = tuple(kind for kind in kinds if kind.chip is None or not is_named(kind.chip, theirs))
    mine = tuple(kind for kind in mine if kind.chip is not None) or mine  # other gigabytes are those of theirs
    service = service_of(asked)
    if mine or kinds or service is None:
        return mine
    return (one_of(asked.problem, asked.facts.accelerators[service.chip]),)


def service_of(asked: Asked) -> Faq | None:
    """The recurring question on a free service that is asked, where it names the card that runs there."""
    found = (asked.facts.faqs[name] for name in asked.reading.faqs if name in asked.facts.faqs)
    return next((faq for faq in found if faq.chip), None)


def session(line: ReportedThere, service: Faq | None) -> ReportedSession | None:
    """That the hours are more than a few sessions of that service; None where they are not."""
    if service is None or line.low <= MANY * service.hours_at_most:
        return None
    return ReportedSession(
        low=line.low,
        high=line.high,
        target=line.target,
        session=service.hours_at_most,
        cites=tuple(dict.fromkeys((*line.cites, *service.sources))),
    )
