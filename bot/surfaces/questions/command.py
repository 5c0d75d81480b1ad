"""`/chipscout TEXT`: a card only the asker sees, with a button to share it with the channel.

In a direct message, and in a channel with that setting, it is posted right away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from slack_bolt import Ack, App, BoltContext
from slack_sdk import WebClient

from bot.advice.advisor import Answer
from bot.slack import post
from bot.slack.answerers import Place
from bot.slack.sendings import Once, ToAsker
from bot.surfaces.questions import fleet
from bot.surfaces.shared.answering import Question, ask, card, deliver, keep, once, verdict_id
from bot.surfaces.shared.deps import TO_THE_CHANNEL, Deps, team_of
from bot.surfaces.shared.home_tab import refresh_after
from bot.surfaces.shared.typed import typed
from bot.surfaces.verbs.digest import about_digest, is_about_digest
from bot.surfaces.verbs.help import help_message, wants_help
from bot.surfaces.verbs.my_data import about_own_data, is_about_own_data
from bot.surfaces.verbs.names import meant, nearest
from bot.surfaces.verbs.prices import about_prices, is_about_prices
from bot.surfaces.verbs.settings import about_answers, answers_in, is_about_answers
from bot.wording import words
from bot.wording.errors import UserError

NAME = "/chipscout"
PATIENCE_SECONDS = 0.7  # who waits longer is told so: Slack shows nothing by itself


def answer_command(deps: Deps, client: WebClient, command: Mapping[str, Any], team: str) -> None:
    """Answers only the asker, or in the channel. If Slack does not let us post there, only the asker.

    Raises:
        UserError: the text cannot be read.
    """
    text = typed(command.get("text") or "")
    if wants_help(text):
        _once_told(deps, client, command, team, lambda: help_message(command["channel_id"]))
        return
    if is_about_own_data(text):
        user, channel = command["user_id"], command["channel_id"]
        _once_told(deps, client, command, team, lambda: about_own_data(deps, team, user, channel, text))
        return
    if is_about_answers(text):
        _once_told(deps, client, command, team, lambda: about_answers(deps, client, command, team, text))
        return
    if is_about_digest(text):
        with once(deps.store, f"command:{command['trigger_id']}") as is_mine:
            for number, message in enumerate(about_digest(deps, client, command, team, text) if is_mine else ()):
                _tell(deps, client, command, team, message, number)
        return
    if is_about_prices(text):
        with once(deps.store, f"command:{command['trigger_id']}:prices") as is_mine:
            looked_up = about_prices(deps, client, command, team, text) if is_mine else None
            if looked_up is not None:
                _tell(deps, client, command, team, looked_up)
        if looked_up is not None or not is_mine:
            return
    question = Question(
        key=f"command:{command['trigger_id']}",
        team=team,
        channel=command["channel_id"],
        user=command["user_id"],
        text=text,
        thread_ts=None,
        audience=deps.permissions.audience(client, command["user_id"], command["channel_id"]),
    )
    if fleet.asks_for_a_plan(text):
        _once_told(deps, client, command, team, lambda: fleet.of_command(deps, question))
        return
    with once(deps.store, question.key) as is_mine:
        if not is_mine:
            return
        if verb := meant(text):
            raise UserError("nearly_a_verb", text=text, verb=verb.name)
        answer = ask(deps, question)
        if (verb := nearest(text)) and _asks_nothing(answer):
            raise UserError("nearly_a_verb", text=text, verb=verb.name)
        url = command["response_url"]
        if not _is_for_all(deps, question, command):
            answer_privately(deps, client, question, answer, url)
            return

        def only_the_asker(problem: Exception) -> None:
            if not isinstance(problem, post.RefusedError):
                raise problem
            note = words.say("slack/notices.j2", "only_you", problem.code)
            answer_privately(deps, client, question, answer, url, note)

        named = question.model_copy(update={"asked_by": command.get("user_name")})
        deliver(deps, client, named, answer, failed=only_the_asker)


def in_line(place: Place) -> str:
    """What the acknowledgement says: where the answer will take noticeably long, that it is being worked on."""
    return words.say("slack/notices.j2", "in_line", *place) if place.seconds >= PATIENCE_SECONDS else ""


def answer_privately(
    deps: Deps, client: WebClient, question: Question, answer: Answer, response_url: str, note: str | None = None
) -> None:
    """Shows the card to the asker only, with the sharing buttons."""
    keep(deps, question, answer, thread_ts=None, message_ts=None)
    deps.store.reply_urls.keep(question.team, verdict_id(question), response_url)
    message = card(deps, question, answer, note, offers_sharing=True)
    sending = ToAsker(client, question.user, response_url, message, Once(deps.store, question.team, question.key))
    deps.outbox.send(sending, by=question.user)


def _once_told(
    deps: Deps, client: WebClient, command: Mapping[str, Any], team: str, answer: Callable[[], post.Message]
) -> None:
    """What a verb answers, to whoever typed it."""
    with once(deps.store, f"command:{command['trigger_id']}") as is_mine:
        if is_mine:
            _tell(deps, client, command, team, answer())


def _tell(
    deps: Deps, client: WebClient, command: Mapping[str, Any], team: str, message: post.Message, number: int = 0
) -> None:
    """`number`: of several messages."""
    key = f"command:{command['trigger_id']}" + (f":{number}" if number else "")
    user, url = command["user_id"], command["response_url"]
    deps.outbox.send(ToAsker(client, user, url, message, Once(deps.store, team, key)), by=user)


def _asks_nothing(answer: Answer) -> bool:
    return answer.form.asks_nothing


def _is_for_all(deps: Deps, question: Question, command: Mapping[str, Any]) -> bool:
    if command.get("channel_name") == "directmessage":
        return True
    return answers_in(deps, question.team, question.channel) == TO_THE_CHANNEL


def register(app: App, deps: Deps) -> None:
    def acknowledge(ack: Ack, command: dict[str, Any], next: Callable[[], object]) -> None:
        said = in_line(deps.place(command["user_id"]))
        ack(said) if said else ack()
        next()

    def on_command(client: WebClient, command: dict[str, Any], context: BoltContext) -> None:
        team = team_of(context)
        answer_command(deps, client, command, team)
        refresh_after(deps, client, team, command["user_id"])

    app.command(NAME, middleware=[acknowledge])(on_command)
