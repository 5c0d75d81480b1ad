"""A reply in a thread the bot is part of: a follow-up, with or without a mention. Other messages are ignored."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from slack_bolt import App, BoltContext
from slack_sdk import WebClient

from bot.advice.summed import is_of_sums
from bot.surfaces.questions import config
from bot.surfaces.questions.asked import asked
from bot.surfaces.questions.why import reply_or_reasons
from bot.surfaces.shared.answering import POLL_SECONDS, SETTLING_SECONDS, Question, before_of
from bot.surfaces.shared.deps import Deps, team_of
from bot.surfaces.shared.typed import is_from_a_person, is_to_others, typed
from bot.surfaces.verbs.help import show_help, wants_help
from bot.wording.errors import UserError
from engine.workload.profile import Reading

IN_LINE_POLL_SECONDS = 0.1
IN_LINE_SECONDS = 1800.0  # no line is that long; then the reply is taken by itself
YOUNG_SECONDS = 5.0  # a thread begun so shortly before: the mention that begins it may still be on its way to us


def is_for_us(deps: Deps, question: Question) -> bool:
    """Whether it describes a workload, changes the thread's profile, or asks for a fact; "thanks" does not."""
    text = question.text
    if deps.advisor.asks_why(text):
        return True
    before = before_of(deps.store, question)
    try:
        with deps.thinking:
            alone = deps.advisor.parse(text)
            turn = deps.advisor.parse(text, before=before)
            of_sums = is_of_sums(text, deps.advisor.sum_turn(text, before), before)
    except UserError as unread:
        return unread.code not in (
            "empty",
            "no_words",
        )  # an emoji is not a question; a text that is too long gets an error
    goes_on = turn.follows and before is not None and turn.form == before.form
    asks = not goes_on and any(form.id == turn.form and form.asks_for_facts for form in deps.advisor.forms)
    return of_sums or bool(alone.profile.stated()) or _changes(before, turn) or (asks and "?" in text)


def _changes(before: Reading | None, turn: Reading) -> bool:
    return before is not None and turn.profile != before.profile


def answer_thread(deps: Deps, client: WebClient, event: Mapping[str, Any], team: str, bot_user: str | None) -> None:
    """What people say to each other in the thread ("@ana what do you think?", "sounds good") is ignored."""
    thread_ts, raw = event.get("thread_ts"), event.get("text") or ""
    if not thread_ts or thread_ts == event.get("ts") or not is_from_a_person(event) or is_to_others(raw, bot_user):
        return
    text = typed(raw, bot_user)
    is_named = f"<@{bot_user}" in raw
    if not (text or is_named or event.get("files")) or not _is_ours(deps, event, team, bot_user):
        return
    question = asked(deps, client, event, team, text).model_copy(update={"is_ours": True})
    if config.answered(deps, client, event, question, addressed=is_named) or not (text or is_named):
        return
    if wants_help(text):
        show_help(deps, client, event, team, question.key)
        return
    if not is_named and not is_for_us(deps, question):
        return
    reply_or_reasons(deps, client, question)


def _is_ours(deps: Deps, event: Mapping[str, Any], team: str, bot_user: str | None) -> bool:
    """Also right after our first message, when a quick reply arrives before Slack confirms that message; and while
    the question that starts the thread is still in line: then this waits, for it builds on that one. Slack delivers
    several messages at a time, so a quick reply may overtake the mention."""
    store, started_by_us = deps.store, event.get("parent_user_id") == bot_user
    channel, thread_ts, begun = event["channel"], event["thread_ts"], time.monotonic()
    may_be_on_its_way = YOUNG_SECONDS - (float(event["ts"]) - float(thread_ts))
    settled = begun + max(SETTLING_SECONDS if started_by_us else 0.0, may_be_on_its_way)
    longest = begun + IN_LINE_SECONDS
    while True:
        known = store.threads.conversation(team, channel, thread_ts)
        if known is not None and (known.reading is not None or not known.is_ours):
            return known.is_ours
        is_in_line = store.inbox.has_message(team, channel, thread_ts) and time.monotonic() < longest
        if not is_in_line:
            known = store.threads.conversation(team, channel, thread_ts)  # it is known before it leaves the line
            if known is not None:
                return known.is_ours
            if time.monotonic() >= settled:
                return started_by_us
        with deps.parked():
            time.sleep(POLL_SECONDS if started_by_us else IN_LINE_POLL_SECONDS)


def register(app: App, deps: Deps) -> None:
    """Takes every remaining `message` event: Slack sends an unhandled event again."""

    def on_message(client: WebClient, event: dict[str, Any], context: BoltContext) -> None:
        answer_thread(deps, client, event, team_of(context), context.bot_user_id)

    app.event("message")(on_message)
