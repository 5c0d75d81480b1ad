"""What a text is read as within its thread: its topic, what a turn alone says, and the form that answered it."""

from __future__ import annotations

from dataclasses import replace

from bot.advice.answer import Answer
from engine.answers import FactAnswer
from engine.forms import FORMS, Asked, Form, form_named, form_of
from engine.forms.again.doubt import doubted
from engine.forms.again.each import EACH, of_each
from engine.forms.again.software import with_kernels
from engine.forms.again.unfollowed import is_unread, noted, only_says, unfollowed, unread
from engine.forms.again.why import explained
from engine.forms.again.why_not import OTHER, of_named, why_not
from engine.forms.charged.rate_told import reads_all, reads_money
from engine.forms.choose import CHOOSE
from engine.forms.explain import EXPLAIN
from engine.forms.fields.fields import READS
from engine.forms.fields.fields import is_read as reads_fields
from engine.forms.fit import RAN_OUT, REINFORCED
from engine.forms.loads.told_work import is_read as reads_load
from engine.forms.machines.quota_asked import QuotaAsked
from engine.forms.quantity.kv_claimed import KvClaim
from engine.forms.quantity.kv_claimed import is_read as reads_claim
from engine.forms.quantity.read import LEADS
from engine.forms.quantity.read import is_read as reads_measure
from engine.forms.ways.booked import BookedAhead, names_month
from engine.forms.ways.summed import SummedEachWay, is_read
from engine.workload.profile import Reading
from engine.workload.speed_ups import without_speed_up
from knowledge.facts import Facts

SPEED_UP = "speed_up_pays"  # the code of a first line
UNREAD = ("unread", "unread_asked")  # fields of a reading
# Stretches that a first line read itself.
READ = {BookedAhead.code: names_month, SummedEachWay.code: is_read, QuotaAsked.code: is_read}
READ[KvClaim.code] = reads_claim
READ |= dict.fromkeys(LEADS, reads_measure)
READ |= dict.fromkeys(READS, reads_fields)
READ |= dict.fromkeys(("load_takes", "job_on"), reads_load)
READ |= dict.fromkeys(("against_list", "dollars_last"), reads_money)
# Answers to few words, all of which they are about.
READ |= dict.fromkeys(("unknown_chip", "beside_machines", "odd_term", "price_seen", "spot_often"), reads_all)


def on_topic(reading: Reading, before: Reading | None) -> Reading:
    """A follow-up goes on with what its thread is about; anything else starts a topic of its own."""
    follows = before is not None and reading.intent in ("followup", "off_topic")
    topic = before.topic if before and follows else reading.intent
    home = before.home if before and (follows or reading.changed) else ()
    if before and before.profile.clouds and not reading.profile.clouds:
        home = ()  # taken back
    return reading.model_copy(update={"topic": topic, "home": home})


def form_before(before: Reading, forms: tuple[Form, ...] = FORMS) -> Form:
    """The form of the card before."""
    return form_named(before.form, forms) if before.form else form_of(before.topic, forms)


def of_turn(reading: Reading) -> Reading:
    """What a turn alone says, where it asks for a fact in a thread about work."""
    return reading if reading.turn is None else reading.model_copy(update={"profile": reading.turn})


def as_part(reading: Reading, alone: Reading, whole: Reading) -> Reading:
    """One question of several: read as a turn, it asks what it asks `alone`, of the work of the `whole` message.

    What ran out of memory did so in whatever words one of its questions asks for room, and what is trained by
    reinforcement is, in whichever of them that is said.
    """
    seen = tuple(sorted((RAN_OUT | REINFORCED) & frozenset(whole.cues))) if reading.form == "fit" else ()
    cues = tuple(dict.fromkeys((*reading.cues, *seen)))
    told = {
        "domains": reading.domains or whole.domains,
        "projects": reading.projects or whole.projects,
        "programs": reading.programs or whole.programs,
    }
    return reading.model_copy(update={"sought": alone.sought, "cues": cues, **told})


def without_read(reading: Reading, asked: Asked, told: FactAnswer) -> tuple[Reading, Asked]:
    """Without the stretches that the first line read itself among those that were not understood."""
    is_told = READ.get(told.headline.code) if told.headline is not None else None
    if is_told is None:
        return reading, asked

    def left(read: Reading) -> Reading:
        kept = {name: tuple(one for one in getattr(read, name) if not is_told(one)) for name in UNREAD}
        return read.model_copy(update=kept)

    return left(reading), replace(asked, reading=left(asked.reading))


def as_answered(reading: Reading, form: Form, told: FactAnswer) -> Reading:
    """The reading with the form that answered, and whether it asked for more.

    What seemed off topic has the intent of the form that knew it.
    """
    is_known = reading.intent == "off_topic" and not form.asks_nothing
    intent = form.intent or CHOOSE.intent
    found = {"intent": intent, "topic": intent} if is_known else {}
    others = tuple(name for name in reading.other_forms if name != form.id)
    pays = told.headline is not None and told.headline.code == SPEED_UP
    unread = without_speed_up(reading.unread, reading.text) if pays else reading.unread  # the sum is over it
    answered = {"form": form.id, "other_forms": others, "asked_back": bool(told.questions), "unread": unread}
    return reading.model_copy(update=answered | found)


def again(told: FactAnswer, asked: Asked) -> FactAnswer:
    """The answer; where a turn asks why it is so, or whether that is sure, or of what, what is said of it."""
    cues = asked.reading.cues
    if "asks_why" not in cues:
        return of_named(told, asked)
    if EACH in cues:
        return of_each(told)
    if OTHER in cues:
        return why_not(told, asked)
    return doubted(told, asked) if "doubts" in cues else explained(told, asked)


def followed(answer: Answer, before: Reading, facts: Facts) -> Answer:
    """The answer to a turn; where it would only say the last one again, what was not understood of the turn.

    A part that was not understood is named instead, beside those that were.
    """
    if not answer.parts and not answer.form.asks_nothing and only_says(answer.facts, answer.reading, before):
        reading = answer.reading.model_copy(update={"form": before.form, "asked_back": before.asked_back})
        told = {"facts": noted(answer.reading, before), "form": EXPLAIN, "verdict": None, "changed": None}
        return answer.model_copy(update=told | {"reading": reading})
    parts = answer.parts or (answer,)
    kept = tuple(part for part in parts if not is_unread(part.facts, part.reading, before))
    if answer.form.asks_nothing or len(kept) == len(parts):
        return answer if answer.parts else answer.model_copy(update={"facts": _stands(answer, before, facts)})
    if not kept:
        said = {"facts": unread(parts[0].facts, parts[0].reading), "form": EXPLAIN, "verdict": None, "changed": None}
        return parts[0].model_copy(update=said | {"parts": (), "question": answer.question, "left_out": ()})
    left = tuple(part.question for part in parts if part not in kept)
    every = {"question": answer.question, "left_out": (*answer.left_out, *left)}
    return kept[0].model_copy(update=every | {"parts": kept if len(kept) > 1 else ()})


def _stands(answer: Answer, before: Reading, facts: Facts) -> FactAnswer:
    told = unfollowed(answer.facts, answer.reading, before)
    return with_kernels(told, answer.question, answer.reading, before, facts)
