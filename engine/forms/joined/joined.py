"""The answer below the sum that joins what the question states, where its first line is about none of it.

The one place that decides it: which figures and names are stated, whether the first line works with figures at all,
and which sum joins those it leaves out. What is written of such questions stands below that sum.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isclose
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.forms.at_once.at_once import at_once
from engine.forms.chat import CHAT
from engine.forms.faqs.written import written_instead
from engine.forms.form import Asked, Form
from engine.forms.joined.amounts import AmountIs, amounts, beside_told, passes
from engine.forms.joined.as_one import as_one
from engine.forms.joined.as_theirs import as_theirs
from engine.forms.joined.each_size import each_size
from engine.forms.joined.held import (
    by_layers,
    held,
    held_at_least,
    is_at_hand,
    is_owned,
    is_unrented,
    ran_out,
)
from engine.forms.joined.on_cards import on_cards
from engine.forms.joined.own_times import (
    host_bound,
    no_gain,
    normal_of_own,
    recording_of_own,
    sums_of_own,
    time_needs,
)
from engine.forms.joined.pixels import pixels
from engine.forms.joined.prices_told import prices
from engine.forms.joined.seen import seen
from engine.forms.joined.there import by_machines, ratio_alone
from engine.forms.joined.time_lines import HoursThere, OwnAgainstTheirs, TwoTimes
from engine.forms.joined.unsized_there import unsized_there
from engine.forms.parts.estimate_reasons import ByRatio, Cost, SaidHours
from engine.forms.parts.fit_reasons import OnNamed
from engine.forms.registry import form_named
from engine.forms.told.chip_hours import chip_hours
from engine.forms.told.of_peak import of_peak
from engine.forms.told.passes import NormalUnknown, OnOtherChip
from engine.forms.unsure.support import is_asked_there, written_first
from engine.forms.unsure.unasked import ENDED, as_asked

CHOOSE, ESTIMATE, DECLINE = "choose", "estimate", "decline"  # forms
WRITTEN_ANSWER = "faq_told"  # the code of a written first line
# First lines that work with nothing that was stated: written ones, and those that know nothing.
KNOWS_NOTHING = frozenset({
    "not_held_of", "nothing_held", "needs_size", "which_is_meant", "not_sure", "support_unheld", "no_size_of",
})  # fmt: skip
WRITTEN = frozenset({"faq_told", "domain_decides", "normal_unknown", "model_unnamed"})  # they stay below it
MOVED = frozenset({"decline", "choose", "remark", "ask_back"})  # forms that such a sum turns into an explanation
SLOW = frozenset({"slow"})  # the kind of what is written of that
OF_SLOW = frozenset({"slow", "why"})  # predicates: whether a time is as it should be
# First lines that cost work of one size, and those that name a machine to rent.
OF_A_SIZE = frozenset({"run_estimate", "estimate_too_small", "work_unknown"})
RENTED = frozenset({"serves_on"})
OF_REQUESTS = frozenset({"most_fits", "chips_for_traffic"})  # first lines that count requests by memory or traffic
# First lines in hours or dollars that use less of what is stated than the sum does.
COSTED = frozenset({"told_hours", "told_on_unpriced", "hours_of_what"})


# Those that ask for the work of a time whose sums can be made: what a pass is, and what others took.
OF_OTHERS = frozenset({"normal_unknown", "passes_take", "not_theirs"})
UNNAMED = "model_unnamed"
OF_KIND = frozenset({"domain_decides"})  # what a kind of work is bound by
HOLDS_NOTHING = frozenset({"nothing_held"})
# Written answers of whatever is slow, which tell no more of a time than what it is set against.
OF_ANY_SLOW = frozenset({
    "slow-training", "slow-serving", "slow-several-gpus", "speed-whatever", "memory-left-free",
})  # fmt: skip
CAUSES = frozenset({"slow-training", "slow-serving"})  # those of them that list what to look at
UNKNOWN_WORK = frozenset({"work_unknown"})
RATIOS = frozenset({"not_slower", "ratio_bound"})  # they set two cards against each other
CHOSEN = frozenset({"which", "dollars", "commit"})  # predicates of a choice
# First lines that say more of a time than the machine it was measured on does.
OF_SPEED = frozenset({
    "decoding_seen", "answer_seen", "own_speed", "scaling", "support", "serving_speed", "token_latency",
    "training_speed", "training_mfu", "answer_time", "request_speed", "speed_bound",
})  # fmt: skip


class Join(NamedTuple):
    """A sum over what is stated, None where it is not; `over`: first lines of sums whose place it takes."""

    made: Callable[[Asked], FactAnswer | None]
    over: frozenset[str] = frozenset()
    of_time: bool = False
    above: frozenset[str] = frozenset()  # those that stay below it
    priced: frozenset[str] = frozenset()  # and those that cost, too, where no dollars are asked


# Sums of the asker's own figures that answer by themselves, whatever stands there: what is written adds nothing.
ALONE: tuple[Callable[[Asked], FactAnswer | None], ...] = (
    on_cards,
    lambda asked: of_peak(asked.reading, asked.library),
    lambda asked: chip_hours(asked.reading, asked.library.constants),
)
JOINS: tuple[Join, ...] = (  # the first that can be made
    Join(amounts, COSTED, of_time=True),
    Join(beside_told, of_time=True, priced=frozenset({"steps_take"})),
    Join(passes, of_time=True),
    Join(sums_of_own, above=frozenset({"faq_told"})),
    Join(prices, frozenset({"price_ratio", "spot_or_not"})),
    Join(pixels, above=frozenset({"domain_room", "domain_taken"})),
    Join(seen),
    Join(held, frozenset({"no_shopping"})),
)


def with_joined(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer]:
    """The answer to what is asked, below the sum where there is one to be made and the first line makes none."""
    form, stated = as_asked(form, stated, asked)
    reading = asked.reading
    if form.id == CHAT.id or reading.by_hand or reading.intent == "followup":
        return form, stated
    if stated.verdict_below:
        made = by_machines(asked) if CHOSEN.isdisjoint(reading.sought.predicates) else None
        return (form_named("explain"), made) if made else (form, stated)
    if (made := next((made for join in ALONE if (made := join(asked)) is not None), None)) is not None:
        return form_named("explain"), made
    first = stated.headline.code if stated.headline else ""
    costed = form.id == ESTIMATE and (isinstance(stated.headline, OnNamed) or first in OF_A_SIZE)
    if costed and (sizes := each_size(asked)) is not None:
        return form, sizes
    if isinstance(stated.headline, OnNamed) and form.id != CHOOSE:
        return form, by_layers(stated, asked)
    written = written_first(stated, asked)
    told = frozenset(written.answers) if written else frozenset[str]()
    if first not in OF_REQUESTS and (made := at_once(asked, told)) is not None:
        ended = (stated.headline,) if stated.headline is not None and first == ENDED else ()
        return form_named("explain"), made.model_copy(update={"sentences": (*ended, *made.sentences)})
    stated = as_theirs(stated, asked)
    if first in KNOWS_NOTHING | {WRITTEN_ANSWER} and (made := as_one(asked)) is not None:
        return form_named("explain"), made
    alone = (
        first in KNOWS_NOTHING or (stated.unsure and not isinstance(stated.headline, OnNamed)) or form.asks_nothing
    )
    moved = form_named("explain") if form.id in MOVED else form
    if form.id == CHOOSE and is_unrented(stated, asked) and (made := held(asked)) is not None:
        return moved, made
    if form.id == CHOOSE and first in RENTED and is_at_hand(asked) and (made := held_at_least(asked)) is not None:
        return moved, _above(made, stated)
    if ran_out(asked) and first in WRITTEN and (made := held_at_least(asked)) is not None:
        return moved, _above(made, stated)
    if (made := _by_machines(stated, first, asked)) is not None:
        return moved, made
    if (alone or first in (WRITTEN | OF_OTHERS | UNKNOWN_WORK) - OF_KIND) and (made := host_bound(asked)) is not None:
        return moved, made
    if (alone or first in OF_OTHERS | UNKNOWN_WORK) and (made := ratio_alone(asked)) is not None:
        return moved, made
    if (
        first in OF_OTHERS
        and (made := normal_of_own(asked)) is not None
        and (first == "not_theirs" or not isinstance(made.headline, NormalUnknown))
    ):
        return moved, made
    if first in WRITTEN and (made := recording_of_own(asked)) is not None:
        return moved, made
    if (alone or first in WRITTEN) and (made := no_gain(asked)) is not None:
        return moved, made
    if first == UNNAMED or (written and written.id in OF_ANY_SLOW and asked.profile.candidates):
        made = normal_of_own(asked)
        if made is not None:
            return moved, _above(made, stated if written and written.id in CAUSES else None)
    if alone and form.id != DECLINE and amounts(asked) is None and (made := normal_of_own(asked)) is not None:
        return moved, made
    firm = _is_firm(stated, asked)
    asks_dollars = "dollars" in asked.reading.sought.predicates
    for join in JOINS:
        if (firm or (join.made is held and _is_open(stated, asked))) and not (
            join.of_time and OF_SLOW.intersection(asked.reading.sought.predicates)
        ):
            continue
        replaced = alone or first in join.over or (first in join.priced and not asks_dollars)
        if (replaced or first in WRITTEN | join.above) and (made := join.made(asked)) is not None:
            below = None if replaced else stated
            return moved, _above(made, _of_slow(below, made, asked) if join.of_time else below)
    if (made := unsized_there(asked, first, written.id if written else "")) is not None:
        return form_named("fit"), as_theirs(made, asked)
    if first in HOLDS_NOTHING and not reading.unread_asked and (made := time_needs(asked)) is not None:
        return moved, made
    if alone and not _is_open(stated, asked) and (made := held_at_least(asked)) is not None:
        return moved, made
    return form, stated


def _by_machines(stated: FactAnswer, first: str, asked: Asked) -> FactAnswer | None:
    """What times on machines say, unless the first line says more; what is written of slow work stays below."""
    costs = first == "on_other" and "dollars" in asked.reading.sought.predicates
    if first in OF_SPEED or costs or (made := by_machines(asked)) is None or made.headline is None:
        return None
    if isinstance(made.headline, HoursThere) and _is_measured(stated, made.headline):
        return None
    if first in RATIOS and isinstance(made.headline, HoursThere) and not made.headline.wanted:
        there = made.headline.model_copy(update={"slower": False})  # the cards are set against each other already
        return stated.model_copy(update={"sentences": (there, *stated.sentences)})
    asks_it = {
        asked.facts.faqs[name].says
        for name, share in asked.reading.sought.faqs
        if is_asked_there(share, asked, instead=True)
    }
    told = stated.headline.values.get("text") if stated.headline and first == WRITTEN_ANSWER else None
    judged = isinstance(made.headline, TwoTimes) and made.headline.verdict != "expected"
    if told in asks_it and (judged or isinstance(made.headline, OwnAgainstTheirs)):
        lines = tuple(line for line in made.sentences if line.code == made.headline.code)
        return _above(made.model_copy(update={"sentences": lines}), stated)
    return made


def _is_measured(stated: FactAnswer, made: HoursThere) -> bool:
    """Whether the same hours of the same machine are carried over already, by speeds that were measured."""
    first = stated.headline
    if isinstance(first, ByRatio):
        return (first.others, first.told) == (made.here_count, made.hours)
    if any(isinstance(line, OnOtherChip) for line in stated.sentences):
        return True
    if not isinstance(first, Cost) or not _is_chip(first.chip, made.there):
        return False
    told = (line for line in stated.sentences if isinstance(line, SaidHours))
    return any(
        isclose(line.chip_hours, made.hours * made.here_count) and _is_chip(line.chip, made.here) for line in told
    )


def _is_chip(name: str, other: str) -> bool:
    """Whether two names are of one chip, whatever its memory."""
    return name.split()[:2] == other.split()[:2]


def _is_open(stated: FactAnswer, asked: Asked) -> bool:
    """Whether it asks what nobody understood, and what memory says of the things named stands there already."""
    said = asked.profile
    if stated.headline is None or stated.headline.code != "nothing_held" or said.method or said.task:
        return False
    return asked.reading.sought.asks and not asked.reading.sought.predicates and not is_owned(asked)


def _is_firm(stated: FactAnswer, asked: Asked) -> bool:
    """Whether what is written is of a product that is named, of a predicate, or leads and is all that is asked."""
    text = stated.headline.values.get("text") if stated.headline and stated.headline.code == WRITTEN_ANSWER else None
    whole = {name for name, share in asked.reading.sought.faqs if is_asked_there(share, asked, instead=True)}
    return text is not None and any(
        faq.says == text and (faq.of_name or faq.is_predicate or (faq.leads and faq.id in whole))
        for faq in asked.facts.faqs.values()
    )


def _of_slow(below: FactAnswer | None, made: FactAnswer, asked: Asked) -> FactAnswer | None:
    """What is written of a time that is too long, where that is asked and nothing nearer stands there."""
    slower = isinstance(made.headline, AmountIs) and made.headline.slower
    if OF_SLOW.isdisjoint(asked.reading.sought.predicates) and not slower:
        return below
    if below is not None and below.headline is not None and below.headline.code != WRITTEN_ANSWER:
        return below
    text = below.headline.values.get("text", "") if below and below.headline else ""
    asks_it = (
        asked.facts.faqs[name]
        for name, share in asked.reading.sought.faqs
        if is_asked_there(share, asked, instead=True)
    )
    return below if any(faq.says == text for faq in asks_it) else written_instead(SLOW, asked.facts) or below


def _above(made: FactAnswer, below: FactAnswer | None) -> FactAnswer:
    """The sum, and below it what was written."""
    if below is None or below.headline is None:
        return made
    update = {
        "sentences": (*made.sentences, below.headline, *below.sentences),
        "table": made.table or below.table,
        "of_kind": below.of_kind,
    }
    return made.model_copy(update=update)
