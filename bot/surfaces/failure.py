"""What a person is told when a question could not be answered: one private sentence, and never a traceback."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from http.client import HTTPException
from typing import Any

from slack_bolt import App
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.observe import metrics
from bot.observe.trace import current_id, key_of, trace_of
from bot.slack import errands, post
from bot.slack.answerers import Place
from bot.slack.durable import author
from bot.slack.outbox import Direct, Outbox, Sending
from bot.slack.post import Message
from bot.slack.sendings import Once, Plain, Posting, ToAsker, Whisper
from bot.surfaces.shared.deps import Deps
from bot.wording import words
from bot.wording.errors import UserError
from knowledge.store.base.backend import DATABASE_ERRORS
from knowledge.store.deliveries import HeldElsewhereError
from knowledge.store.store import Store

log = logging.getLogger(__name__)

DIRECT = Direct()


def handle(
    error: Exception,
    body: Mapping[str, Any],
    client: WebClient,
    outbox: Outbox = DIRECT,
    store: Store | None = None,
) -> None:
    """A text we cannot read is explained to the asker; any other error gets the number of the lines in the log.

    Where the store failed, what was delivered is still in it, and is begun again when it answers. With a `store` the
    asker is told once, whichever process does it.
    """
    errand = errands.current()
    if errand is not None and isinstance(error, (*DATABASE_ERRORS, HeldElsewhereError)):
        errand.is_unfinished = True
        if isinstance(error, HeldElsewhereError):
            log.warning("another process has taken over what was delivered; it is left to that one")
        else:
            log.warning("the store failed (%s); what was delivered is begun again", error)
        return
    if isinstance(error, UserError):
        sentence = words.error(error)
        metrics.refused(error.code)
    else:
        number = current_id() or trace_of(body).id
        log.error("%s: a question was not answered", number, exc_info=error)
        metrics.failed()
        sentence = words.say("slack/errors.j2", "ours", number)
    tell(words.mrkdwn(sentence), body, client, outbox, _once(store, body, "failed"))


def tell(
    sentence: str,
    body: Mapping[str, Any],
    client: WebClient,
    outbox: Outbox = DIRECT,
    shown_once: Once | None = None,
) -> None:
    """Says a sentence to whoever asked, pressed or submitted, and to nobody else."""
    sending = _to_author(sentence, body, client, shown_once)
    if sending is not None:
        outbox.send(sending, by=author(body), failed=_untold)


def _untold(problem: Exception) -> None:
    if not isinstance(problem, SlackApiError | OSError | HTTPException | post.RefusedError):
        raise problem
    log.warning("could not tell the asker: %s", type(problem).__name__)


def _once(store: Store | None, body: Mapping[str, Any], what: str) -> Once | None:
    """For a delivery that is known by a key."""
    key = key_of(body)
    return Once(store, _team(body), f"{what}:{key}") if store is not None and key is not None else None


def _team(body: Mapping[str, Any]) -> str:
    team = body.get("team")
    return str((team.get("id") if isinstance(team, Mapping) else body.get("team_id")) or "")


def _to_author(
    sentence: str, body: Mapping[str, Any], client: WebClient, shown_once: Once | None
) -> Sending[object] | None:
    said = Message(channel="", text=sentence, blocks=[], plain=sentence)
    event = body.get("event")
    if isinstance(event, Mapping):
        message = event.get("message") or event  # an edit wraps the message
        channel, user, thread_ts = event.get("channel"), message.get("user"), message.get("thread_ts")
        if not channel or not user:
            return None
        place = said.model_copy(update={"channel": channel, "thread_ts": thread_ts})
        if event.get("channel_type") == "im":  # already private
            place = place.model_copy(update={"thread_ts": thread_ts or message["ts"]})
            return Posting(client, shown_once.store, shown_once.key, place) if shown_once else Plain(client, place)
        return Whisper(client, user, place, shown_once)
    user = author(body)
    if body.get("response_url"):
        there = said.model_copy(update={"channel": _channel(body)})
        return ToAsker(client, user, body["response_url"], there, shown_once)
    if body.get("view") and user:  # a submitted form: there is no message to reply to
        return Plain(client, said.model_copy(update={"channel": user}))
    return None


def _channel(body: Mapping[str, Any]) -> str:
    """Of a command, or of a press."""
    return str(body.get("channel_id") or (body.get("channel") or {}).get("id") or "")


class Apologies:
    """Tells the asker why an answer is late, or will not come. `client_of` gives the client of a workspace."""

    def __init__(
        self,
        client_of: Callable[[str], WebClient | None],
        outbox: Outbox = DIRECT,
        place: Callable[[str], Place] | None = None,
        store: Store | None = None,
    ) -> None:
        self._client_of, self._outbox, self._place, self._store = client_of, outbox, place, store

    def __call__(self, body: Mapping[str, Any], why: str) -> None:
        try:
            client = self._client_of(_team(body))
            if client is not None:
                shown: tuple[object, ...] = ()
                if why == "given_up":
                    shown = (current_id() or trace_of(body).id,)
                elif why == "full" and self._place:
                    shown = self._place(author(body))
                sentence = words.mrkdwn(words.say("slack/notices.j2", why, *shown))
                tell(sentence, body, client, self._outbox, _once(self._store, body, why))
        except (SlackApiError, OSError, HTTPException) as problem:
            log.warning("could not tell the asker: %s", type(problem).__name__)


def register(app: App, deps: Deps) -> None:
    def on_error(error: Exception, body: dict[str, Any], client: WebClient) -> None:
        handle(error, body, client, deps.outbox, deps.store)

    app.error(on_error)
