"""`@chipscout TEXT` in a channel: answered in the thread of the message."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slack_bolt import App, BoltContext
from slack_sdk import WebClient

from bot.surfaces.questions import config
from bot.surfaces.questions.asked import asked
from bot.surfaces.questions.why import reply_or_reasons
from bot.surfaces.shared.deps import Deps, team_of
from bot.surfaces.shared.typed import is_from_a_person, typed
from bot.surfaces.verbs.help import show_help, wants_help


def answer_mention(deps: Deps, client: WebClient, event: Mapping[str, Any], team: str, bot_user: str | None) -> None:
    """A mention in someone else's thread is answered there, but further replies there are not follow-ups."""
    if not is_from_a_person(event):
        return
    text = typed(event.get("text") or "", bot_user)
    question = asked(deps, client, event, team, text)
    if config.answered(deps, client, event, question):
        return
    if wants_help(text):
        show_help(deps, client, event, team, question.key)
        return
    reply_or_reasons(deps, client, question)


def register(app: App, deps: Deps) -> None:
    def on_mention(client: WebClient, event: dict[str, Any], context: BoltContext) -> None:
        answer_mention(deps, client, event, team_of(context), context.bot_user_id)

    app.event("app_mention")(on_mention)
