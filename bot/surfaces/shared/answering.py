"""From a question to a posted card: the part all surfaces share."""

from __future__ import annotations

import hashlib
import json
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

from pydantic import ValidationError
from slack_sdk import WebClient

from bot.advice.advisor import Answer
from bot.advice.audience import Audience
from bot.advice.rejudge import freeze
from bot.advice.team import team_data
from bot.card import as_blocks, as_text
from bot.card.buttons import action_blocks
from bot.slack import post
from bot.surfaces.shared import picture
from bot.surfaces.shared.deps import Deps
from bot.surfaces.shared.home_tab import refresh
from bot.surfaces.shared.status import working
from bot.wording import words
from bot.wording.redact import REDACTED
from engine.workload.profile import Reading
from knowledge.facts import Fact
from knowledge.store.store import Store
from knowledge.store.threads import Conversation
from knowledge.store.verdicts import KeptVerdict

log = logging.getLogger(__name__)

TURN_SECONDS = 20.0  # longer than any answer; the turn of a process that died ends then
POLL_SECONDS = 0.02
SETTLING_SECONDS = 2.0  # for a posted message to be stored as well
ID_LENGTH = 12


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
        return None if self.asked_by is None else words.say("slack/notices.j2", "asked_by", self.asked_by, self.text)


@contextmanager
def once(store: Store, key: str) -> Iterator[bool]:
    """Whether to work on this delivery. It counts as done however the work ends, unless the process dies."""
    is_mine = store.deliveries.claim(key) == "mine"
    try:
        yield is_mine
    finally:
        if is_mine:
            store.deliveries.finish(key)


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
        with working(client, question.channel, question.thread_ts), turn(deps.store, question):
            deliver(deps, client, question, ask(deps, question))
    refresh(deps, client, question.team, question.user)


def ask(deps: Deps, question: Question) -> Answer:
    """The answer, based on the thread's last reading and on the workspace's own measurements and prices."""
    before = _before(deps.store, question)
    team = team_data(deps.store, question.team, question.audience)
    with deps.thinking:
        return deps.advisor.ask(question.text, before=before, team=team)


def deliver(deps: Deps, client: WebClient, question: Question, answer: Answer) -> None:
    """Posts the card and stores what the thread is about.

    Raises:
        RefusedError: Slack does not want the message there.
    """
    ts = post.once(client, deps.store, question.key, card(deps, question, answer))
    settle(deps, question, answer, ts)
    add_picture(deps, client, question, answer, question.thread_ts or ts)


def settle(deps: Deps, question: Question, answer: Answer, ts: str) -> None:
    """Stores the answer of the card posted at `ts`, and what its thread is about."""
    deps.store.threads.remember(
        Conversation(
            team=question.team,
            channel=question.channel,
            thread_ts=question.thread_ts or ts,
            question=question.text,
            reading=answer.goes_on_from.model_dump_json(),
            message_ts=ts,
            is_ours=question.is_ours,
            users=question.user,
        )
    )
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


def keep(deps: Deps, question: Question, answer: Answer, *, thread_ts: str | None, message_ts: str | None) -> None:
    """Stores an answer for its buttons; a recommendation also for watching and for Home."""
    judged = answer.verdict if answer.verdict and answer.verdict.kind == "recommend" else None
    deps.store.verdicts.keep(
        KeptVerdict(
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
    )


def card(
    deps: Deps,
    question: Question,
    answer: Answer,
    note: str | None = None,
    *,
    offers_sharing: bool = False,
    is_watched: bool = False,
) -> post.Message:
    """The card as a message, with who asked and `note` above it, and its buttons."""
    with deps.thinking:
        actions = action_blocks(
            answer,
            verdict_id(question),
            audience=question.audience,
            offers_sharing=offers_sharing,
            is_watched=is_watched,
        )
        sentence, plain = as_blocks.sentence(answer), as_text.card_text(answer)
        blocks = as_blocks.card_blocks(answer, actions)
    limited = None if question.audience.is_ours else words.say("slack/notices.j2", "audience", question.audience)
    limited = None if answer.form.asks_nothing else limited
    leaked = words.say("slack/notices.j2", "leaked") if REDACTED in question.text else None
    sharing = words.say("slack/notices.j2", "share_by_mention") if offers_sharing else None  # text has no buttons
    parts = (question.line, question.text, plain, note, limited, leaked, sharing)
    return post.Message(
        channel=question.channel,
        thread_ts=question.thread_ts,
        text=sentence,
        blocks=[*line(question.line), *line(note), *line(limited), *line(leaked), *blocks],
        plain=post.as_text(sentence, "\n\n".join(part for part in parts if part)),
    )


def line(text: str | None) -> post.Blocks:
    """A block with one line of plain text; no blocks for None."""
    return (
        [] if text is None else [json.loads(words.environment().get_template("slack/card/line.j2").render(line=text))]
    )


def _before(store: Store, question: Question) -> Reading | None:
    if question.thread_ts is None:
        return None
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
def turn(store: Store, question: Question) -> Iterator[None]:
    """One question of a thread at a time, across processes: the second builds on the first."""
    key = f"turn:{question.team}:{question.channel}:{question.thread_ts or question.key}"
    while store.deliveries.claim(key, TURN_SECONDS) != "mine":
        time.sleep(POLL_SECONDS)
    try:
        yield
    finally:
        store.deliveries.release(key)
