"""What is asked back, as a form that the client shows to its user."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from mcp_types import ClientCapabilities
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, create_model

from bot.api.desk import Reply
from bot.wording.words import say

WORDS = "agents/mcp.j2"
NUMBERS = (int, float)


class InWords(BaseModel):
    """A reply in the user's own words."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    answer: str = Field(default="", max_length=2_000)
    """In your own words; leave it empty to go on with what is assumed."""


def _written(value: object) -> object:
    return repr(value) if isinstance(value, NUMBERS) and not isinstance(value, bool) else value


Typed = Annotated[str, BeforeValidator(_written), Field(max_length=120)]  # 8B; from a client that sends one, a number


class ForSlot(BaseModel):
    """A reply that is the value of one slot."""


class Form(NamedTuple):
    """The question, and what the reply looks like."""

    message: str
    schema: type[BaseModel]


class Said(NamedTuple):
    """What the user replied: words, or a slot."""

    text: str
    slots: dict[str, Any]


def asks(reply: Reply, capabilities: ClientCapabilities | None) -> Form | None:
    """The form to show; None where nothing is asked back, or the client can show none."""
    told = reply.told
    questions = told.get("ask_back", ())
    can = capabilities.elicitation if capabilities is not None else None
    if not questions or can is None or (can.form is None and can.url is not None):
        return None
    turns = told.get("turns_on", {})
    values = [branch["value"] for branch in turns.get("branches", ())]
    if values and all(isinstance(value, NUMBERS) and not isinstance(value, bool) for value in values):
        fields: dict[str, Any] = {turns["slot"]: (Typed | None, None)}
        return Form(say(WORDS, "ask_value", questions, values), create_model("Value", __base__=ForSlot, **fields))
    return Form(say(WORDS, "ask_words", questions), InWords)


def said_in(data: BaseModel) -> Said | None:
    """What was replied; None where the form came back empty."""
    if isinstance(data, InWords):
        return Said(data.answer, {}) if data.answer.strip() else None
    slots = {slot: value for slot, value in data.model_dump().items() if value is not None and value.strip()}
    return Said("", slots) if slots else None
