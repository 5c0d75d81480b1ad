"""Hello, thanks, help: a text that asks nothing gets a line."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked, Form, FormCues


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


def is_asked(seen: FormCues) -> bool:
    return seen.has(*REPLIES)


def answer(asked: Asked) -> FactAnswer:
    return FactAnswer(headline=next((REPLIES[code] for code in REPLIES if code in asked.reading.cues), Greeting()))


CHAT = Form(
    id="chat",
    is_asked=is_asked,
    answer=answer,
    asks_for_facts=False,
    lasts=False,
    asks_nothing=True,
    of_anything=True,
)
