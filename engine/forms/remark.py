"""What is told rather than asked: a machine that is not to be had, or fails; what others claim; a format."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.forms.charged.charged import CHARGED
from engine.forms.form import Asked, Form, question_of
from engine.forms.machines.clouds import asks_cloud, which_cloud
from engine.forms.machines.host import asks_host, host_differs
from engine.forms.machines.instead import asks_instead, instead
from engine.forms.machines.larger import asks_larger, larger
from engine.forms.machines.own_or_rent import asks_own_or_rent, own_or_rent
from engine.forms.machines.quota_asked import asks_quota, quota_asked
from engine.forms.machines.quota_holds import asks_quota_holds, quota_holds
from engine.forms.machines.tables import asks_tables, tables
from engine.forms.machines.to_buy import asks_to_buy, to_buy
from engine.forms.money.money import money
from engine.forms.remarks.claims import claimed, is_claimed
from engine.forms.remarks.formats import FAILS, formats, is_of_format
from engine.forms.remarks.links import asks_links, links
from engine.forms.remarks.shortage import is_short, shortage
from engine.forms.support import answer as supported
from engine.forms.told.asked import asks_of_told
from engine.forms.ways.booked import asks_booking, booking_ahead
from engine.forms.ways.summed import apart, asks_sums, summed_ways
from engine.workload.question import FormCues


def is_asked(seen: FormCues) -> bool:
    if asks_booking(seen) or asks_sums(seen):
        return True
    if seen.before or asks_of_told(seen):
        return False
    rented = asks_host(seen) or asks_quota_holds(seen) or asks_quota(seen) or asks_instead(seen) or asks_cloud(seen)
    rented = rented or asks_larger(seen) or asks_links(seen) or asks_own_or_rent(seen) or asks_tables(seen)
    rented = rented or asks_to_buy(seen)
    return rented or is_of_format(seen) or is_short(seen) or is_claimed(seen)


def answer(asked: Asked) -> FactAnswer | None:
    """A format, then what is claimed, then what is short; None where nothing can be said of either."""
    question = question_of(asked)
    if priced := money(asked, CHARGED):
        return priced.model_copy(update={"sentences": (*priced.sentences, *apart(asked.reading, asked.facts))})
    if sold := to_buy(question):
        return sold
    bought = booking_ahead(asked.reading, asked.library, asked.day) or summed_ways(
        asked.reading, asked.library, asked.day
    )
    if bought:
        return bought
    rented = (
        tables(question)
        or host_differs(question)
        or quota_holds(question)
        or quota_asked(question)
        or larger(question)
        or instead(question)
    )
    rented = rented or which_cloud(question) or links(question) or own_or_rent(question)
    return rented or _of_format(asked) or claimed(question) or shortage(question)


def _of_format(asked: Asked) -> FactAnswer | None:
    """Whether the chip has it, as ever, and then what it has instead."""
    if FAILS not in asked.reading.cues or asked.profile.precision is None:
        return None
    told = supported(asked)
    instead = tuple(formats(question_of(asked)))
    if told is None or not instead:
        return None
    return told.model_copy(update={"sentences": (*instead, *told.sentences), "passages": ()})


REMARK = Form(id="remark", means="explain", is_asked=is_asked, answer=answer, lasts=False, prices_decide=False)
