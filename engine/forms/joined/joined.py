"""The answer below the sum that joins what the question states, where its first line is about none of it.

The one place that decides it: which figures and names are stated, whether the first line works with figures at all,
and which sum joins those it leaves out. What is written of such questions stands below that sum.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import isclose

from engine.answers.model import FactAnswer
from engine.forms.at_once.at_once import at_once
from engine.forms.chat import CHAT
from engine.forms.faqs.written import written_instead
from engine.forms.form import Asked, Form
from engine.forms.joined.amounts import AmountIs, amounts, beside_told, in_proportion, passes
from engine.forms.joined.as_one import as_one
from engine.forms.joined.as_theirs import as_theirs
from engine.forms.joined.each_size import each_size
from engine.forms.joined.held import (
    by_layers,
    held,
    held_at_least,
    is_at_hand,
    is_unrented,
    ran_out,
)
from engine.forms.joined.join import WRITTEN_ANSWER, Join, Stands, always, asks, of, stands
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
from engine.forms.joined.yardsticks import yardsticks
from engine.forms.kinds.kind import is_below_models
from engine.forms.parts.estimate_reasons import ByRatio, Cost, SaidHours
from engine.forms.parts.fit_reasons import OnNamed
from engine.forms.registry import form_named
from engine.forms.told.chip_hours import chip_hours
from engine.forms.told.passes import NormalUnknown, OnOtherChip
from engine.forms.unsure.support import KNOWS_NOTHING, is_asked_there
from engine.forms.unsure.unasked import ENDED, as_asked

CHOOSE, ESTIMATE, DECLINE = "choose", "estimate", "decline"  # forms
NOT_THEIRS = "not_theirs"  # the code of a first line
ANSWERS = frozenset({WRITTEN_ANSWER})
# Written first lines, which work with nothing that was stated: they stay below it.
WRITTEN = frozenset({"faq_told", "domain_decides", "normal_unknown", "model_unnamed"})
MOVED = frozenset({"decline", "choose", "remark", "ask_back"})  # forms that such a sum turns into an explanation
SLOW = frozenset({"slow"})  # the kind of what is written of that
OF_SLOW = frozenset({"slow", "why"})  # predicates: whether a time is as it should be
# First lines that cost work of one size, and those that name a machine to rent.
OF_A_SIZE = frozenset({"run_estimate", "estimate_too_small", "work_unknown"})
RENTED = frozenset({"serves_on"})
OF_STREAMS = frozenset({"streams_take", "streams_unknown"})  # that tell how many cards so many streams take
OF_LOADS = frozenset({"load_takes", "job_on", "load_unknown"})  # and machines for a load: no sum joins them
OF_REQUESTS = frozenset({"most_fits", "chips_for_traffic"})  # first lines that count requests by memory or traffic
# First lines in hours or dollars that use less of what is stated than the sum does.
COSTED = frozenset({"told_hours", "told_on_unpriced", "hours_of_what"})


# Those that ask for the work of a time whose sums can be made: what a pass is, and what others took.
OF_OTHERS = frozenset({"normal_unknown", "passes_take", NOT_THEIRS})
UNNAMED = "model_unnamed"
OF_KIND = frozenset({"domain_decides"})  # what a kind of work is bound by
HOLDS_NOTHING = frozenset({"nothing_held"})
# Written answers of whatever is slow, which tell no more of a time than what it is set against.
OF_ANY_SLOW = frozenset({
    "slow-training", "slow-serving", "slow-several-gpus", "speed-whatever", "memory-left-free",
})  # fmt: skip
OF_NETWORK = frozenset({"slow-multi-node", "nodes-wait-for-network"})  # written answers
CAUSES = frozenset({"slow-training", "slow-serving"})  # those of them that list what to look at
UNKNOWN_WORK = frozenset({"work_unknown"})
RATIOS = frozenset({"not_slower", "ratio_bound"})  # they set two cards against each other
OF_DOLLARS = frozenset({"dollars"})
CHOSEN = frozenset({"which", "dollars", "commit"})  # predicates of a choice
SUMMED = frozenset({"summed_each_way", "booked_ahead", "emitted_in_all"})  # first lines that sum the hours told
# First lines that say more of a time than the machine it was measured on does.
OF_SPEED = frozenset({
    "decoding_seen", "answer_seen", "own_speed", "scaling", "support", "serving_speed", "token_latency",
    "training_speed", "training_mfu", "answer_time", "request_speed", "speed_bound",
})  # fmt: skip


def sum_of(
    made: Callable[[Asked], FactAnswer | None],
    over: frozenset[str] = frozenset(),
    above: frozenset[str] = frozenset(),
    *,
    priced: frozenset[str] = frozenset(),
    of_time: bool = False,
) -> Join:
    """A sum in the place of what tells nothing and of the first lines `over`, of `priced` only where no dollars are
    asked; above what is written and `above`. What is written firmly gives way only where a long time is asked about.
    """

    def stays(there: Stands) -> bool:
        kept = there.firm or (made is held and there.open)
        return kept and not (of_time and there.seeks(OF_SLOW))

    def is_over(there: Stands) -> bool:
        replaced = there.alone or there.first in over or (there.first in priced and not there.seeks(OF_DOLLARS))
        return replaced and not stays(there)

    def is_above(there: Stands) -> bool:
        return there.first in WRITTEN | above and not stays(there)

    return Join(asks(made), is_over, is_above, of_time=of_time)


def _is_of_slow(there: Stands) -> bool:
    """Whether the model is not named, or what leads is written of whatever is slow, and a machine is named."""
    of_any = there.written is not None and there.written.id in OF_ANY_SLOW and bool(there.asked.profile.candidates)
    return there.first == UNNAMED or of_any


def _lists_causes(there: Stands) -> bool:
    return there.written is not None and there.written.id in CAUSES


def _is_unasked_room(there: Stands) -> bool:
    """Whether room in memory stands first where a cause or a speed is asked, and none has run out."""
    wondered = not OF_SLOW.isdisjoint(there.asked.reading.sought.predicates)
    return wondered and isinstance(there.stated.headline, OnNamed) and not ran_out(there.asked)


def _is_of_any_cards(there: Stands) -> bool:
    """Whether what is written tells no more than that; of several machines it tells of the network between them."""
    return there.first in WRITTEN and (there.written is None or there.written.id not in OF_NETWORK)


def _is_costed(there: Stands) -> bool:
    return there.form.id == ESTIMATE and (isinstance(there.stated.headline, OnNamed) or there.first in OF_A_SIZE)


def _at_once(there: Stands) -> FactAnswer | None:
    """Below the line that software has left the card behind, where that stands first."""
    if there.first in OF_STREAMS:
        return None
    made = at_once(there.asked, frozenset(there.written.answers) if there.written else frozenset())
    ended = (there.stated.headline,) if there.stated.headline is not None and there.first == ENDED else ()
    return made.model_copy(update={"sentences": (*ended, *made.sentences)}) if made else None


def _normal_of_others(there: Stands) -> FactAnswer | None:
    """Sums of one's own time beside those of others; that they tell nothing is told where they are not theirs."""
    made = normal_of_own(there.asked)
    told = made is not None and (there.first == NOT_THEIRS or not isinstance(made.headline, NormalUnknown))
    return made if told else None


def _unsized_there(there: Stands) -> FactAnswer | None:
    made = unsized_there(there.asked, there.first, there.written.id if there.written else "")
    return as_theirs(made, there.asked) if made else None


# The first that can be made. Sums of the asker's own figures that answer by themselves, whatever stands there.
WHATEVER: tuple[Join, ...] = (
    Join(asks(on_cards), always, form="explain"),
    Join(asks(in_proportion), always, form="explain"),
    Join(asks(lambda asked: chip_hours(asked.reading, asked.library.constants)), always, form="explain"),
    Join(asks(each_size), _is_costed),
    Join(
        lambda there: by_layers(there.stated, there.asked),
        lambda there: isinstance(there.stated.headline, OnNamed) and there.form.id != CHOOSE,
    ),
    Join(asks(yardsticks), always, form="estimate"),
    Join(_at_once, lambda there: there.first not in OF_REQUESTS, form="explain"),
)
JOINS: tuple[Join, ...] = (
    Join(asks(as_one), of(KNOWS_NOTHING | ANSWERS), form="explain"),
    Join(asks(held), lambda there: there.form.id == CHOOSE and is_unrented(there.stated, there.asked)),
    Join(
        asks(held_at_least),
        above=lambda there: there.form.id == CHOOSE and there.first in RENTED and is_at_hand(there.asked),
    ),
    Join(asks(held_at_least), above=lambda there: there.first in WRITTEN and ran_out(there.asked)),
    Join(lambda there: _by_machines(there.stated, there.first, there.asked), always),
    Join(asks(host_bound), of((WRITTEN | OF_OTHERS | UNKNOWN_WORK) - OF_KIND, alone=True)),
    Join(asks(ratio_alone), of(OF_OTHERS | UNKNOWN_WORK, alone=True)),
    Join(_normal_of_others, of(OF_OTHERS)),
    Join(asks(recording_of_own), of(WRITTEN)),
    Join(asks(no_gain), lambda there: there.alone or _is_of_any_cards(there) or _is_unasked_room(there)),
    Join(
        asks(normal_of_own),
        over=lambda there: _is_of_slow(there) and not _lists_causes(there),
        above=lambda there: _is_of_slow(there) and _lists_causes(there),
    ),
    Join(
        asks(normal_of_own), lambda there: there.alone and there.form.id != DECLINE and amounts(there.asked) is None
    ),
    sum_of(amounts, COSTED, of_time=True),
    sum_of(beside_told, of_time=True, priced=frozenset({"steps_take"})),
    sum_of(passes, of_time=True),
    sum_of(sums_of_own),
    sum_of(prices, frozenset({"price_ratio", "spot_or_not"})),
    sum_of(pixels, above=frozenset({"domain_room", "domain_taken"})),
    sum_of(seen),
    sum_of(held, frozenset({"no_shopping"})),
    Join(_unsized_there, always, form="fit"),
    Join(asks(time_needs), lambda there: there.first in HOLDS_NOTHING and not there.asked.reading.unread_asked),
    Join(asks(held_at_least), lambda there: there.alone and not there.open),
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
    there = stands(form, stated, asked)
    small = stated.of_kind and is_below_models(asked.profile.parameters, asked.facts)
    if there.first in OF_LOADS or small:  # no sum is of a policy of a few million parameters
        return form, stated
    if (joined := _joined(WHATEVER, there)) is not None:
        return joined
    there = replace(there, stated=as_theirs(stated, asked))
    return _joined(JOINS, there) or (form, there.stated)


def _joined(rows: tuple[Join, ...], there: Stands) -> tuple[Form, FactAnswer] | None:
    """By the first row that holds there and whose sum can be made."""
    for row in rows:
        over = row.over is not None and row.over(there)
        if not over and (row.above is None or not row.above(there)):
            continue
        if (made := row.made(there)) is None:
            continue
        below = None if over else there.stated
        moved = row.form or ("explain" if there.form.id in MOVED else "")
        form = form_named(moved) if moved else there.form
        return form, _above(made, _of_slow(below, made, there.asked) if row.of_time else below)
    return None


def _by_machines(stated: FactAnswer, first: str, asked: Asked) -> FactAnswer | None:
    """What times on machines say, unless the first line says more; what is written of slow work stays below."""
    costs = first == "on_other" and "dollars" in asked.reading.sought.predicates
    if first in OF_SPEED | SUMMED or costs or (made := by_machines(asked)) is None or made.headline is None:
        return None
    if isinstance(made.headline, HoursThere) and _is_measured(stated, made.headline):
        return None
    if first in RATIOS and isinstance(made.headline, HoursThere) and not made.headline.wanted:
        if stated.headline is not None and stated.headline.values.get("seen") is not None:
            return None  # the time that was told is of both
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
