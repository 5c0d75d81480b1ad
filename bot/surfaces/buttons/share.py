"""*Share to channel* and *Keep private*, under an answer only its asker sees."""

from __future__ import annotations

import json
import logging

from slack_bolt import Ack, App
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.card.action_ids import Action
from bot.slack import post
from bot.surfaces.shared.answering import card, deliver
from bot.surfaces.shared.deps import Deps
from bot.surfaces.shared.press import Press, again, on, privately, question_of, redraw, tell
from bot.wording import words
from bot.wording.errors import UserError

log = logging.getLogger(__name__)


def share(deps: Deps, client: WebClient, press: Press) -> None:
    """Posts the card once, however often the button is pressed; a link replaces the private card.

    Raises:
        UserError: Slack does not let us post there.
    """
    kept = press.kept
    if not kept.is_private:
        tell(deps, client, press, "already_shared")
        return
    key = f"share:{kept.team}:{kept.id}"
    if deps.store.deliveries.claim(key) != "mine":
        return  # another press is being handled
    question = question_of(kept).model_copy(update={"asked_by": press.user_name})
    answer = again(deps, kept)

    def shared(ts: str) -> None:
        deps.store.deliveries.finish(key)
        privately(deps, client, kept, _shared(client, kept.channel, ts), press.response_url)

    def failed(problem: Exception) -> None:
        deps.store.deliveries.release(key)
        if isinstance(problem, post.RefusedError):
            raise UserError("cannot_post", because=problem.code) from problem
        raise problem

    shown = card(deps, question, answer, is_watched=kept.is_watched)
    deliver(deps, client, question, answer, key=key, shown=shown, then=shared, failed=failed)


def keep_private(deps: Deps, client: WebClient, press: Press) -> None:
    """The same card without the sharing buttons."""
    redraw(deps, client, press.kept, again(deps, press.kept), offers=False)


def _shared(client: WebClient, channel: str, ts: str) -> post.Message:
    """A link to the shared card."""
    try:
        link = client.chat_getPermalink(channel=channel, message_ts=ts)["permalink"]
    except SlackApiError as problem:
        log.info("no link to a shared card (%s)", problem.response.get("error"))
        link = None
    sentence = words.say("slack/notices.j2", "shared")
    blocks = json.loads(words.environment().get_template("slack/card/shared.j2").render(link=link, said=sentence))
    return post.Message(channel=channel, text=sentence, blocks=blocks, plain=sentence)


def register(app: App, deps: Deps) -> None:
    on(app, deps, Action.SHARE, share)
    on(app, deps, Action.KEEP_PRIVATE, keep_private)
    app.action(Action.OPEN_SHARED)(_followed)


def _followed(ack: Ack) -> None:
    """The browser opens the link; Slack still expects its click to be acknowledged."""
    ack()
