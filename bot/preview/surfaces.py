"""What can be previewed, by name. A surface is a function from a question to a page's content."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, time
from typing import Any, NamedTuple

from bot.advice.advisor import Answer
from bot.advice.audience import MEMBERS
from bot.card.action_ids import Action
from bot.card.as_text import (
    headline,
)
from bot.card.blocks.message import (
    card_blocks,
    sentence,
)
from bot.card.buttons import action_blocks
from bot.preview.page import Surface
from bot.prices.freshness import freshness
from bot.surfaces.shared.home_page import Admin, HomeEntry, home_view, page
from bot.wording import words
from bot.wording.examples import examples
from knowledge.loading.load import load
from knowledge.store.subscriptions import Filters, Subscription

NUMBER = "0" * 12  # of a verdict that is not stored


KEEP_DAYS = 365


class Shown(NamedTuple):
    """`kind` is where Slack shows it, `title` its heading there."""

    blocks: Sequence[Mapping[str, Any]]
    text: str
    kind: Surface = "message"
    title: str = ""


def _buttons(answer: Answer, *, offers_sharing: bool) -> list[dict[str, Any]]:
    return action_blocks(answer, NUMBER, audience=MEMBERS, offers_sharing=offers_sharing, is_watched=False)


def card(ask: Callable[[], Answer]) -> Shown:
    answer = ask()
    return Shown(
        card_blocks(answer, action_blocks(answer, NUMBER, audience=MEMBERS, offers_sharing=False, is_watched=False)),
        sentence(answer),
    )


def help_text(_ask: Callable[[], Answer]) -> Shown:
    body = json.loads(words.environment().get_template("slack/help.j2").render())
    return Shown(body["blocks"], body["text"])


def private(ask: Callable[[], Answer]) -> Shown:
    """The card as only its asker sees it."""
    answer = ask()
    return Shown(
        card_blocks(answer, action_blocks(answer, NUMBER, audience=MEMBERS, offers_sharing=True, is_watched=False)),
        sentence(answer),
    )


def form(view: Mapping[str, Any]) -> Shown:
    return Shown(view["blocks"], "", "modal", view["title"]["text"])


def refine(ask: Callable[[], Answer]) -> Shown:
    from bot.surfaces.buttons.refine import (
        profile_view,
    )  # imported here: these load Slack's SDK, which the card does not need

    return form(profile_view(ask(), NUMBER))


def record(ask: Callable[[], Answer]) -> Shown:
    from bot.surfaces.buttons.record import benchmark_view

    answer = ask()
    return form(benchmark_view(answer, NUMBER, answer.as_of, frozenset()))


def math(ask: Callable[[], Answer]) -> Shown:
    from bot.surfaces.buttons.math import math_view

    return form(math_view(ask(), NUMBER))


def ask(_ask: Callable[[], Answer]) -> Shown:
    """The form of the message shortcut, on a message with an example."""
    from bot.surfaces.questions.shortcut import About, question_view

    return form(question_view(examples()[0].message, About(key=NUMBER, channel=NUMBER, thread_ts=NUMBER)))


def home(ask: Callable[[], Answer]) -> Shown:
    """Home of an admin who asked TEXT three times: in a channel, privately, and watched."""
    answer = ask()
    judged = answer.verdict
    asked = HomeEntry(
        number=NUMBER,
        headline=headline(answer),
        lean=judged.lean if judged else None,
        question=answer.question,
        asked_at=datetime.combine(answer.as_of, time(9), UTC),
        link="https://slack.com/archives/C1/p1",
        is_private=False,
        is_watched=False,
    )
    alone = asked.model_copy(update={"number": f"{NUMBER}1", "link": None, "is_private": True})
    watched = asked.model_copy(update={"number": f"{NUMBER}2", "is_watched": True})
    weekly = Subscription(team=NUMBER, channel="ml", zone="Europe/Berlin", filters=Filters(chips=("p5", "trn2")))
    view = home_view(
        page(
            [watched], [asked, alone], freshness(load(), ()), Admin(answers="private", keep_days=KEEP_DAYS), (weekly,)
        )
    )
    return Shown(view["blocks"], "", "home")


def why(ask: Callable[[], Answer]) -> Shown:
    from bot.surfaces.buttons.told import told_view

    return form(told_view(Action.WHY, ask(), NUMBER))


def sources(ask: Callable[[], Answer]) -> Shown:
    from bot.surfaces.buttons.told import told_view

    return form(told_view(Action.SOURCES, ask(), NUMBER))


def behind(surface: str, ask: Callable[[], Answer]) -> list[Mapping[str, Any]]:
    """What the buttons of a card open, to be read below it."""
    opened = (why, sources) if surface in ("card", "private") else ()
    return [block for each in opened for block in ({"type": "divider"}, *each(ask).blocks)]


SURFACES: dict[str, Callable[[Callable[[], Answer]], Shown]] = {
    "ask": ask,
    "card": card,
    "help": help_text,
    "home": home,
    "math": math,
    "private": private,
    "record": record,
    "refine": refine,
    "sources": sources,
    "why": why,
}
