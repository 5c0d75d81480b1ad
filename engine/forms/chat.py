"""Hello, thanks, help: a text that asks nothing gets a line."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked, Form, FormCues, question_of
from engine.forms.parts.hardware import meant
from engine.forms.remarks.smallest import Smallest, smallest


class Greeting(Reason, code="hello"):
    """Somebody says hello."""


class Welcome(Reason, code="thanks"):
    """Somebody says thanks."""


class Abilities(Reason, code="help"):
    """Somebody wants to know what can be asked."""


class Name(Reason, code="who"):
    """Somebody wants to know whom they talk to."""


class Noted(Reason, code="ok"):
    """Somebody takes note, or says goodbye."""


REPLIES: dict[str, Reason] = {
    reply.code: reply for reply in (Abilities(), Name(), Welcome(), Greeting(), Noted())
}  # of several, the first is answered: "hi, what can you do?"


ASKS = (  # cues of a turn that wants something
    "asks_if", "open_question", "other_question", "which", "for_less", "in_less_time", "better", "price",
    "price_strong", "estimate_strong", "asks_why", "carbon_strong", "commit_strong", "compare", "support", "fit_word",
    "asks_cost",
)  # fmt: skip
CHANGES_LITTLE = frozenset({"precision"})  # a slot that a remark on the result may name
CLOSING, POOR = "closing", "poor_result"  # cues
GOES_ON = "goes_on"  # the cue of what is tried next, or of a nod
ROOMIER, USUAL = "roomier_card", "card_memory_16"  # constants: that over the card spoken of; where none was


class BetterResult(Smallest, code="better_result"):
    """The next step where a result is not good enough: a larger variant, and a machine with room for it."""


def is_asked(seen: FormCues) -> bool:
    return seen.has(*REPLIES) or _closes(seen)


def _closes(seen: FormCues) -> bool:
    """Whether a turn of a thread asks nothing more: thanks, that it works, or how good the result is."""
    goes_on = seen.threaded or bool(seen.before)
    asks = seen.asks or seen.has(*ASKS) or seen.hardware_named > 0 or not seen.turn <= CHANGES_LITTLE
    return goes_on and seen.has(CLOSING, GOES_ON) and not asks


def answer(asked: Asked) -> FactAnswer:
    cues = asked.reading.cues
    plain = Welcome() if CLOSING in cues else Noted() if GOES_ON in cues else Greeting()
    first = next((REPLIES[code] for code in REPLIES if code in cues), plain)
    better = _better(asked) if POOR in cues and CLOSING in cues else None
    return FactAnswer(headline=first, sentences=(better,) if better else ())


def _better(asked: Asked) -> Smallest | None:
    constants = asked.library.constants
    card = max((kind.chip_gib for kind in meant(asked.problem, alone=True)), default=constants.likely(USUAL))
    return smallest(question_of(asked), BetterResult, least_gib=card * constants.likely(ROOMIER))


CHAT = Form(
    id="chat",
    is_asked=is_asked,
    answer=answer,
    asks_for_facts=False,
    lasts=False,
    asks_nothing=True,
    of_anything=True,
)
