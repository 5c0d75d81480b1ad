"""Sums that are the same in every field, before what is usual of one: they lead where what they take was told."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.forms.fields.besides import besides_cards
from engine.forms.fields.either import either_way, full_there
from engine.forms.fields.groups import groups_hold
from engine.forms.fields.link import ASKS, link_holds
from engine.forms.fields.one_pass import PassChecked, pass_checked
from engine.forms.fields.table_takes import table_takes
from engine.forms.form import Asked, Form, question_of
from engine.forms.machines.host import host_differs
from engine.forms.registry import form_named

OTHERS = frozenset({"carbon", "commitment", "chat"})  # forms that ask for another thing
FAILS, HOST = "fails_on_one", "host_memory"  # cues
SUMMED = frozenset({"run_estimate", "worked_out", "estimate_too_small"})  # codes of first lines
COPIES = "replicas"  # the code of a first line that tells what groups of cards do, and which is faster
READS = ("link_holds", "pass_checked", "groups_hold", "table_takes")  # codes of first lines over amounts read here
BELOW = frozenset({"domain_decides", "reported_beside", "what_is_reported"})  # codes of lines that stay below
KEPT = 2


def is_read(words: str) -> bool:
    """Whether a stretch that was not understood may be one of the amounts that these sums read themselves."""
    return any(letter.isdigit() for letter in words)


def in_one(asked: Asked) -> bool:
    """Whether the questions of a message are answered by one such sum, of the amounts of all of them."""
    return any(asked.once(make) is not None for make in MAKERS if make not in (either_way, full_there))


def host_fails(asked: Asked) -> FactAnswer | None:
    """What a type that is named lacks for a process that was killed, whatever else is asked of it."""
    cues, sized = asked.reading.cues, asked.profile.parameters or asked.profile.variant
    fails = FAILS in cues and HOST in cues and asked.profile.instances and not sized
    return host_differs(question_of(asked)) if fails else None


MAKERS = (host_fails, link_holds, pass_checked, groups_hold, besides_cards, either_way, full_there, table_takes)
ONLY = {full_there: ("support", "choose", "explain", "ask_back")}  # forms that say nothing of memory
FORMS = {host_fails: "explain", link_holds: "explain", pass_checked: "estimate", besides_cards: "explain"}


def _is_summed(stated: FactAnswer, made: FactAnswer) -> bool:
    """Whether the hours of a pass are in a sum already that tells more of it, and nobody asks if they are right."""
    first = stated.headline.code if stated.headline is not None else ""
    told = made.headline
    return isinstance(told, PassChecked) and not (told.claimed or told.of_parts) and first in SUMMED


def with_fields(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer]:
    """The form and the answer; such a sum instead, where its amounts were told, with what is usual below it."""
    if stated.headline is not None and stated.headline.code == COPIES:
        return form, stated
    strange = form.id in OTHERS and ASKS not in asked.reading.cues  # "our climate model" is no question of carbon
    if strange or asked.reading.by_hand or asked.reading.intent == "followup":
        return form, stated
    for make in MAKERS:
        made = asked.once(make) if form.id in ONLY.get(make, (form.id,)) else None
        if made is not None and not _is_summed(stated, made):
            kept = tuple(line for line in stated.sentences if line.code in BELOW)[:KEPT]
            return form_named(FORMS.get(make, "fit")), made.model_copy(update={"sentences": (*made.sentences, *kept)})
    return form, stated
