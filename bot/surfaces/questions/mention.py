"""`@chipscout TEXT` in a channel: answered in the thread of the message."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slack_bolt import App, BoltContext
from slack_sdk import WebClient

from bot.surfaces.questions import config
from bot.surfaces.questions.why import reply_or_reasons
from bot.surfaces.shared.answering import Question, once
from bot.surfaces.shared.deps import Deps, team_of
from bot.surfaces.shared.typed import is_from_a_person, typed
from bot.surfaces.verbs.help import show_help, wants_help


def answer_mention(deps: Deps, client: WebClient, event: Mapping[str, Any], team: str, bot_user: str | None) -> None:
    """A mention in someone else's thread is answered there, but further replies there are not follow-ups."""
    if not is_from_a_person(event):
        return
    text = typed(event.get("text") or "", bot_user)
    channel, thread_ts = event["channel"], event.get("thread_ts") or event["ts"]
    key = f"message:{team}:{channel}:{event['ts']}"  # the same for the `message` event of a mention
    is_ours = thread_ts == event["ts"]
    question = Question(
        key=key,
        team=team,
        channel=channel,
        user=event["user"],
        text=text,
        thread_ts=thread_ts,
        is_ours=is_ours,
        audience=deps.permissions.audience(client, event["user"], channel),
    )
    if config.answered(deps, client, event, question):
        return
    if wants_help(text):
        with once(deps.store, key) as is_mine:
            if is_mine:
                show_help(client, event)
        return
    reply_or_reasons(deps, client, question)


def register(app: App, deps: Deps) -> None:
    def on_mention(client: WebClient, event: dict[str, Any], context: BoltContext) -> None:
        answer_mention(deps, client, event, team_of(context), context.bot_user_id)

    app.event("app_mention")(on_mention)
