"""A press on a card: which verdict it is about, and how to reply to the user who pressed."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from typing import Any

from slack_bolt import App, BoltContext
from slack_sdk import WebClient

from bot.advice.advisor import Answer
from bot.advice.audience import Audience
from bot.advice.rejudge import as_asked, counts_own, frozen
from bot.advice.team import team_data
from bot.card.action_ids import Action, pattern
from bot.card.buttons import BETWEEN
from bot.slack import post
from bot.slack.sendings import Once, ToAsker, Update
from bot.surfaces.shared.answering import POLL_SECONDS, SETTLING_SECONDS, Question, card, once, reading_of, turn
from bot.surfaces.shared.deps import Deps, acknowledge, team_of
from bot.surfaces.shared.home_tab import refresh_after
from bot.wording import words
from bot.wording.errors import UserError
from knowledge.facts import Fact
from knowledge.store.verdicts import KeptVerdict

log = logging.getLogger(__name__)

NOTICES = "slack/notices.j2"


class Press(Fact):
    """One press. `rest` is the button's value after the verdict's id; `label` its text.

    `audience` sees what comes of it.
    """

    team: str
    user: str
    user_name: str | None
    trigger_id: str
    response_url: str | None
    thread_ts: str | None
    label: str
    rest: str
    kept: KeptVerdict
    audience: Audience


Handler = Callable[[Deps, WebClient, Press], None]


def on(app: App, deps: Deps, action: Action, handle: Handler) -> None:
    """Registers the handler of a button or menu: acknowledged immediately, run once however often it is delivered."""

    def on_press(client: WebClient, body: dict[str, Any], context: BoltContext) -> None:
        with once(deps.store, f"press:{body['trigger_id']}") as is_mine:
            if not is_mine:
                return
            press = pressed(deps, client, body, team_of(context))
            handle(deps, client, press)
        refresh_after(deps, client, press.team, press.user, press.kept.user)

    app.action(pattern(action), middleware=[acknowledge])(on_press)


def pressed(deps: Deps, client: WebClient, body: Mapping[str, Any], team: str) -> Press:
    """What was pressed, with its verdict.

    Raises:
        UserError: there is no such verdict in this workspace, or it is another user's private one, or it counts what
            this user may not see.
    """
    action = body["actions"][0]
    chosen = action.get("selected_option") or action
    number, _, rest = str(chosen.get("value") or "").partition(BETWEEN)
    user, place = body["user"], body.get("container") or {}
    if place.get("type") == "message" and not place.get("is_ephemeral"):
        _settled(deps, team, number)
    kept = known(deps, team, number, user["id"])
    with turn(deps, question_of(kept)):  # a change under way is waited for
        kept = known(deps, team, number, user["id"])
    audience = allowed(deps, client, kept, user["id"])
    if kept.is_private and body.get("response_url"):
        deps.store.reply_urls.keep(team, kept.id, body["response_url"])
    return Press(
        team=team,
        user=user["id"],
        user_name=user.get("username") or user.get("name"),
        trigger_id=body["trigger_id"],
        response_url=body.get("response_url"),
        thread_ts=place.get("thread_ts"),
        label=(chosen.get("text") or {}).get("text") or "",
        rest=rest,
        kept=kept,
        audience=audience,
    )


def known(deps: Deps, team: str, number: str, user: str) -> KeptVerdict:
    """The verdict with that id, if this user may act on it.

    Raises:
        UserError: there is none.
    """
    kept = deps.store.verdicts.get(team, number)
    if kept is None or (kept.is_private and kept.user != user) or reading_of(kept.reading) is None:
        raise UserError("verdict_gone")
    return kept


def allowed(deps: Deps, client: WebClient, kept: KeptVerdict, user: str, place: str | None = None) -> Audience:
    """Who sees what comes of a press: this user, in the channel of the card unless `place` is another one.

    Raises:
        UserError: the card counts what they may not see, so nothing on it can be pressed.
    """
    audience = deps.permissions.audience(client, user, place or kept.channel)
    if not audience.is_ours and counts_own(deps.store, kept):
        raise UserError("own_card", limit=audience.limit, missing=audience.missing)
    return audience


def _settled(deps: Deps, team: str, number: str) -> None:
    """Waits briefly for a card that is visible but not stored yet, or not where it stands: users click fast."""
    until = time.monotonic() + SETTLING_SECONDS
    while time.monotonic() < until:
        kept = deps.store.verdicts.get(team, number)
        if kept is not None and not kept.is_private and kept.message_ts is not None:
            return
        time.sleep(POLL_SECONDS)


def question_of(kept: KeptVerdict) -> Question:
    """The question of a stored verdict, as it was asked."""
    return Question(
        key=f"verdict:{kept.id}",
        team=kept.team,
        channel=kept.channel,
        user=kept.user,
        text=kept.question,
        thread_ts=kept.thread_ts,
        asked_by=kept.asked_by,
        number=kept.id,
        audience=Audience.kept(kept.audience),
    )


def again(deps: Deps, kept: KeptVerdict) -> Answer:
    """The answer again, at its original prices and with the team's measurements of today.

    Raises:
        UserError: it was kept by another version.
    """
    reading, before = as_asked(kept), reading_of(kept.before)
    if reading is None:
        raise UserError("verdict_gone")
    team = team_data(deps.store, kept.team, Audience.kept(kept.audience))._replace(prices=())
    with deps.thinking:
        market = frozen(deps.store, kept.team, kept.prices)
        return deps.advisor.answer(kept.question, reading, before=before, team=team, day=kept.as_of, market=market)


def redraw(
    deps: Deps, client: WebClient, kept: KeptVerdict, answer: Answer, note: str | None = None, *, offers: bool = True
) -> None:
    """Updates the card in place. `offers`: a private card keeps its sharing buttons.

    Raises:
        RefusedError: Slack does not let us change it.
    """
    message = card(
        deps,
        question_of(kept),
        answer,
        note,
        offers_sharing=kept.is_private and offers,
        is_watched=kept.is_watched,
    )
    if kept.is_private or kept.message_ts is None:
        privately(deps, client, kept, message, deps.store.reply_urls.get(kept.team, kept.id))
    else:
        deps.outbox.wait(Update(client, kept.message_ts, message), by=kept.user)


def privately(
    deps: Deps, client: WebClient, kept: KeptVerdict, message: post.Message, url: str | None, *, key: str = ""
) -> None:
    """Shows a message to its owner: through the response URL, else in the channel or a direct message.

    Without a `key` it replaces the card, which may be repeated; with one it is a message of its own.
    """
    shown_once = Once(deps.store, kept.team, key) if key else None
    deps.outbox.send(ToAsker(client, kept.user, url, message, shown_once, replaces=not key), by=kept.user)


def tell(deps: Deps, client: WebClient, press: Press, notice: str, *values: Any) -> None:
    """Shows a sentence of `notices.j2` to the user who pressed, privately."""
    sentence = words.mrkdwn(words.say(NOTICES, notice, *values))
    message = post.Message(
        channel=press.kept.channel, thread_ts=press.thread_ts, text=sentence, blocks=[], plain=sentence
    )
    once_told = Once(deps.store, press.team, f"told:{press.trigger_id}:{notice}")
    sending = ToAsker(client, press.user, press.response_url, message, once_told)
    deps.outbox.send(sending, by=press.user)
