"""What a month of serving costs, in the unit that is asked: of all, of one who asks, of the hours it is on."""

from __future__ import annotations

import re
from typing import Any

from engine.forms.parts.estimate_reasons import MonthEstimate
from engine.forms.per_unit.copies import copies
from engine.options.assumptions import Filled
from engine.options.option import CostedOption
from engine.verdict.forks import Case
from engine.workload.hours.on_hours import paid

EACH = "each_person"  # the signal
NUMBER = re.compile(r"(\d[\d.,]*)\s?(k)?", re.IGNORECASE)
THOUSAND = 1e3


def month_of(lead: CostedOption, case: Case, values: dict[str, Any]) -> MonthEstimate:
    """On the offering of the first line. `values`: those that every estimate of it has."""
    filled, million = case.filled, lead.run.usd_per_million_tokens
    said, number = filled.reading.profile, copies(filled.reading)
    if lead.count < number:  # each of them carries all of it
        more = number / lead.count
        values |= {"machines": number, "chips": round(lead.chips * more), "usd": values["usd"].times(more)}
        values |= {"cheaper": None, "cheaper_purchase": None}
    usd = values["usd"].likely
    return MonthEstimate(
        **values,
        tokens_per_day=filled.profile.tokens_per_day or 0.0,
        per_million=million.likely if million else None,
        is_assumed=filled.assumed("tokens_per_day"),
        precision=lead.serving.precision if lead.serving else None,
        users=said.concurrent_users if said.tokens_per_day is None else None,
        people=filled.people or None,
        each_usd=each_of(filled, usd),
        on=paid(filled.reading.text, filled.profile, usd, lead.purchase),
        lengths=filled.lengths,
    )


def each_of(filled: Filled, usd: float) -> float | None:
    """Dollars of one of all that were told, else of those who ask at once; None where nobody asks for one of them."""
    if EACH not in filled.reading.signals:
        return None
    found = NUMBER.search(filled.people)
    users = filled.reading.profile.concurrent_users
    told = float(found[1].replace(",", "").rstrip(".")) * (THOUSAND if found[2] else 1.0) if found else users
    return usd / told if told else None
