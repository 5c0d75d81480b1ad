"""*Ask chipscout about this*, in the menu of any message: a form, answered privately or in its thread."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from slack_bolt import Ack, App, BoltContext
from slack_sdk import WebClient

from bot.advice.audience import OUTSIDERS, Audience
from bot.card.action_ids import Form, Shortcut
from bot.slack import post
from bot.slack.sendings import Once, ToAsker
from bot.surfaces.shared.answering import Question, ask, card, deliver, keep, once, turn, verdict_id
from bot.surfaces.shared.deps import Deps, acknowledge, team_of
from bot.surfaces.shared.home_tab import refresh_after
from bot.surfaces.shared.modal import View, carried, open_form, values_in, view
from bot.surfaces.shared.typed import typed
from bot.wording import words
from bot.wording.errors import UserError
from knowledge.facts import Fact

TITLES = "slack/modals/titles.j2"
LENGTH = 3000  # of a field
IN_THREAD = "thread"


class About(Fact):
    """The message the form was opened on, stored in the form. `key` identifies the question in every delivery."""

    key: str
    channel: str
    thread_ts: str


def open_question(deps: Deps, client: WebClient, body: Mapping[str, Any], team: str, bot_user: str | None) -> None:
    """Opens the form with the message's text.

    Raises:
        UserError: the trigger expired.
    """
    message = body.get("message") or {}
    about = About(
        key=f"shortcut:{team}:{body['trigger_id']}",
        channel=body["channel"]["id"],
        thread_ts=message.get("thread_ts") or body["message_ts"],
    )
    if body.get("response_url"):
        deps.store.reply_urls.keep(
            team, verdict_id(_question(about, team, body["user"], "", OUTSIDERS)), body["response_url"]
        )
    text = words.clip(typed(message.get("text") or "", bot_user), LENGTH)
    open_form(client, body["trigger_id"], question_view(text, about))


def question_view(text: str, about: About) -> View:
    """The form."""
    return view("ask", title=words.say(TITLES, "ask"), text=text, carried=about.model_dump_json())


def answer_form(deps: Deps, client: WebClient, question: Question, *, is_for_thread: bool, url: str | None) -> None:
    """Answers in the message's thread, or only the asker: by choice, or if Slack does not let us post."""
    with once(deps.store, question.key) as is_mine:
        if not is_mine:
            return
        if not is_for_thread:
            _privately(deps, client, question, url)
            return

        def only_the_asker(problem: Exception) -> None:
            if not isinstance(problem, post.RefusedError):
                raise problem
            _privately(deps, client, question, url, words.say("slack/notices.j2", "only_you", problem.code))

        with turn(deps, question):
            deliver(deps, client, question, ask(deps, question), failed=only_the_asker)


def _privately(deps: Deps, client: WebClient, question: Question, url: str | None, note: str | None = None) -> None:
    alone = question.model_copy(update={"thread_ts": None, "asked_by": None})
    answer = ask(deps, alone)
    keep(deps, alone, answer)
    message = card(deps, alone, answer, note, offers_sharing=True)
    shown_once = Once(deps.store, alone.team, f"{question.key}:private")
    sending = ToAsker(client, alone.user, url, message, shown_once)
    deps.outbox.send(sending, by=alone.user)


def _question(about: About, team: str, user: Mapping[str, Any], text: str, audience: Audience) -> Question:
    return Question(
        key=about.key,
        team=team,
        channel=about.channel,
        user=user["id"],
        text=text,
        thread_ts=about.thread_ts,
        is_ours=False,  # the thread belongs to whoever started it; a mention there is answered
        asked_by=user.get("username") or user.get("name"),
        audience=audience,
    )


def register(app: App, deps: Deps) -> None:
    def on_shortcut(client: WebClient, body: dict[str, Any], context: BoltContext) -> None:
        open_question(deps, client, body, team_of(context), context.bot_user_id)

    def on_question(ack: Ack, body: dict[str, Any], client: WebClient, context: BoltContext) -> None:
        form, team = body["view"], team_of(context)
        values, about = values_in(form), About.model_validate(json.loads(carried(form)))
        text = typed(values.get("question") or "")
        try:
            deps.advisor.parse(text)
        except UserError as problem:
            ack(response_action="errors", errors={"question": words.error(problem)})
            return
        ack()
        audience = deps.permissions.audience(client, body["user"]["id"], about.channel)
        question = _question(about, team, body["user"], text, audience)
        url = deps.store.reply_urls.get(team, verdict_id(question))
        answer_form(deps, client, question, is_for_thread=values.get("where") == IN_THREAD, url=url)
        refresh_after(deps, client, team, question.user)

    app.message_shortcut(Shortcut.ASK, middleware=[acknowledge])(on_shortcut)
    app.view(Form.ASK)(on_question)
