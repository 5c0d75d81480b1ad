"""A turn that asks how long a run of an earlier turn takes on other machines: "and on my single 3090 then?"."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from bot.advice.thread.answered import Answered
from bot.wording.words import say
from engine.forms.form import Asked
from engine.forms.joined.timed import told_of
from engine.forms.paced.carried import carried, told_in
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Reading, Turn

A = TypeVar("A", bound=Answered)
SHORT, FEW = 240, 7  # characters of such a turn; words of one that is nothing but a machine: "and renting 8 A100?"
CARRIED = frozenset({"hours_there", "carried_over"})  # codes
QUESTIONS = "words/turn_questions.j2"
OF_THEM = re.compile(r"\bof (?:them|these|those)\b", re.IGNORECASE)


def run_there(text: str, before: Reading, read: Callable[[str], Asked], ask: Callable[[str], A]) -> A | None:
    """The answer to the run as it was told and the turn behind it; of a turn that tells a run of its own, to that.

    None where it asks for another thing. `read` reads a message by itself, `ask` answers it.
    """
    if not 0 < len(text) <= SHORT:
        return None
    alone = read(text)
    if told_of(alone).times:
        return _told(text, text, before, ask) if carried(alone) is not None else None
    names = any(one.id not in FAMILIES for one in alone.reading.hardware) or bool(told_of(alone).machines)
    earlier = (before.text, *(turn.text for turn in reversed(before.thread)))
    for said in dict.fromkeys(one for one in earlier if one):
        told = told_in(read(said))
        if not told:
            continue
        whole = f"{told if names or OF_THEM.search(text) else said.strip()} {text.strip()}"  # "and how long is that?"
        if carried(read(whole)) is None:
            named = [one for one in told_of(alone).machines if one.cards]
            if len(named) != 1 or len(text.split()) > FEW:
                return None
            words = alone.reading.text[: named[0].last].split()
            whole = f"{told} {say(QUESTIONS, 'how_long_on', ' '.join(words[-2:]))}"
            if carried(read(whole)) is None:
                return None
        return _told(whole, text, before, ask)
    return None


def _told(whole: str, text: str, before: Reading, ask: Callable[[str], A]) -> A | None:
    made = ask(whole)
    if made.facts.headline is None or made.facts.headline.code not in CARRIED:
        return None
    reading = made.reading.model_copy(update={"thread": (Turn(text=whole),), "changed": False})
    return made.model_copy(update={"question": text, "reading": reading, "before": before})
