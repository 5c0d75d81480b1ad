"""The Web API's conversations.* and files.*."""

from __future__ import annotations

from tests.slack.local import payloads
from tests.slack.local.core import Core
from tests.slack.local.methods.core import in_thread, method, paged, required, writable
from tests.slack.local.records import Channel, Json, Message, SlackError

READ = {"channel": "channels:read", "group": "groups:read", "im": "im:read"}
HISTORY = {"channel": "channels:history", "group": "groups:history", "im": "im:history"}


def allowed(core: Core, channel: Channel, table: dict[str, str]) -> None:
    """The scope depends on the kind of channel."""
    needed = table[channel.type]
    if needed not in core.world.scopes:
        raise SlackError("missing_scope", needed=needed, provided=",".join(sorted(core.world.scopes)))


def channel_json(core: Core, channel: Channel) -> Json:
    shown: Json = {
        "id": channel.id,
        "is_im": channel.is_im,
        "is_channel": not channel.is_im and not channel.is_private,
        "is_private": channel.is_private or channel.is_im,
        "is_archived": channel.is_archived,
        "is_member": core.world.bot.id in channel.members,
        "num_members": len(channel.members),
        "is_shared": channel.is_ext_shared or channel.is_org_shared,
        "is_ext_shared": channel.is_ext_shared,
        "is_org_shared": channel.is_org_shared,
        "is_pending_ext_shared": channel.is_pending_ext_shared,
    }
    return shown | (
        {"user": channel.user} if channel.is_im else {"name": channel.name, "name_normalized": channel.name}
    )


@method("conversations.info")
def info(core: Core, args: Json) -> Json:
    required(args, "channel")
    channel = core.world.channel_of(args["channel"])
    allowed(core, channel, READ)
    if channel.is_private and core.world.bot.id not in channel.members:
        raise SlackError("channel_not_found")
    return {"channel": channel_json(core, channel)}


@method("conversations.list", "channels:read", "groups:read", "im:read")
def list_all(core: Core, args: Json) -> Json:
    kinds = {kind.strip() for kind in str(args.get("types") or "public_channel").split(",")}
    names = {"channel": "public_channel", "group": "private_channel", "im": "im"}
    skip_archived = args.get("exclude_archived") in (True, "true", "1", 1)
    rows = [
        channel_json(core, channel)
        for channel in core.world.channels.values()
        if names[channel.type] in kinds and not (skip_archived and channel.is_archived)
    ]
    return paged(rows, args, "channels")


@method("conversations.members", "channels:read", "groups:read", "im:read")
def members(core: Core, args: Json) -> Json:
    required(args, "channel")
    return paged(sorted(core.world.channel_of(args["channel"]).members), args, "members")


def readable(core: Core, args: Json) -> Channel:
    required(args, "channel")
    channel = core.world.channel_of(args["channel"])
    allowed(core, channel, HISTORY)
    if core.world.bot.id not in channel.members:
        raise SlackError("not_in_channel")
    return channel


def shown(core: Core, messages: list[Message], args: Json) -> Json:
    oldest, latest = str(args.get("oldest") or "0"), str(args.get("latest") or "9" * 11)
    rows = [payloads.message_json(core.world, each) for each in messages if oldest <= each.ts <= latest]
    page = paged(rows, args, "messages")
    return page | {"has_more": bool(page["response_metadata"]["next_cursor"])}


@method("conversations.history")
def history(core: Core, args: Json) -> Json:
    channel = readable(core, args)
    top = [
        each
        for each in reversed(core.world.messages)
        if each.channel == channel.id and not each.deleted and not each.ephemeral_to
        if each.thread_ts is None or each.reply_broadcast
    ]
    return shown(core, top, args)


@method("conversations.replies")
def replies(core: Core, args: Json) -> Json:
    channel = readable(core, args)
    required(args, "ts")
    thread = str(args["ts"])
    rows = [
        each
        for each in core.world.messages
        if each.channel == channel.id and not each.deleted and not each.ephemeral_to
        if thread in (each.ts, each.thread_ts)
    ]
    if not rows:
        raise SlackError("thread_not_found")
    return shown(core, rows, args)


@method("conversations.open", "im:write")
def open_direct(core: Core, args: Json) -> Json:
    users = str(args.get("users") or "").split(",")
    if len(users) != 1 or users[0] not in core.world.users:
        raise SlackError("user_not_found")
    channel = core.world.direct(users[0])
    return {"channel": {"id": channel.id}, "no_op": False, "already_open": False}


@method("conversations.join", "channels:join")
def join(core: Core, args: Json) -> Json:
    required(args, "channel")
    channel = core.world.channel_of(args["channel"])
    if channel.is_private or channel.is_im:
        raise SlackError("method_not_supported_for_channel_type")
    if channel.is_archived:
        raise SlackError("is_archived")
    channel.members.add(core.world.bot.id)
    return {"channel": channel_json(core, channel)}


@method("files.getUploadURLExternal", "files:write")
def upload_url(core: Core, args: Json) -> Json:
    required(args, "filename", "length")
    file_id = core.world.new_id("F")
    core.world.files[file_id] = {
        "id": file_id,
        "name": args["filename"],
        "length": int(args["length"]),
        "alt_txt": args.get("alt_txt"),
        "content": None,
    }
    return {"upload_url": f"{core.base}/upload/{file_id}", "file_id": file_id}


@method("files.completeUploadExternal", "files:write")
def complete_upload(core: Core, args: Json) -> Json:
    required(args, "files")
    done = []
    for given in args["files"]:
        file = core.world.files.get(str(given.get("id")))
        if file is None or file["content"] is None:
            raise SlackError("file_not_found")
        file["title"] = given.get("title") or file["name"]
        done.append({"id": file["id"], "title": file["title"], "name": file["name"], "size": len(file["content"])})
    if args.get("channel_id"):
        place = args | {"channel": args["channel_id"], "text": args.get("initial_comment") or ""}
        channel = writable(core, place)
        core.post(channel, in_thread(core, channel, place), via="files.completeUploadExternal", files=done)
    return {"files": done}


@method("files.info", "files:read")
def file_info(core: Core, args: Json) -> Json:
    required(args, "file")
    file = core.world.files.get(str(args["file"]))
    if file is None:
        raise SlackError("file_not_found")
    return {"file": {key: value for key, value in file.items() if key != "content"}}
