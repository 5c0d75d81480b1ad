"""Whether a term pays at a use that the message tells as a bare share, or from which use on where it tells none."""

from __future__ import annotations

import re

from engine.answers.model import FactAnswer
from engine.forms.commitment import COMMITMENT
from engine.forms.first.term_pays import term_pays
from engine.forms.form import Asked
from engine.forms.sums.told import OF_WORK
from engine.workload.said import said_also

COMMIT = "commit"  # the predicate
SHARES = frozenset({"percent", "break_even", "hours"})  # units
PERCENT = re.compile(
    r"(?<![\w.,])(\d{1,3}(?:[.,]\d+)?)\s?(?:%|percent|prozent)(?!\s*(?:off|discount|cheaper|less|mfu))", re.I
)
HUNDRED = 100.0


def plan_use(asked: Asked) -> FactAnswer | None:
    """None where no term is asked about, no machine is named, or work is told."""
    said, sought = asked.profile, asked.reading.sought
    if COMMIT not in sought.predicates or not OF_WORK.isdisjoint(said.stated()):
        return None
    if not (said.instances or said.candidates):
        return None
    shares = {float(one[1].replace(",", ".")) / HUNDRED for one in PERCENT.finditer(asked.reading.text)}
    if len(shares) == 1 and 0 < min(shares) <= 1:
        used = said_also(said, {"utilization": shares.pop()})
        return term_pays(Asked(asked.reading.model_copy(update={"profile": used}), asked.library, asked.day))
    if shares or SHARES.isdisjoint(sought.units):
        return None
    return COMMITMENT.answer(asked)
