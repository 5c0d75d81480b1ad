"""A direct message: every one is a question, answered in its thread."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slack_bolt import App, BoltContext
from slack_sdk import WebClient

from bot.slack.sendings import Posting
from bot.surfaces.questions import config
from bot.surfaces.questions.asked import asked
from bot.surfaces.questions.why import reply_or_reasons
from bot.surfaces.shared.answering import once
from bot.surfaces.shared.deps import Deps, team_of
from bot.surfaces.shared.typed import is_from_a_person, typed
from bot.surfaces.verbs.help import help_message, wants_help


def is_direct(event: Mapping[str, Any]) -> bool:
    return event.get("channel_type") == "im"


def answer_direct(deps: Deps, client: WebClient, event: Mapping[str, Any], team: str, bot_user: str | None) -> None:
    """A training config is answered with its estimate, any other question with a card."""
    text = typed(event.get("text") or "", bot_user)
    if not is_from_a_person(event):
        return
    question = asked(deps, client, event, team, text).model_copy(update={"is_ours": True})
    if config.answered(deps, client, event, question) or (not text and event.get("files")):
        return
    if wants_help(text):
        with once(deps.store, question.key) as is_mine:
            if is_mine:
                shown = help_message(question.channel, question.thread_ts)
                deps.outbox.send(Posting(client, deps.store, question.key, shown), by=question.user)
        return
    reply_or_reasons(deps, client, question)


def register(app: App, deps: Deps) -> None:
    def on_direct(client: WebClient, event: dict[str, Any], context: BoltContext) -> None:
        answer_direct(deps, client, event, team_of(context), context.bot_user_id)

    app.event("message", matchers=[is_direct])(on_direct)
