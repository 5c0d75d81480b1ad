"""The Web API, method by method: what it needs, and what it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.blockkit.check import check_message, check_view
from tests.slack.local import payloads
from tests.slack.local.core import Core, pointers
from tests.slack.local.records import DOMAIN, TEAM, Channel, Json, Message, SlackError, UserRecord

Handler = Callable[[Core, Json], Json]


@dataclass(frozen=True)
class Method:
    """`scopes`: any one of them will do; none: no scope is needed."""

    handler: Handler
    scopes: tuple[str, ...]
    prefix: str  # of the token it takes; empty: none needed


METHODS: dict[str, Method] = {}
PREFIXES = {"bot": "xoxb-", "app": "xapp-", "none": ""}


def method(name: str, *scopes: str, kind: str = "bot") -> Callable[[Handler], Handler]:
    def register(handler: Handler) -> Handler:
        METHODS[name] = Method(handler, scopes, PREFIXES[kind])
        return handler

    return register


def required(args: Json, *names: str) -> None:
    for name in names:
        if args.get(name) in (None, ""):
            raise SlackError(
                "invalid_arguments", response_metadata={"messages": [f"[ERROR] missing required field: {name}"]}
            )


def writable(core: Core, args: Json) -> Channel:
    """The channel, if the bot may post there."""
    world = core.world
    channel = world.channel_of(args.get("channel"))
    if channel.is_archived:
        raise SlackError("is_archived")
    public = not channel.is_private and "chat:write.public" in world.scopes
    if world.bot.id not in channel.members and not public:
        raise SlackError("not_in_channel")
    return channel


def in_thread(core: Core, channel: Channel, args: Json) -> Json:
    """The arguments, with a reply to a reply hung under the thread's first message."""
    thread = args.get("thread_ts")
    if not thread:
        return args
    for message in core.world.messages:
        if message.channel == channel.id and message.ts == str(thread) and not message.ephemeral_to:
            return args | {"thread_ts": message.thread_ts or message.ts}
    raise SlackError("thread_not_found")


# ---- who and whether ---------------------------------------------------------------------------------------------


@method("api.test", kind="none")
def api_test(_core: Core, args: Json) -> Json:
    if args.get("error"):
        raise SlackError(str(args["error"]), args=args)
    return {"args": args}


@method("auth.test")
def auth_test(core: Core, _args: Json) -> Json:
    world = core.world
    return {
        "url": f"{core.base}/",
        "team": DOMAIN,
        "user": world.bot.name,
        "team_id": world.team,
        "user_id": world.bot.id,
        "bot_id": world.bot_id,
        "enterprise_id": world.enterprise,
        "is_enterprise_install": False,
    }


@method("apps.connections.open", kind="app")
def connections_open(core: Core, _args: Json) -> Json:
    return {"url": core.hub.open_url(core.base)}


@method("team.info", "team:read")
def team_info(core: Core, _args: Json) -> Json:
    return {"team": {"id": core.world.team, "name": DOMAIN, "domain": DOMAIN}}


@method("bots.info", "users:read")
def bots_info(core: Core, args: Json) -> Json:
    if args.get("bot") not in (None, core.world.bot_id):
        raise SlackError("bot_not_found")
    return {"bot": payloads.bot_profile(core.world) | {"user_id": core.world.bot.id}}


def user_json(user: UserRecord, team: str = TEAM) -> Json:
    """`is_stranger` is false for somebody of another organization who shares a channel with the app, as in Slack."""
    belongs = {"enterprise_user": {"enterprise_id": user.enterprise}} if user.enterprise else {}
    return belongs | {
        "id": user.id,
        "team_id": user.team or team,
        "name": user.name,
        "real_name": user.name.title(),
        "is_bot": user.is_bot,
        "is_admin": user.is_admin,
        "is_owner": False,
        "is_stranger": False,
        "is_restricted": user.is_guest,
        "is_ultra_restricted": False,
        "deleted": False,
        "tz": user.tz,
        "tz_offset": user.tz_offset,
        "profile": {"real_name": user.name.title(), "display_name": user.name, "email": f"{user.name}@example.com"},
    }


@method("users.info", "users:read")
def users_info(core: Core, args: Json) -> Json:
    user = core.world.users.get(str(args.get("user")))
    if user is None:
        raise SlackError("user_not_found")
    return {"user": user_json(user, core.world.team)}


@method("users.list", "users:read")
def users_list(core: Core, args: Json) -> Json:
    return paged([user_json(user, core.world.team) for user in core.world.users.values()], args, "members")


def paged(rows: list[Any], args: Json, key: str) -> Json:
    """One page by cursor, as the list methods give it."""
    start, limit = int(args.get("cursor") or 0), int(args.get("limit") or 100)
    following = str(start + limit) if start + limit < len(rows) else ""
    return {key: rows[start : start + limit], "response_metadata": {"next_cursor": following}}


# ---- messages ----------------------------------------------------------------------------------------------------


@method("chat.postMessage", "chat:write")
def post_message(core: Core, args: Json) -> Json:
    required(args, "channel")
    channel = writable(core, args)
    message = core.post(channel, in_thread(core, channel, args), via="chat.postMessage")
    return {"channel": channel.id, "ts": message.ts, "message": payloads.message_json(core.world, message)}


@method("chat.postEphemeral", "chat:write")
def post_ephemeral(core: Core, args: Json) -> Json:
    required(args, "channel", "user")
    channel = writable(core, args)
    if args["user"] not in channel.members:
        raise SlackError("user_not_in_channel")
    message = core.post(channel, args, via="chat.postEphemeral", ephemeral_to=args["user"])
    return {"message_ts": message.ts}


@method("chat.update", "chat:write")
def update(core: Core, args: Json) -> Json:
    required(args, "channel", "ts")
    message = own_message(core, args, "cant_update_message")
    core.edit(message, args, via="chat.update")
    shown = payloads.message_json(core.world, message)
    return {"channel": message.channel, "ts": message.ts, "text": message.text, "message": shown}


@method("chat.delete", "chat:write")
def delete(core: Core, args: Json) -> Json:
    required(args, "channel", "ts")
    message = own_message(core, args, "cant_delete_message")
    core.delete(message)
    return {"channel": message.channel, "ts": message.ts}


def own_message(core: Core, args: Json, refusal: str) -> Message:
    channel = core.world.channel_of(args["channel"])
    message = core.world.message_at(channel.id, str(args["ts"]))
    if not message.by_bot:
        raise SlackError(refusal)
    if channel.is_archived:
        raise SlackError("is_archived")
    return message


@method("chat.getPermalink")
def permalink(core: Core, args: Json) -> Json:
    required(args, "channel", "message_ts")
    message = core.world.message_at(core.world.channel_of(args["channel"]).id, str(args["message_ts"]))
    return {
        "channel": message.channel,
        "permalink": f"https://{DOMAIN}.slack.example/archives/{message.channel}/p{message.ts.replace('.', '')}",
    }


@method("reactions.add", "reactions:write")
def react(core: Core, args: Json) -> Json:
    required(args, "channel", "name", "timestamp")
    message = core.world.message_at(core.world.channel_of(args["channel"]).id, str(args["timestamp"]))
    users = message.reactions.setdefault(args["name"], set())
    if core.world.bot.id in users:
        raise SlackError("already_reacted")
    users.add(core.world.bot.id)
    return {}


@method("reactions.remove", "reactions:write")
def unreact(core: Core, args: Json) -> Json:
    required(args, "channel", "name", "timestamp")
    message = core.world.message_at(core.world.channel_of(args["channel"]).id, str(args["timestamp"]))
    users = message.reactions.get(args["name"], set())
    if core.world.bot.id not in users:
        raise SlackError("no_reaction")
    users.discard(core.world.bot.id)
    if not users:
        del message.reactions[args["name"]]
    return {}


@method("blocks.validate")
def validate(_core: Core, args: Json) -> Json:
    given = [key for key in ("blocks", "message", "view") if args.get(key) is not None]
    if len(given) != 1:
        raise SlackError("invalid_arguments")
    kind = given[0]
    if kind == "view":
        problems, prefix = check_view(args["view"]), "/view"
    elif kind == "message":
        problems, prefix = check_message(args["message"]), ""
    else:
        problems, prefix = check_message({"blocks": args["blocks"]}), ""
    if problems:
        messages = pointers(problems, prefix)
        raise SlackError("invalid_blocks", errors=messages, response_metadata={"messages": messages})
    return {}
