"""*Why?* in a thread: the reasons for its verdict, which are collapsed on the card."""

from __future__ import annotations

import time

from slack_sdk import WebClient

from bot.advice.rejudge import counts_own
from bot.card import as_text
from bot.card.blocks.message import sentence
from bot.card.blocks.why import reason_blocks
from bot.slack import post
from bot.slack.sendings import Posting
from bot.surfaces.shared.answering import POLL_SECONDS, SETTLING_SECONDS, Question, before_of, once, reply, turn
from bot.surfaces.shared.deps import Deps
from bot.surfaces.shared.press import again
from engine.forms.choose import CHOOSE
from knowledge.store.verdicts import KeptVerdict


def reply_or_reasons(deps: Deps, client: WebClient, question: Question) -> None:
    """Posts the reasons if they are asked for and there is a verdict; otherwise answers the question.

    Raises:
        UserError: the text cannot be read.
        RefusedError: Slack does not want the message there.
    """
    wonders = deps.advisor.asks_why(question.text) and not deps.advisor.doubts(question.text)
    if not (wonders and _was_advice(deps, question) and _gave_reasons(deps, client, question)):
        reply(deps, client, question)


def _was_advice(deps: Deps, question: Question) -> bool:
    """Whether the last answer of the thread was advice: a verdict further up is not what is asked about."""
    last = before_of(deps.store, question)
    return last is None or last.form in ("", CHOOSE.id)


def _last(deps: Deps, question: Question) -> KeptVerdict | None:
    """The thread's newest verdict. It may be stored a moment after its card is visible."""
    thread_ts = question.thread_ts or ""
    until = time.monotonic() + SETTLING_SECONDS
    while True:
        kept = deps.store.verdicts.of_thread(question.team, question.channel, thread_ts)
        known = deps.store.threads.conversation(question.team, question.channel, thread_ts)
        if kept is not None or known is None or time.monotonic() >= until:
            return kept
        with deps.parked():
            time.sleep(POLL_SECONDS)


def _gave_reasons(deps: Deps, client: WebClient, question: Question) -> bool:
    with turn(deps, question):  # the answer it asks about may still be in progress
        kept = _last(deps, question)
        if kept is not None and not question.audience.is_ours and counts_own(deps.store, kept):
            return False  # its reasons count what these readers may not see: it is answered anew
        answer = again(deps, kept) if kept else None
    if kept is None or answer is None or answer.verdict is None:
        return False
    with once(deps.store, question.key) as is_mine:
        if is_mine:
            message = post.Message(
                channel=question.channel,
                thread_ts=question.thread_ts,
                text=sentence(answer),
                blocks=reason_blocks(answer, kept.id),
                plain=post.as_text(sentence(answer), as_text.card_text(answer)),
            )
            deps.outbox.send(Posting(client, deps.store, question.key, message), by=question.user)
    return True
