"""`/chipscout subscribe`, `unsubscribe`, `settings` and `digest`: the weekly digest of a channel.

Only the user who typed it sees the reply.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from slack_bolt import App, BoltContext
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.blockkit.build import inert_context
from bot.card.action_ids import Action
from bot.digest.digester import Digester
from bot.digest.due import next_due_time, week_of
from bot.digest.poster import DigestPoster
from bot.inputs.subscription import subscribed, zone_called
from bot.slack import post
from bot.slack.permissions import require_ours
from bot.slack.sendings import Once, ToAsker
from bot.surfaces.shared.answering import line, once
from bot.surfaces.shared.deps import Deps, acknowledge, team_of
from bot.surfaces.verbs.settings import answers_in
from bot.wording import words
from bot.wording.errors import UserError
from knowledge.store.subscriptions import Subscription

WORDS = "slack/digest.j2"
VERB = re.compile(r"\s*(subscribe|unsubscribe|settings|digest)(?:\s+(.*))?", re.IGNORECASE | re.DOTALL)
BARE = frozenset({"unsubscribe", "digest"})  # verbs without arguments: "digest the news" is a question
ABSENT = frozenset({"not_in_channel", "channel_not_found"})


def is_about_digest(text: str) -> bool:
    match = VERB.fullmatch(text)
    return match is not None and not (match[1].lower() in BARE and (match[2] or "").strip())


def about_digest(
    deps: Deps, client: WebClient, command: Mapping[str, Any], team: str, text: str
) -> tuple[post.Message, ...]:
    """What whoever typed it is told: one message, or each of a preview.

    Raises:
        UserError: an unknown word, a channel the bot is not in, a user without permission.
    """
    match = VERB.fullmatch(text)
    verb, rest = (match[1].lower(), (match[2] or "").strip()) if match else ("", "")
    channel, user = command["channel_id"], command["user_id"]
    subscription = deps.store.subscriptions.get(team, channel)
    person = deps.permissions.of_person(client, user)  # who may end a digest wherever it goes
    require_ours(person if verb == "unsubscribe" else deps.permissions.audience(client, user, channel))
    if verb == "digest":
        return tuple(_preview(deps, team, channel))
    if verb == "settings" and not rest:
        answers = words.say("slack/notices.j2", "answers_are", answers_in(deps, team, channel))
        sentence = f"{_settings(deps, subscription)} {answers}"
    else:
        deps.permissions.require_channel(client, user, channel, came_from=channel)
        if verb == "unsubscribe":
            sentence = words.say(
                WORDS, "unsubscribed" if deps.store.subscriptions.remove(team, channel) else "was_not"
            )
        elif verb == "settings" and subscription is None:
            sentence = words.say(WORDS, "was_not")
        else:
            sentence = _subscribe(
                deps, client, subscription, Subscription(team=team, channel=channel, user=user), rest
            )
    return (_message(channel, sentence),)


def poster_of(deps: Deps) -> DigestPoster:
    digester = Digester(deps.advisor, deps.store, deps.thinking)
    return DigestPoster(deps.advisor.facts, deps.store, digester, time.time, deps.permissions)


def _subscribe(
    deps: Deps, client: WebClient, now_subscribed: Subscription | None, new: Subscription, text: str
) -> str:
    now, zone, zone_from = time.time(), None, "said"
    wanted = subscribed(deps.advisor.facts, text, now_subscribed or new.model_copy(update={"zone": ""}))
    _require_in(client, new.channel)
    if not wanted.zone:
        zone = _zone_of(client, new.user or "")
        zone_from = "asked" if zone else "unknown"
        wanted = wanted.model_copy(update={"zone": zone or new.zone})
    named = {"user": new.user, "created": now_subscribed.created if now_subscribed else now, "set_at": now}
    kept = deps.store.subscriptions.put(wanted.model_copy(update=named))
    return words.say(WORDS, "subscribed", kept, next_due_time(kept, datetime.fromtimestamp(now, UTC)), zone_from)


def _settings(deps: Deps, subscription: Subscription | None) -> str:
    if subscription is None:
        return words.say(WORDS, "was_not")
    sentence = words.say(WORDS, "settings", subscription, next_due_time(subscription, datetime.now(UTC)))
    last = deps.store.digests.newest(subscription.team, subscription.channel)
    refused = last is not None and last.state == "refused"
    return f"{sentence} {words.say(WORDS, 'refused', last.because)}" if last and refused else sentence


def _preview(deps: Deps, team: str, channel: str) -> Iterator[post.Message]:
    """Exactly what the channel would get, message by message, with a button to post it."""
    subscription = deps.store.subscriptions.get(team, channel)
    wanted = subscription or Subscription(team=team, channel=channel)
    _, parts = poster_of(deps).draft(wanted)
    note = words.say(
        WORDS, "preview", wanted, next_due_time(subscription, datetime.now(UTC)) if subscription else None
    )
    parent, *thread = [part.message for part in parts]
    button = words.environment().get_template("slack/card/digest_button.j2")
    shown = button.render(channel=channel, label=words.say(WORDS, "post_now"))
    yield _with(parent, [inert_context(note), *parent.blocks, json.loads(shown)], note)
    note = words.say(WORDS, "in_thread")
    for message in thread:
        yield _with(message, [inert_context(note), *message.blocks], note)


def _with(message: post.Message, blocks: post.Blocks, note: str) -> post.Message:
    return message.model_copy(update={"blocks": blocks, "plain": f"{words.mrkdwn(note)}\n{message.plain_text}"})


def _post_now(deps: Deps, client: WebClient, body: Mapping[str, Any], team: str) -> None:
    channel = body["channel"]["id"]
    require_ours(deps.permissions.audience(client, body["user"]["id"], channel))
    deps.permissions.require_channel(client, body["user"]["id"], channel, came_from=channel)
    wanted = deps.store.subscriptions.get(team, channel) or Subscription(team=team, channel=channel)
    week = week_of(datetime.now(ZoneInfo(wanted.zone)).date())
    deps.store.digests.forget_refused(team, channel, week)
    earlier = deps.store.digests.get(team, channel, week)
    if earlier is not None and earlier.state == "posted":
        sentence = words.say(WORDS, "posted_before", week)
    else:
        done = poster_of(deps).post(client, wanted.model_copy(update={"quiet": "line"}), week)
        if done is not None and done.state == "refused":
            raise UserError("digest_refused", because=done.because)
        sentence = words.say(WORDS, "posted" if done else "posting")
    user = body["user"]["id"]
    shown_once = Once(deps.store, team, f"told:{body['trigger_id']}")
    sending = ToAsker(client, user, body.get("response_url"), _message(channel, sentence), shown_once)
    deps.outbox.send(sending, by=user)


def _require_in(client: WebClient, channel: str) -> None:
    """Checks that the bot is in the channel. Without the scope to look, posting will tell."""
    try:
        client.conversations_history(channel=channel, limit=1)
    except SlackApiError as problem:
        if problem.response.get("error") in ABSENT:
            raise UserError("subscribe_not_in") from None


def _zone_of(client: WebClient, user: str) -> str | None:
    """The user's time zone; None if the app lacks the scope to read it."""
    try:
        answer = client.users_info(user=user)
    except SlackApiError:
        return None
    return zone_called(str((answer.get("user") or {}).get("tz") or ""))


def _message(channel: str, sentence: str) -> post.Message:
    text = words.mrkdwn(sentence)
    return post.Message(channel=channel, text=text, blocks=line(sentence), plain=text)


def register(app: App, deps: Deps) -> None:
    def on_post_now(client: WebClient, body: dict[str, Any], context: BoltContext) -> None:
        with once(deps.store, f"press:{body['trigger_id']}") as is_mine:
            if is_mine:
                _post_now(deps, client, body, team_of(context))

    app.action(Action.DIGEST_POST_NOW, middleware=[acknowledge])(on_post_now)
