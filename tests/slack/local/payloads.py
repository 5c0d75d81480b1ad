"""The JSON Slack sends: events, commands, interactions. Field names and nesting as on the wire."""

from __future__ import annotations

import re
import uuid
from typing import Any

from tests.slack.local.records import APP, DOMAIN, TEAM, Channel, Json, Message, View
from tests.slack.local.state import World

VERIFICATION_TOKEN = "local-verification-token"
ADDRESS = re.compile(r"https?://[^\s<>|]+")


def as_sent(world: World, typed: str, *, labelled: bool = False) -> str:
    """What the client makes of typed words: entities escaped; @name, #channel and addresses as `<…>` tokens."""
    text = typed.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    text = ADDRESS.sub(lambda match: f"<{match.group(0)}>", text)
    with world.lock:
        users, channels = list(world.users.values()), list(world.channels.values())
    for user in users:
        token = f"<@{user.id}|{user.name}>" if labelled else f"<@{user.id}>"
        text = re.sub(rf"(?<![\w<])@{re.escape(user.name)}\b", token, text)
    for channel in channels:
        if not channel.is_im:
            text = re.sub(rf"(?<![\w<])#{re.escape(channel.name)}\b", f"<#{channel.id}|{channel.name}>", text)
    return re.sub(r"(?<![\w<!])@(channel|here|everyone)\b", r"<!\1>", text)


def event_callback(world: World, event: Json) -> Json:
    """The envelope's payload around one event."""
    return {
        "token": VERIFICATION_TOKEN,
        "team_id": world.team,
        "context_team_id": world.team,
        "context_enterprise_id": None,
        "api_app_id": APP,
        "event": event,
        "type": "event_callback",
        "event_id": world.new_id("Ev"),
        "event_time": int(world.now()),
        "authorizations": [
            {
                "enterprise_id": None,
                "team_id": world.team,
                "user_id": world.bot.id,
                "is_bot": True,
                "is_enterprise_install": False,
            }
        ],
        "is_ext_shared_channel": is_shared(world, str(event.get("channel"))),
        "event_context": f"4-{world.new_id('E')}",
    }


def is_shared(world: World, channel: str) -> bool:
    return channel in world.channels and world.channels[channel].is_ext_shared


def team_of(world: World, user: str) -> str:
    return (world.users[user].team if user in world.users else None) or world.team


def message_json(world: World, message: Message) -> Json:
    """A message as history, events and interactions show it."""
    shown: Json = {
        "type": "message",
        "user": message.user,
        "ts": message.ts,
        "text": message.text,
        "team": team_of(world, message.user),
    }
    if is_shared(world, message.channel) and not message.by_bot:
        shown |= {"user_team": shown["team"], "source_team": shown["team"]}
    if message.by_bot:
        shown |= {"bot_id": world.bot_id, "app_id": APP, "bot_profile": bot_profile(world)}
    else:
        shown["client_msg_id"] = str(uuid.uuid5(uuid.NAMESPACE_OID, message.ts))
    if message.blocks:
        shown["blocks"] = message.blocks
    if message.attachments:
        shown["attachments"] = message.attachments
    if message.files:
        shown["files"] = message.files
    if message.metadata:
        shown["metadata"] = message.metadata
    if message.before:
        shown["edited"] = {"user": message.user, "ts": message.ts}
    if message.reactions:
        shown["reactions"] = [
            {"name": name, "users": sorted(users), "count": len(users)} for name, users in message.reactions.items()
        ]
    replies = [
        m for m in world.messages if m.thread_ts == message.ts and m.channel == message.channel and not m.deleted
    ]
    if message.thread_ts:
        shown |= {"thread_ts": message.thread_ts, "parent_user_id": parent_user(world, message)}
    elif replies:
        shown |= {"thread_ts": message.ts, "reply_count": len(replies), "latest_reply": replies[-1].ts}
    return shown


def parent_user(world: World, message: Message) -> str:
    for other in world.messages:
        if other.channel == message.channel and other.ts == message.thread_ts:
            return other.user
    return message.user


def bot_profile(world: World) -> Json:
    return {
        "id": world.bot_id,
        "deleted": False,
        "name": world.bot.name,
        "updated": 0,
        "app_id": APP,
        "icons": {},
        "team_id": world.team,
    }


def message_event(world: World, message: Message, channel: Channel) -> Json:
    shared = {"subtype": "file_share"} if message.files and not message.by_bot else {}
    return (
        message_json(world, message)
        | shared
        | {
            "channel": channel.id,
            "event_ts": message.ts,
            "channel_type": channel.type,
        }
    )


def mention_event(world: World, message: Message, channel: Channel) -> Json:
    event = message_event(world, message, channel) | {"type": "app_mention"}
    del event["channel_type"]
    event.pop("subtype", None)
    return event


def home_opened(world: World, user: str, tab: str, view: View | None) -> Json:
    event: Json = {
        "type": "app_home_opened",
        "user": user,
        "channel": world.direct(user).id,
        "tab": tab,
        "event_ts": world.new_ts(),
    }
    return event | {"view": view_json(view)} if view and tab == "home" else event


def command(world: World, user: str, channel: Channel, words: tuple[str, str], trigger: str, url: str) -> Json:
    name, text = words
    return {
        "token": VERIFICATION_TOKEN,
        "team_id": team_of(world, user),
        "team_domain": DOMAIN,
        "channel_id": channel.id,
        "channel_name": channel.name,
        "user_id": user,
        "user_name": world.users[user].name,
        "command": name,
        "text": text,
        "api_app_id": APP,
        "is_enterprise_install": "false",
        "response_url": url,
        "trigger_id": trigger,
    }


def interaction(world: World, kind: str, user: str, **more: Any) -> Json:
    """What all interactive payloads have in common, and `more`."""
    name = world.users[user].name
    return {
        "type": kind,
        "user": {"id": user, "username": name, "name": name, "team_id": team_of(world, user)},
        "api_app_id": APP,
        "token": VERIFICATION_TOKEN,
        "team": {"id": world.team, "domain": DOMAIN},
        "enterprise": None,
        "is_enterprise_install": False,
        **more,
    }


def channel_json(channel: Channel) -> Json:
    return {"id": channel.id, "name": channel.name if not channel.is_im else "directmessage"}


def view_json(view: View) -> Json:
    """A view as Slack shows it: what the app gave, and what Slack added."""
    body = view.body
    return {
        "id": view.id,
        "team_id": TEAM,
        "type": body["type"],
        "blocks": body["blocks"],
        "private_metadata": body.get("private_metadata", ""),
        "callback_id": body.get("callback_id", ""),
        "state": {"values": view.values},
        "hash": view.hash,
        "title": body.get("title"),
        "close": body.get("close"),
        "submit": body.get("submit"),
        "clear_on_close": bool(body.get("clear_on_close")),
        "notify_on_close": bool(body.get("notify_on_close")),
        "previous_view_id": view.previous,
        "root_view_id": view.root,
        "app_id": APP,
        "external_id": body.get("external_id", ""),
        "app_installed_team_id": TEAM,
        "bot_id": "B00000001",
    }
