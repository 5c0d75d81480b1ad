"""The first line tells the quantity that was asked for: else a sentence that does is lifted, or a sum is made, or the
line says plainly that it cannot be told.

A sum is a function of the question that gives an answer, or None where what it needs was not said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.chat import CHAT
from engine.forms.counted.nodes import nodes
from engine.forms.decline import DECLINE
from engine.forms.explain import EXPLAIN
from engine.forms.form import Asked, Form
from engine.forms.loads.all_named import counts_all
from engine.forms.quantity.adapters_pick import adapters_pick
from engine.forms.quantity.alone import alone, held_streams
from engine.forms.quantity.batch_cards import batch_cards
from engine.forms.quantity.chained import JobsChained, jobs
from engine.forms.quantity.cheaper import cheaper_of
from engine.forms.quantity.chip_time import ASKED as CHIP_HOURS
from engine.forms.quantity.chip_time import chip_time, span_said
from engine.forms.quantity.crowd_speed import crowd_speed, crowd_told
from engine.forms.quantity.given import ROOM_ALONE, tells
from engine.forms.quantity.in_flight import in_flight
from engine.forms.quantity.justified import justified, price_claim
from engine.forms.quantity.kv import SequencesHeld, kv_tokens, sequences, total_tokens
from engine.forms.quantity.kv_claimed import kv_claim
from engine.forms.quantity.paced import paced
from engine.forms.quantity.per_dollar import per_dollar
from engine.forms.quantity.slots import cache_said, length_said, memory_share, pace_wanted
from engine.forms.unsure.steps_unknown import steps_unknown
from engine.forms.unsure.support import KNOWS_NOTHING

Sum = Callable[[Asked], FactAnswer | None]
OF_CARDS: tuple[Sum, ...] = (in_flight, batch_cards)
SUMS: Mapping[str, tuple[Sum, ...]] = {  # unit -> what works it out; the first that can
    "kv_tokens": (kv_tokens,),
    "tokens_s": (alone, paced, crowd_speed),
    "usd_mtok": (paced,),
    "tokens_s_each": (alone, crowd_speed),
    "cards": (*OF_CARDS, alone),
    "machines": (*OF_CARDS, alone),
    "nodes": OF_CARDS,
    "pick": (adapters_pick, alone, in_flight, per_dollar),
    "cheapest": (adapters_pick, alone, in_flight),
    "worth": (justified,),
    "value": (justified, per_dollar),
    "hours": (steps_unknown,),
    "chip_hours": (steps_unknown,),
    "usd": (price_claim, steps_unknown),
    "": (alone, in_flight, crowd_speed, price_claim),  # no unit was read
}
WHERE_UNTOLD: Mapping[str, tuple[Sum, ...]] = {  # only where the first line tells something else
    "requests": (sequences,),
    "batch": (sequences,),
}
ELSE = frozenset({"why", "meaning", "slow", "effect", "used"})  # predicates that no quantity answers
FIRM = frozenset({  # units that no line on memory tells, whatever its words
    "jobs", "tokens_s", "tokens_s_each", "usd_mtok", "usd_month", "hours", "chip_hours", "kwh", "kg_co2",
})  # fmt: skip
OF_ROOM = frozenset({"fit", "able", "which", "support", "judge"})  # predicates that a line on memory answers
SPEED, QUICKER = "token_speed", "quicker"  # cues
UNTOLD = frozenset({"faq_told", "half_read"})  # codes of first lines that tell no speed
AT_ONCE = frozenset({"concurrent_users", "requests_per_second", "tokens_per_day", "tokens"})  # slots
# Beginnings of codes of first lines that stay below: an API weighed against own machines, reports, a month.
OF_ELSE = ("api_", "reported_", "month_")


class CannotTell(Reason, code="cannot_tell"):
    """The first line: what was asked for cannot be told of what was said; `unit` says what that is."""

    unit: str


def with_wanted(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer]:
    """The answer below a line that tells what was asked for, where the first line does not."""
    reading = asked.reading
    if form.id == CHAT.id or reading.by_hand:
        return form, stated
    if _is_speed_untold(stated, asked) and (made := held_streams(asked)) is not None:
        return form, made
    if reading.intent == "followup":
        return form, stated
    if reading.intent == "off_topic":  # a sum of two times is ours, whatever machine it is on
        chain = jobs(asked)
        return (EXPLAIN, chain) if chain is not None and isinstance(chain.headline, JobsChained) else (form, stated)
    wanted = reading.sought.units
    if (claim := kv_claim(asked)) is not None:
        return EXPLAIN, _above(claim, stated, form)
    if (measured := crowd_told(asked)) is not None:
        return EXPLAIN, measured
    if (counted := nodes(stated, asked)) is not None:
        return form, counted
    if not ELSE.isdisjoint(reading.sought.predicates) and "pick" not in wanted:  # "pick one and tell me why"
        return form, stated
    if (
        made := jobs(asked, stated) or total_tokens(asked) or sum_of(asked, tells(stated.headline) or frozenset())
    ) is not None:
        return EXPLAIN, _above(made, stated, form)
    if (taken := chip_time(stated.headline, asked)) is not None:
        return form, stated.headed(taken)
    if stated.verdict_below:
        return form, stated
    if (cheaper := cheaper_of(stated, asked)) is not None:
        return form, stated.headed(cheaper)
    told = tells(stated.headline)
    if not wanted or told is None or not told.isdisjoint(wanted):
        return form, stated
    for unit in wanted:
        if (lifted := _lifted(stated, unit)) is not None:
            return form, lifted
        for work in WHERE_UNTOLD.get(unit, ()):
            if (made := work(asked)) is not None and not _is_guess(made, stated):
                return EXPLAIN, _above(made, stated, form)
    first = stated.headline
    firm = wanted[0] in FIRM and first is not None and first.code in ROOM_ALONE
    if firm and OF_ROOM.isdisjoint(reading.sought.predicates):
        return form, stated.headed(CannotTell(unit=wanted[0]))
    return form, stated


def _is_speed_untold(stated: FactAnswer, asked: Asked) -> bool:
    """Whether a speed is asked for that the form does not tell, or which of several machines is the quicker."""
    cues, first = asked.reading.cues, stated.headline
    if QUICKER in cues:
        return True
    untold = first is None or first.code in UNTOLD or first.code in ROOM_ALONE
    asks = SPEED in cues and untold and not stated.verdict_below and AT_ONCE.isdisjoint(asked.profile.stated())
    return asks and sum_of(asked, tells(first) or frozenset()) is None


def sum_of(asked: Asked, told: frozenset[str] = frozenset()) -> FactAnswer | None:
    """The first sum that tells a unit that is asked for, in their order; `told`: the units that stand first."""
    for unit in asked.reading.sought.units or ("",):
        for work in SUMS.get(unit, ()):
            is_told = work is paced and unit in told and pace_wanted(asked) is None
            if not is_told and (made := work(asked)) is not None:
                return made
        if unit in WHERE_UNTOLD and _is_own(asked) and (made := sequences(asked)) is not None:
            return made
    return None


def told_in_one(asked: Asked) -> bool:
    """Whether one sum tells all that is asked for, so that a message in several questions has one answer."""
    reading = asked.reading
    if reading.sought.units == (CHIP_HOURS,) and span_said(reading.text):
        return True  # "how many H100 hours is that, and is a weekend on 4 enough?"
    if reading.form == "serving" and counts_all(reading, asked.library, asked.day):
        return True  # "how many L4? and would the T4s do?"
    made = sum_of(asked)
    told = tells(made.headline) if made is not None else None
    return bool(told) and told is not None and set(reading.sought.units) <= told


def _is_own(asked: Asked) -> bool:
    """Whether a share of the memory, a length or a precision of the cache was told that other lines do not use."""
    unread = not asked.profile.sequence_length and length_said(asked.reading.text) is not None
    return unread or memory_share(asked) is not None or bool(cache_said(asked.reading.text))


def _is_guess(made: FactAnswer, stated: FactAnswer) -> bool:
    """Whether it rests on a length that nobody said, where not even memory was worked out."""
    assumed = isinstance(made.headline, SequencesHeld) and made.headline.assumed
    return assumed and (stated.headline is None or stated.headline.code not in ROOM_ALONE)


def _lifted(stated: FactAnswer, unit: str) -> FactAnswer | None:
    """A sentence that tells it, first."""
    line = next((one for one in stated.sentences if unit in (tells(one) or ())), None)
    if line is None or stated.headline is None or stated.headline.code in KNOWS_NOTHING:
        return None
    rest = tuple(one for one in stated.sentences if one is not line)
    return stated.model_copy(update={"headline": line, "sentences": (stated.headline, *rest)})


def _above(made: FactAnswer, below: FactAnswer, form: Form) -> FactAnswer:
    """The sum, and what stood first below it where that is about the same machines: memory, or an API instead."""
    if below.headline is None or below.verdict_below or below.unsure:
        return made
    kept = below.headline.code.startswith(OF_ELSE)
    if not kept and (form.id == DECLINE.id or below.headline.code not in ROOM_ALONE):
        return made
    table = below.table and below.table.model_copy(update={"words": below.table.words or form.id})
    return made.model_copy(update={"sentences": (*made.sentences, below.headline), "table": table})
