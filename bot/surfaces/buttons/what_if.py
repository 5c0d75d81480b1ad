"""*What if* and the choices for an open question: one press asks, and the answer starts with what changed."""

from __future__ import annotations

from pydantic import ValidationError
from slack_bolt import App
from slack_sdk import WebClient

from bot.advice.audience import Audience
from bot.advice.team import team_data
from bot.card.action_ids import Action
from bot.card.buttons import unpacked
from bot.slack import post
from bot.slack.sendings import Once, ToAsker
from bot.surfaces.shared.answering import Question, card, deliver, keep, once, reading_of, turn, verdict_id
from bot.surfaces.shared.deps import Deps
from bot.surfaces.shared.press import Press, on, tell
from bot.wording.errors import UserError
from engine.verdict.shown.what_if import applied
from engine.workload.profile import Reading


def answer_what_if(deps: Deps, client: WebClient, press: Press) -> None:
    """Answers in the card's thread, once per button; for a private card, privately.

    Raises:
        UserError: the button's value does not fit a workload, or Slack does not let us post.
    """
    kept = press.kept
    before = reading_of(kept.reading)
    reading = _said(before, press.rest)
    threads = deps.store.threads
    conversation = threads.conversation(kept.team, kept.channel, kept.thread_ts) if kept.thread_ts else None
    question = Question(
        key=f"what_if:{kept.team}:{kept.id}:{press.rest}" + (f":{press.trigger_id}" if kept.is_private else ""),
        team=kept.team,
        channel=kept.channel,
        user=press.user,
        text=press.label,
        thread_ts=kept.thread_ts,
        is_ours=conversation.is_ours if conversation else True,
        asked_by=press.user_name if not kept.is_private else None,
        audience=press.audience.together_with(Audience.kept(kept.audience)),
    )
    team = team_data(deps.store, kept.team, question.audience)
    with once(deps.store, question.key) as is_mine:
        if not is_mine:
            tell(deps, client, press, "already_answered")
            return
        with deps.thinking:
            answer = deps.advisor.answer(question.text, reading, before=before, team=team)
        if kept.is_private:
            keep(deps, question, answer)
            number = verdict_id(question)
            if press.response_url:
                deps.store.reply_urls.keep(kept.team, number, press.response_url)
            message = card(deps, question, answer, offers_sharing=True, whole=False)
            shown_once = Once(deps.store, kept.team, question.key)
            sending = ToAsker(client, kept.user, press.response_url, message, shown_once)
            deps.outbox.send(sending, by=kept.user)
            return

        def refused(problem: Exception) -> None:
            if not isinstance(problem, post.RefusedError):
                raise problem
            deps.store.deliveries.release(question.key)  # after inviting the bot they may press again
            raise UserError("cannot_post", because=problem.code) from problem

        with turn(deps, question):
            deliver(deps, client, question, answer, failed=refused)


def _said(before: Reading | None, rest: str) -> Reading:
    try:
        if before is not None and rest:
            return applied(before, unpacked(rest))
    except (ValidationError, ValueError) as problem:
        raise UserError("verdict_gone") from problem
    raise UserError("verdict_gone")


def register(app: App, deps: Deps) -> None:
    on(app, deps, Action.WHAT_IF, answer_what_if)
    on(app, deps, Action.CHOICE, answer_what_if)
