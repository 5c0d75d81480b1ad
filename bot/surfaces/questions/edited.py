"""An edited question is read again and its answer updated in place. Deleted questions are ignored."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from slack_bolt import App, BoltContext
from slack_sdk import WebClient

from bot.advice.audience import OUTSIDERS
from bot.advice.team import team_data
from bot.observe import metrics
from bot.slack import post
from bot.surfaces.questions import config
from bot.surfaces.shared.answering import POLL_SECONDS, Question, keep, reading_of, settle, turn, verdict_id
from bot.surfaces.shared.deps import Deps, team_of
from bot.surfaces.shared.press import allowed, question_of, redraw
from bot.surfaces.shared.typed import is_from_a_person, typed
from bot.surfaces.verbs.help import wants_help
from bot.wording.errors import UserError
from knowledge.store.verdicts import KeptVerdict

ON_ITS_WAY_SECONDS = 60.0  # for a card in the outbox


def is_edit(event: Mapping[str, Any]) -> bool:
    return event.get("subtype") == "message_changed"


def answer_edit(deps: Deps, client: WebClient, event: Mapping[str, Any], team: str, bot_user: str | None) -> None:
    """Only if we answered it and the text changed: Slack also sends this event for unfurled
    links. Later answers in the thread stay as they are.

    Raises:
        UserError: the new text cannot be read, or Slack does not let us change the answer.
    """
    message, earlier = event.get("message") or {}, event.get("previous_message") or {}
    if not is_from_a_person(message) or message.get("text") == earlier.get("text"):
        return
    if message.get("files") or config.holds_config(deps, message) or config.holds_config(deps, earlier):
        return  # a config is never stored as words; share it again
    text, channel = typed(message.get("text") or "", bot_user), event["channel"]
    asked = Question(
        key=f"message:{team}:{channel}:{message['ts']}",
        team=team,
        channel=channel,
        user=message["user"],
        text=text,
        thread_ts=message.get("thread_ts") or message["ts"],
        audience=OUTSIDERS,
    )
    if wants_help(text) or deps.store.threads.conversation(team, channel, str(asked.thread_ts)) is None:
        return
    with turn(deps, asked):  # wait for an answer in progress
        kept = _posted(deps, team, verdict_id(asked))
        if kept is None or kept.message_ts is None or kept.thread_ts is None:
            return
        audience = allowed(deps, client, kept, message["user"])
        own_data = team_data(deps.store, team, audience)
        with deps.thinking:
            answer = deps.advisor.ask(text, before=reading_of(kept.before), team=own_data)
        metrics.asked(answer.form.id)
        thread_ts, ts = kept.thread_ts, kept.message_ts
        kept = kept.model_copy(update={"question": text, "audience": audience.limit})
        try:
            redraw(deps, client, kept, answer)
        except post.RefusedError as refusal:
            raise UserError("cannot_change", because=refusal.code) from refusal
        thread = deps.store.threads.conversation(team, channel, thread_ts)
        question = question_of(kept).model_copy(update={"is_ours": bool(thread and thread.is_ours)})
        if thread is None or thread.message_ts == ts:
            settle(deps, question, answer, ts)
        else:  # the thread has moved on from the reading of its last turn
            keep(deps, question, answer, thread_ts=thread_ts, message_ts=ts)


def _posted(deps: Deps, team: str, number: str) -> KeptVerdict | None:
    """The answer, once its card is posted: the channel may have been told to wait."""
    until = time.monotonic() + ON_ITS_WAY_SECONDS
    while True:
        kept = deps.store.verdicts.get(team, number)
        if kept is None or kept.message_ts is not None or time.monotonic() >= until:
            return kept
        with deps.parked():
            time.sleep(POLL_SECONDS)


def register(app: App, deps: Deps) -> None:
    def on_edit(client: WebClient, event: dict[str, Any], context: BoltContext) -> None:
        answer_edit(deps, client, event, team_of(context), context.bot_user_id)

    app.event("message", matchers=[is_edit])(on_edit)
