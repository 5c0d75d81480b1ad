"""What a text is read as within its thread: its topic, what a turn alone says, and the form that answered it."""

from __future__ import annotations

from engine.answers import FactAnswer
from engine.forms import Asked, Form
from engine.forms.again.doubt import doubted
from engine.forms.again.each import EACH, of_each
from engine.forms.again.why import explained
from engine.forms.choose import CHOOSE
from engine.workload.profile import Reading


def on_topic(reading: Reading, before: Reading | None) -> Reading:
    """A follow-up goes on with what its thread is about; anything else starts a topic of its own."""
    follows = before is not None and reading.intent in ("followup", "off_topic")
    topic, home = (before.topic, before.home) if before and follows else (reading.intent, ())
    if before and before.profile.clouds and not reading.profile.clouds:
        home = ()  # taken back
    return reading.model_copy(update={"topic": topic, "home": home})


def of_turn(reading: Reading) -> Reading:
    """What a turn alone says, where it asks for a fact in a thread about work."""
    return reading if reading.turn is None else reading.model_copy(update={"profile": reading.turn})


def as_answered(reading: Reading, form: Form) -> Reading:
    """The reading with the form that answered; what seemed off topic has the intent of the form that knew it."""
    is_known = reading.intent == "off_topic" and not form.asks_nothing
    intent = form.intent or CHOOSE.intent
    found = {"intent": intent, "topic": intent} if is_known else {}
    others = tuple(name for name in reading.other_forms if name != form.id)
    return reading.model_copy(update={"form": form.id, "other_forms": others, **found})


def again(told: FactAnswer, asked: Asked) -> FactAnswer:
    """The answer; where a turn asks why it is so, or whether that is sure, or of what, what is said of it."""
    cues = asked.reading.cues
    if "asks_why" not in cues:
        return told
    if EACH in cues:
        return of_each(told)
    return doubted(told, asked) if "doubts" in cues else explained(told, asked)
