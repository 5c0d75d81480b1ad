"""Everything that may come before the answer of a form, in the order in which each replaces the one before it."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.forms.billed.bill import with_bill
from engine.forms.feasible.feasible import with_feasible
from engine.forms.fields.fields import in_one as field_in_one
from engine.forms.fields.fields import with_fields
from engine.forms.first.first import with_first
from engine.forms.fleets.lead import fleet_of
from engine.forms.fleets.ratio_seen import RatioSeen
from engine.forms.fleets.streams_carried import StreamsCarried
from engine.forms.fleets.told_fleet import ToldFleet
from engine.forms.form import Asked, Form
from engine.forms.joined.joined import with_joined
from engine.forms.own.own import in_one as own_in_one
from engine.forms.own.own import over_whole, with_own
from engine.forms.own.told_run import told_run
from engine.forms.picked.picked import with_pick
from engine.forms.quantity.lead import with_wanted
from engine.forms.registry import form_named
from engine.forms.worked.run_elsewhere import leads as led_by_run
from engine.forms.worked.whole_job import is_job
from engine.forms.worked.worked import with_worked, worked
from engine.forms.worked.worked_reasons import WorkedOut

# Codes of first lines that say if a pace is good, with the hours at it below, or if a sum that was told is right.
JUDGED = frozenset({"own_speed", "sum_is"})
ESTIMATE = "estimate"  # the form
SUMMED = frozenset({"machines_sum", "same_work"})  # codes of a bill, and of work on other machines
JUDGES = frozenset({"judge", "why"})  # predicates of a question whether that is normal
NEARER = frozenset(
    {"two_times", "ratio_bound", "decoding_seen"}
)  # codes of first lines that judge the same times by themselves
LEADS = (with_joined, with_pick, with_wanted, with_own, with_worked, with_bill)


def leading(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer]:
    """The form and the answer that then stands first; an answer that is whole gives way to told prices alone."""
    before = stated
    form, stated = over_whole(form, stated, asked)
    follows = asked.reading.by_hand or asked.reading.intent == "followup"
    summed = stated.headline is not None and stated.headline.code in SUMMED
    if stated is before and not follows and not summed and (made := led_by_run(asked)) is not None:
        return form_named(ESTIMATE), made
    seen = asked.once(fleet_of) if stated is before and not follows else None
    compares = seen is not None and isinstance(seen.headline, RatioSeen)
    if seen is not None and not compares and not _is_judged(seen, asked) and not _is_plain(seen, asked):
        return form_named("explain"), seen
    if stated is before:
        form, stated = with_feasible(form, stated, asked)
        form, stated = with_first(form, stated, asked)
    judged = stated.headline is not None and stated.headline.code in JUDGED
    if stated is before and not follows and not judged and (made := asked.once(told_run)) is not None:
        return form_named("explain"), made
    if not stated.whole:
        for leads in LEADS:
            form, stated = leads(form, stated, asked)
    form, stated = with_fields(form, stated, asked)
    nearer = stated.headline is not None and stated.headline.code in NEARER
    return (form_named("explain"), seen) if seen is not None and compares and not nearer else (form, stated)


def _is_judged(made: FactAnswer, asked: Asked) -> bool:
    """Whether it is asked if what one machine carries is normal, which a number of machines does not tell."""
    return isinstance(made.headline, StreamsCarried) and not JUDGES.isdisjoint(asked.reading.sought.predicates)


def _is_plain(made: FactAnswer, asked: Asked) -> bool:
    """Whether cards alone are asked of one machine, and the units tell them."""
    first = made.headline
    plain = isinstance(first, ToldFleet) and not first.asks_item and not first.weighs
    return plain and asked.once(worked) is not None


def in_one(asked: Asked) -> bool:
    """Whether one answer is to all the questions of a message."""
    if asked.once(fleet_of) is not None or own_in_one(asked) or field_in_one(asked):
        return True
    answer = asked.once(worked)
    first = answer.headline if answer is not None else None
    return is_job(answer) or (isinstance(first, WorkedOut) and len(first.sums) > 1)
