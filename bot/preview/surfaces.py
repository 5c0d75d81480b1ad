"""What can be looked at, by name. A surface is one function from a question to a page's content."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from bot import words
from bot.advisor import Answer
from bot.preview.page import Surface
from bot.render import card_blocks, sentence


class Shown(NamedTuple):
    """`kind` is where Slack shows it, `title` what stands above it there."""

    blocks: Sequence[Mapping[str, Any]]
    text: str
    kind: Surface = "message"
    title: str = ""


def card(ask: Callable[[], Answer]) -> Shown:
    answer = ask()
    return Shown(card_blocks(answer), sentence(answer))


def help_text(_ask: Callable[[], Answer]) -> Shown:
    body = json.loads(words.environment().get_template("slack/help.j2").render())
    return Shown(body["blocks"], body["text"])


SURFACES: dict[str, Callable[[Callable[[], Answer]], Shown]] = {"card": card, "help": help_text}
