"""What can be looked at, by name. A surface is one function from a question to a page's content."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from bot import words
from bot.actions import action_blocks
from bot.advisor import Answer
from bot.preview.page import Surface
from bot.render import card_blocks, sentence

NUMBER = "0" * 12  # of a verdict that nobody kept


class Shown(NamedTuple):
    """`kind` is where Slack shows it, `title` what stands above it there."""

    blocks: Sequence[Mapping[str, Any]]
    text: str
    kind: Surface = "message"
    title: str = ""


def card(ask: Callable[[], Answer]) -> Shown:
    answer = ask()
    return Shown(
        card_blocks(answer, action_blocks(answer, NUMBER, offers_sharing=False, is_watched=False)), sentence(answer)
    )


def help_text(_ask: Callable[[], Answer]) -> Shown:
    body = json.loads(words.environment().get_template("slack/help.j2").render())
    return Shown(body["blocks"], body["text"])


def private(ask: Callable[[], Answer]) -> Shown:
    """The card as its asker alone sees it."""
    answer = ask()
    return Shown(
        card_blocks(answer, action_blocks(answer, NUMBER, offers_sharing=True, is_watched=False)), sentence(answer)
    )


def form(view: Mapping[str, Any]) -> Shown:
    return Shown(view["blocks"], "", "modal", view["title"]["text"])


def refine(ask: Callable[[], Answer]) -> Shown:
    from bot.surfaces.refine import profile_view  # these know Slack's SDK, which the card does without

    return form(profile_view(ask(), NUMBER))


def record(ask: Callable[[], Answer]) -> Shown:
    from bot.surfaces.record import benchmark_view

    answer = ask()
    return form(benchmark_view(answer, NUMBER, answer.as_of, frozenset()))


def math(ask: Callable[[], Answer]) -> Shown:
    from bot.surfaces.math import math_view

    return form(math_view(ask(), NUMBER))


SURFACES: dict[str, Callable[[Callable[[], Answer]], Shown]] = {
    "card": card,
    "help": help_text,
    "math": math,
    "private": private,
    "record": record,
    "refine": refine,
}
