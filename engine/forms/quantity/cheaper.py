"""Which of several cards is the cheaper a month for the requests at once that were said, by memory."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.fits.crowded import CrowdRoom
from engine.forms.form import Asked

CHOSEN = frozenset({"which", "dollars", "compare"})  # predicates


class CheaperOf(Reason, code="cheaper_of"):
    """The cheaper of two cards a month, with the machines that hold all requests; `eight`: with an 8-bit cache."""

    best: CrowdRoom
    other: CrowdRoom
    requests: float
    eight: bool


def cheaper_of(stated: FactAnswer, asked: Asked) -> CheaperOf | None:
    """None where not several cards were worked out, or a price of one is not held."""
    rooms = [line for line in stated.sentences if isinstance(line, CrowdRoom) and line.usd_per_month]
    if len({line.chip for line in rooms}) < 2 or CHOSEN.isdisjoint(asked.reading.sought.predicates):
        return None
    order = sorted(rooms, key=lambda line: line.usd_per_month)
    best, other = order[0], next(line for line in order if line.chip != order[0].chip)
    return CheaperOf(
        best=best,
        other=other,
        requests=best.requests,
        eight=bool(best.eight_usd_per_month and other.eight_usd_per_month),
        cites=tuple(dict.fromkeys((*best.cites, *other.cites))),
    )
