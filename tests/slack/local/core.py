"""What happens in the workspace: messages and views are created, changed and deleted, and the app gets the events."""

from __future__ import annotations

import copy
import time
from collections.abc import Iterator
from typing import Any

from bot.blockkit.check import Problem, check_message, check_view
from bot.blockkit.check.shapes import slack_limits
from tests.slack.local import missing_blocks, payloads, too_long
from tests.slack.local.pings import scan
from tests.slack.local.records import Channel, Json, Message, ResponseUrl, SlackError, View
from tests.slack.local.state import World
from tests.slack.local.transport.socket_mode import Delivery, Hub

CONTENT = ("text", "blocks", "attachments", "markdown_text")
MESSAGE_EVENTS = {"channel": "message.channels", "group": "message.groups", "im": "message.im"}


class Core:
    """The workspace with its sockets. Every method takes the lock; callers must not hold it."""

    def __init__(self, world: World, hub: Hub) -> None:
        self.world, self.hub = world, hub
        self.base = ""

    # ---- events -------------------------------------------------------------------------------------------------

    def emit(self, subscription: str, event: Json) -> Delivery | None:
        """Send an event, if the app asked for its kind and may read it."""
        needed = NEEDS_SCOPE.get(subscription)
        if subscription not in self.world.events or (needed and needed not in self.world.scopes):
            return None
        return self.hub.send("events_api", payloads.event_callback(self.world, event))

    def tell_of(self, message: Message) -> None:
        """The message event of a new message, and the mention if it names the bot."""
        world, channel = self.world, self.world.channels[message.channel]
        if world.bot.id not in channel.members or message.ephemeral_to:
            return
        sent = [self.emit(MESSAGE_EVENTS[channel.type], payloads.message_event(world, message, channel))]
        if f"<@{world.bot.id}" in message.text and not message.by_bot and not channel.is_im:
            sent.append(self.emit("app_mention", payloads.mention_event(world, message, channel)))
        message.deliveries += [delivery for delivery in sent if delivery is not None]

    # ---- messages -----------------------------------------------------------------------------------------------

    def post(
        self,
        channel: Channel,
        args: Json,
        *,
        via: str,
        user: str | None = None,
        ephemeral_to: str | None = None,
        files: list[Json] | None = None,
    ) -> Message:
        """A new message. `user` None: the bot.

        Raises:
            SlackError: Slack would refuse the content.
        """
        world = self.world
        if user is None:
            refuse(args, has_files=bool(files))
            missing_blocks.refuse_unknown(args, world.unknown_blocks)
            too_long.refuse_long(args, via)
            self.note(args, via, channel.id)
        blocks = args.get("blocks") or []
        if args.get("markdown_text"):
            blocks = [{"type": "markdown", "text": args["markdown_text"]}]
        thread = args.get("thread_ts")
        message = Message(
            channel=channel.id,
            ts=world.new_ts(),
            user=user or world.bot.id,
            text=str(args.get("text") or args.get("markdown_text") or ""),
            blocks=with_ids(world, blocks),
            attachments=copy.deepcopy(args.get("attachments") or []),
            thread_ts=str(thread) if thread else None,
            via=via,
            by_bot=user is None,
            posted_at=time.monotonic(),
            ephemeral_to=ephemeral_to,
            metadata=args.get("metadata"),
            files=files or [],
            reply_broadcast=args.get("reply_broadcast") in (True, "true", "1", 1),
        )
        with world.lock:
            world.messages.append(message)
            self.tell_of(message)
            world.notify()
        return message

    def edit(self, message: Message, args: Json, *, via: str) -> None:
        """New contents; what is not named stays."""
        world = self.world
        kept: Json = {"text": message.text, "blocks": message.blocks, "attachments": message.attachments}
        refuse(kept | {key: args[key] for key in CONTENT if args.get(key) is not None})
        missing_blocks.refuse_unknown(args, world.unknown_blocks)
        too_long.refuse_long(args, via)
        self.note(args, via, message.channel)
        with world.lock:
            earlier = payloads.message_json(world, message)
            message.before.append(kept)
            if args.get("markdown_text"):
                message.text, message.blocks = (
                    args["markdown_text"],
                    [{"type": "markdown", "text": args["markdown_text"]}],
                )
            message.text = args["text"] if args.get("text") is not None else message.text
            if args.get("blocks") is not None:
                message.blocks = with_ids(world, args["blocks"])
            if args.get("attachments") is not None:
                message.attachments = copy.deepcopy(args["attachments"])
            self._tell_of_change(message, "message_changed", earlier)
            world.notify()

    def delete(self, message: Message) -> None:
        with self.world.lock:
            earlier = payloads.message_json(self.world, message)
            message.deleted = True
            self._tell_of_change(message, "message_deleted", earlier)
            self.world.notify()

    def note(self, args: Json, method: str, channel: str) -> None:
        """Keep the pings and links of what goes out."""
        pings, links = scan(args, method, channel)
        with self.world.lock:
            self.world.pings += pings
            self.world.links += links

    def _tell_of_change(self, message: Message, subtype: str, earlier: Json) -> None:
        channel = self.world.channels[message.channel]
        if message.ephemeral_to or self.world.bot.id not in channel.members:
            return
        event: Json = {
            "type": "message",
            "subtype": subtype,
            "hidden": True,
            "channel": channel.id,
            "ts": self.world.new_ts(),
            "previous_message": earlier,
            "channel_type": channel.type,
        }
        if subtype == "message_changed":
            event["message"] = payloads.message_json(self.world, message)
        else:
            event["deleted_ts"] = message.ts
        event["event_ts"] = event["ts"]
        self.emit(MESSAGE_EVENTS[channel.type], event)

    # ---- answers to a response_url ------------------------------------------------------------------------------

    def url_of(self, url: ResponseUrl) -> str:
        return f"{self.base}/response/{url.token}"

    def respond(self, url: ResponseUrl, payload: Json, *, via: str) -> Message | None:
        """What a post to a response_url, or the payload of a command's ack, does.

        Raises:
            SlackError: Slack would refuse the content.
        """
        channel = self.world.channels[url.channel]
        if payload.get("delete_original"):
            if url.source is not None:
                self.delete(url.source)
            return None
        if payload.get("replace_original") and url.source is not None:
            self.edit(url.source, payload, via=via)
            self._keep(url, url.source, via)
            return url.source
        seen_by_all = payload.get("response_type") == "in_channel"
        message = self.post(channel, payload, via=via, ephemeral_to=None if seen_by_all else url.user)
        self._keep(url, message, via)
        return message

    def _keep(self, url: ResponseUrl, message: Message, via: str) -> None:
        with self.world.lock:
            url.shown.append(message)
            if via == "response_url":
                url.responses.append(message)
            self.world.notify()

    # ---- views --------------------------------------------------------------------------------------------------

    def show(self, user: str, body: Json, *, previous: View | None = None) -> View:
        """A new modal, or the Home view."""
        world = self.world
        refuse_view(body)
        number = world.new_id("V")
        view = View(number, user, self._body(body), self._hash(), previous.root if previous else number)
        view.previous = previous.id if previous else None
        view.shown_at = time.monotonic()
        with world.lock:
            world.views[view.id] = view
            if body["type"] == "home":
                world.homes[user] = view
            else:
                world.stacks.setdefault(user, []).append(view)
            world.notify()
        return view

    def change(self, view: View, body: Json) -> None:
        """New contents under the same id. What was typed stays where block_id and action_id stay."""
        refuse_view(body)
        with self.world.lock:
            view.body, view.hash = self._body(body), self._hash()
            view.updates += 1
            view.handed_out = False
            standing = {str(block.get("block_id")) for block in every_block(view.blocks)}
            view.values = {block_id: value for block_id, value in view.values.items() if block_id in standing}
            self.world.notify()

    def close(self, view: View, *, all_of_them: bool = False) -> None:
        with self.world.lock:
            stack = self.world.stacks.get(view.user, [])
            for each in list(stack) if all_of_them else [view]:
                each.is_open = False
                if each in stack:
                    stack.remove(each)
            self.world.notify()

    def _body(self, body: Json) -> Json:
        return copy.deepcopy(body) | {"blocks": with_ids(self.world, body["blocks"])}

    def _hash(self) -> str:
        return f"{self.world.new_ts()}.h"


INTERACTIVE = frozenset(kind for kind, spec in slack_limits().element.items() if "interactive" in spec.mixins)
NEEDS_SCOPE = {
    "app_mention": "app_mentions:read",
    "message.channels": "channels:history",
    "message.groups": "groups:history",
    "message.im": "im:history",
    "reaction_added": "reactions:read",
}


def pointers(problems: tuple[Problem, ...], prefix: str = "") -> list[str]:
    """Problems in the form of Slack's response_metadata.messages."""
    return [f"[ERROR] {each.because} [json-pointer:{prefix}{each.pointer}]" for each in problems]


def refuse(args: Json, *, has_files: bool = False) -> None:
    """Raise what Slack would answer to this content."""
    content = {key: args[key] for key in CONTENT if args.get(key) is not None}
    if not any(content.values()):
        if has_files:
            return
        raise SlackError("no_text")
    problems = check_message(content)
    if not problems:
        return
    if all(each.pointer in ("/text", "/markdown_text") for each in problems):
        raise SlackError("msg_too_long" if "characters" in problems[0].because else "invalid_arguments")
    code = "invalid_attachments" if all("only_one_table" in each.because for each in problems) else "invalid_blocks"
    messages = pointers(problems)
    raise SlackError(code, errors=messages, response_metadata={"messages": messages})


def refuse_view(body: Any) -> None:
    """Raise what Slack would answer to this view."""
    if not isinstance(body, dict):
        raise SlackError(
            "invalid_arguments", response_metadata={"messages": ["[ERROR] missing required field: view"]}
        )
    problems = check_view({key: value for key, value in body.items() if value is not None})
    if problems:
        messages = pointers(problems, "/view")
        raise SlackError("invalid_arguments", errors=messages, response_metadata={"messages": messages})


def every_block(blocks: list[Json]) -> Iterator[Json]:
    """Every block with those inside it."""
    for block in blocks:
        if isinstance(block, dict):
            yield block
            for key in ("child_blocks", "tasks", "elements"):
                inner = block.get(key)
                if isinstance(inner, list) and block.get("type") in ("container", "carousel", "plan"):
                    yield from every_block(inner)


def with_ids(world: World, blocks: list[Json]) -> list[Json]:
    """A copy in which every block and every interactive element has its id, as Slack hands it back."""
    copied = copy.deepcopy(blocks)
    for block in every_block(copied):
        block.setdefault("block_id", world.new_id("b"))
        holders = [
            block.get("element"),
            block.get("accessory"),
            *(block.get("elements") or []),
            *(block.get("actions") or []),
        ]
        for element in holders:
            if isinstance(element, dict) and element.get("type") in INTERACTIVE:
                element.setdefault("action_id", world.new_id("a"))
    return copied
