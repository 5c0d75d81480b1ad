"""`/chipscout TEXT`: the card as a message of the channel, so that its thread takes follow-ups."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from slack_bolt import Ack, App, BoltContext
from slack_sdk import WebClient

from bot import post, words
from bot.surfaces.answering import Question, ask, card, deliver, once
from bot.surfaces.deps import Deps, team_of
from bot.surfaces.help import help_message, wants_help
from bot.surfaces.own_data import about_own_data, is_about_own_data
from bot.surfaces.subscribe import about_digest, is_about_digest
from bot.surfaces.typed import typed

NAME = "/chipscout"


def acknowledge(ack: Ack, next: Callable[[], object]) -> None:
    """Runs in the thread that took the envelope, before any queue: a busy bot still acknowledges at once."""
    ack()
    next()


def answer_command(deps: Deps, client: WebClient, command: Mapping[str, Any], team: str) -> None:
    """Answers in the channel; where Slack does not let us post, the person alone gets the card.

    Raises:
        UserError: the text cannot be read.
    """
    text = typed(command.get("text") or "")
    if wants_help(text):
        post.privately(command["response_url"], help_message(command["channel_id"]))
        return
    if is_about_own_data(text):
        with once(deps.store, f"command:{command['trigger_id']}") as is_mine:
            if is_mine:
                told = about_own_data(deps, team, command["user_id"], command["channel_id"], text)
                post.privately(command["response_url"], told)
        return
    if is_about_digest(text):
        with once(deps.store, f"command:{command['trigger_id']}") as is_mine:
            if is_mine:
                about_digest(deps, client, command, team, text)
        return
    question = Question(
        key=f"command:{command['trigger_id']}",
        team=team,
        channel=command["channel_id"],
        user=command["user_id"],
        text=text,
        thread_ts=None,
        line=words.say("slack/notices.j2", "asked_by", command.get("user_name")),
    )
    with once(deps.store, question.key) as is_mine:
        if not is_mine:
            return
        answer = ask(deps, question)
        try:
            deliver(deps, client, question, answer)
        except post.RefusedError as refusal:
            note = words.say("slack/notices.j2", "only_you", refusal.code)
            post.privately(
                command["response_url"], card(deps, question.model_copy(update={"line": None}), answer, note)
            )


def register(app: App, deps: Deps) -> None:
    def on_command(client: WebClient, command: dict[str, Any], context: BoltContext) -> None:
        answer_command(deps, client, command, team_of(context))

    app.command(NAME, middleware=[acknowledge])(on_command)
