"""From a question to a posted card: the part all surfaces share."""

from __future__ import annotations

import hashlib
import json
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pydantic import ValidationError
from slack_sdk import WebClient

from bot.advice.advisor import Answer
from bot.advice.audience import Audience
from bot.advice.rejudge import freeze
from bot.advice.team import team_data
from bot.card import as_text
from bot.card.blocks import message as as_blocks
from bot.card.blocks.difference import difference_blocks, is_difference
from bot.card.buttons import action_blocks
from bot.observe import metrics
from bot.slack import errands, post
from bot.slack.sendings import Posting
from bot.surfaces.shared import picture
from bot.surfaces.shared.deps import Deps
from bot.surfaces.shared.home_tab import refresh_after
from bot.surfaces.shared.status import working
from bot.wording import words
from bot.wording.redact import REDACTED
from bot.wording.surface import speaking_to
from engine.base.lazy import Lazy
from engine.workload.profile import Reading
from knowledge.facts import Fact
from knowledge.store.base.backend import DATABASE_ERRORS
from knowledge.store.deliveries import HeldElsewhereError
from knowledge.store.store import Store
from knowledge.store.threads import Conversation
from knowledge.store.verdicts import KeptVerdict

log = logging.getLogger(__name__)

TURN_SECONDS = 20.0  # longer than any answer; the turn of a process that died ends then
POLL_SECONDS = 0.02
SETTLING_SECONDS = 2.0  # for a posted message to be stored as well
ID_LENGTH = 12
UNFINISHED: tuple[type[Exception], ...] = (*DATABASE_ERRORS, HeldElsewhereError)  # it is begun again, or is elsewhere
DIRECT = "D"  # how the id of a direct message with us begins: nobody else reads it


class Question(Fact):
    """What was asked and where. `key` identifies it in every delivery.

    `thread_ts` is the thread it belongs to; None posts a new message, which starts one.
    `asked_by` is shown above the card if it would not be clear whose question this is.
    `number` is the id of the verdict if an earlier one is shown again. `audience` reads the answer.
    """

    key: str
    team: str
    channel: str
    user: str
    text: str
    thread_ts: str | None
    audience: Audience
    is_ours: bool = True
    asked_by: str | None = None
    number: str | None = None

    @property
    def line(self) -> str | None:
        """What was asked if no message above says it; and who asked, where somebody else reads it."""
        name = "" if self.channel.startswith(DIRECT) else self.asked_by
        return None if self.asked_by is None else words.say("slack/notices.j2", "asked_by", name, self.text)


@contextmanager
def once(store: Store, key: str) -> Iterator[bool]:
    """Whether to work on this delivery.

    It counts as done however the work ends, once its messages are sent, unless the process dies or the store fails.
    """
    is_mine = store.deliveries.claim(key) == "mine"
    has_failed = False
    try:
        yield is_mine
    except UNFINISHED:
        has_failed = True
        raise
    finally:
        if is_mine:

            def end(is_done: bool) -> None:
                (store.deliveries.finish if is_done and not has_failed else store.deliveries.release)(key)

            errands.at_the_end(end)


def reply(deps: Deps, client: WebClient, question: Question) -> None:
    """Answers in the question's thread, once; follow-ups build on the thread so far.

    Raises:
        UserError: the text cannot be read.
    """
    with once(deps.store, question.key) as is_mine:
        if not is_mine:
            return
        if question.is_ours and question.thread_ts:
            deps.store.threads.own(question.team, question.channel, question.thread_ts, question.text, question.user)
        with working(client, question.channel, question.thread_ts), turn(deps, question):
            deliver(deps, client, question, ask(deps, question))
    refresh_after(deps, client, question.team, question.user)


def ask(deps: Deps, question: Question) -> Answer:
    """The answer, based on the thread's last reading and on the workspace's own measurements and prices."""
    before = before_of(deps.store, question)
    team = team_data(deps.store, question.team, question.audience)
    with deps.thinking:
        answer = deps.advisor.ask(question.text, before=before, team=team)
    metrics.asked(answer.form.id)
    return answer


def deliver(
    deps: Deps,
    client: WebClient,
    question: Question,
    answer: Answer,
    *,
    key: str | None = None,
    shown: post.Message | None = None,
    then: Callable[[str], None] | None = None,
    failed: Callable[[Exception], None] | None = None,
) -> None:
    """Stores the answer and what its thread is about, then hands the card to the outbox.

    What is asked next in the thread builds on it, whether Slack has taken the card by then or not. `key`: of the
    message, if it is not the question's; `shown`: the message, if it is not the card; `then` gets its `ts`.

    Raises:
        RefusedError: Slack does not want the message there, and `failed` does not take it.
    """
    message = shown or card(deps, question, answer, whole=False)
    talk, kept = conversation(question, answer), kept_of(deps, question, answer, thread_ts=question.thread_ts)
    with deps.store.file.writing():  # all of it, or nothing if this process stood still and another has answered
        errand = errands.current()
        if errand is not None and not errand.is_ours():
            raise HeldElsewhereError(question.key)
        if question.number is None:  # else it is kept already, and stays as it is until it is shown
            deps.store.verdicts.keep(kept)
        if talk.thread_ts:
            deps.store.threads.remember(talk)

    def posted(ts: str) -> None:
        if talk.thread_ts:
            deps.store.threads.confirm(talk, ts)
        else:
            deps.store.threads.remember(talk.model_copy(update={"thread_ts": ts, "message_ts": ts}))
        place = {"thread_ts": question.thread_ts or ts, "message_ts": ts, "is_private": False}
        deps.store.verdicts.keep(kept.model_copy(update=place))
        if then is not None:
            then(ts)
        if picture.may_be_wanted():
            add_picture(deps, client, question, answer, question.thread_ts or ts)

    sending = Posting(client, deps.store, key or question.key, message)
    deps.outbox.send(sending, by=question.user, then=posted, failed=failed)


def conversation(question: Question, answer: Answer) -> Conversation:
    """What the thread is about from now on. Until Slack has confirmed the card, the verdict's id is in place of its
    `ts`; the thread of a card that starts one has no `ts` yet either."""
    return Conversation(
        team=question.team,
        channel=question.channel,
        thread_ts=question.thread_ts or "",
        question=question.text,
        reading=answer.goes_on_from.model_dump_json(),
        message_ts=verdict_id(question),
        is_ours=question.is_ours,
        users=question.user,
    )


def settle(deps: Deps, question: Question, answer: Answer, ts: str) -> None:
    """Stores the answer of the card that stands at `ts`, and what its thread is about."""
    place = {"thread_ts": question.thread_ts or ts, "message_ts": ts}
    deps.store.threads.remember(conversation(question, answer).model_copy(update=place))
    keep(deps, question, answer, thread_ts=question.thread_ts or ts, message_ts=ts)


def add_picture(deps: Deps, client: WebClient, question: Question, answer: Answer, thread_ts: str) -> None:
    """Uploads the chart as a picture, once, if Slack does not show chart blocks."""
    shown = picture.wanted(answer)
    if shown is None:
        return
    with once(deps.store, f"{question.key}:picture") as is_mine:
        if is_mine:
            picture.send(client, answer, shown, question.channel, thread_ts)


def verdict_id(question: Question) -> str:
    """The id of the verdict on a question: the same in every delivery."""
    return question.number or hashlib.sha256(f"{question.team} {question.key}".encode()).hexdigest()[:ID_LENGTH]


def keep(
    deps: Deps, question: Question, answer: Answer, *, thread_ts: str | None = None, message_ts: str | None = None
) -> KeptVerdict:
    """Stores an answer for its buttons; a recommendation also for watching and for Home."""
    kept = kept_of(deps, question, answer, thread_ts=thread_ts, message_ts=message_ts)
    deps.store.verdicts.keep(kept)
    return kept


@speaking_to("program")
def kept_of(
    deps: Deps, question: Question, answer: Answer, *, thread_ts: str | None = None, message_ts: str | None = None
) -> KeptVerdict:
    """An answer as it is stored; its prices are."""
    log.info("%s: an answer is kept (%s)", verdict_id(question), answer.form.id)
    judged = answer.verdict if answer.verdict and answer.verdict.kind == "recommend" else None
    return KeptVerdict(
        id=verdict_id(question),
        team=question.team,
        channel=question.channel,
        thread_ts=thread_ts,
        message_ts=message_ts,
        user=question.user,
        question=question.text,
        reading=answer.reading.model_dump_json(),
        prices=freeze(deps.store, deps.advisor, question.team, answer),
        as_of=answer.as_of,
        lean=judged.lean if judged else None,
        option=judged.option.id if judged and judged.option else None,
        headline=as_text.headline(answer),
        is_private=thread_ts is None,
        created=time.time(),
        before=answer.before.model_dump_json() if answer.before else None,
        asked_by=question.asked_by,
        audience=question.audience.limit,
    )


@speaking_to("program")
def card(
    deps: Deps,
    question: Question,
    answer: Answer,
    note: str | None = None,
    *,
    offers_sharing: bool = False,
    is_watched: bool = False,
    whole: bool = True,
) -> post.Message:
    """The card as a message, with who asked and `note` above it, and its buttons.

    Unless it is to be `whole`, that of a follow-up has what it changed.
    """
    is_brief = not whole and is_difference(answer)
    with deps.thinking:
        actions = action_blocks(
            answer,
            verdict_id(question),
            audience=question.audience,
            offers_sharing=offers_sharing,
            is_watched=is_watched,
            is_brief=is_brief,
        )
        sentence = as_blocks.sentence(answer)
        blocks = difference_blocks(answer, actions) if is_brief else as_blocks.card_blocks(answer, actions)
    limited = None if question.audience.is_ours else words.say("slack/notices.j2", "audience", question.audience)
    limited = None if answer.form.asks_nothing else limited
    leaked = words.say("slack/notices.j2", "leaked") if REDACTED in question.text else None
    sharing = words.say("slack/notices.j2", "share_by_mention") if offers_sharing else None  # text has no buttons

    def plain() -> str:
        with deps.thinking:
            text = as_text.card_text(answer)
        parts = (question.line, question.text, text, note, limited, leaked, sharing)
        return post.as_text(sentence, "\n\n".join(part for part in parts if part))

    return post.Message(
        channel=question.channel,
        thread_ts=question.thread_ts,
        text=sentence,
        blocks=[*line(question.line), *line(note), *line(limited), *line(leaked), *blocks],
        plain=Lazy(plain),
    )


def line(text: str | None) -> post.Blocks:
    """A block with one line of plain text; no blocks for None."""
    return (
        [] if text is None else [json.loads(words.environment().get_template("slack/card/line.j2").render(line=text))]
    )


def before_of(store: Store, question: Question) -> Reading | None:
    """What a question builds on: its thread so far; if it was worked out before a restart, what it was then."""
    if question.thread_ts is None:
        return None
    kept = store.verdicts.get(question.team, verdict_id(question))
    if kept is not None:
        return reading_of(kept.before)
    known = store.threads.conversation(question.team, question.channel, question.thread_ts)
    return reading_of(known.reading) if known else None


def reading_of(stored: str | None) -> Reading | None:
    """A stored reading; None if there is none or it cannot be read."""
    if stored is None:
        return None
    try:
        return Reading.model_validate_json(stored)
    except ValidationError:  # written by another version: the thread starts over
        log.warning("a stored reading is of another version; the follow-up is read on its own")
        return None


@contextmanager
def turn(deps: Deps, question: Question) -> Iterator[None]:
    """One question of a thread at a time, across processes: the second builds on the first."""
    key = f"turn:{question.team}:{question.channel}:{question.thread_ts or question.key}"
    if deps.store.deliveries.claim(key, TURN_SECONDS) != "mine":
        with deps.parked():
            while deps.store.deliveries.claim(key, TURN_SECONDS) != "mine":
                time.sleep(POLL_SECONDS)
    try:
        yield
    finally:
        deps.store.deliveries.release(key)
