"""The things in the workspace, each as it stands now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

TEAM = "T0LOCAL"
DOMAIN = "local"
APP = "A0LOCAL"
BOT_TOKEN = "xoxb-local"
APP_TOKEN = "xapp-local"
ALL_SCOPES = frozenset(
    {
        "app_mentions:read",
        "assistant:write",
        "channels:history",
        "channels:join",
        "channels:read",
        "chat:write",
        "commands",
        "files:read",
        "files:write",
        "groups:history",
        "groups:read",
        "im:history",
        "im:read",
        "im:write",
        "reactions:read",
        "reactions:write",
        "team:read",
        "users:read",
        "users:read.email",
    }
)
EVENTS = frozenset(
    {
        "app_home_opened",
        "app_mention",
        "app_uninstalled",
        "message.channels",
        "message.groups",
        "message.im",
        "tokens_revoked",
    }
)

Json = dict[str, Any]


class Named(Protocol):
    """Whatever has an id: a person, a channel, the bot."""

    @property
    def id(self) -> str: ...


class SlackError(Exception):
    """A Web API refusal, as Slack words it."""

    def __init__(self, code: str, **more: Any) -> None:
        super().__init__(code)
        self.code, self.more = code, more


@dataclass
class UserRecord:
    id: str
    name: str
    is_bot: bool = False
    is_admin: bool = False
    team: str | None = None  # of another organization, or another workspace of the same one; None: this one
    enterprise: str | None = None  # the organization whose workspaces they may enter
    is_guest: bool = False
    tz: str = "Europe/Berlin"
    tz_offset: int = 3600


@dataclass
class Channel:
    id: str
    name: str
    members: set[str]
    is_private: bool = False
    is_im: bool = False
    is_archived: bool = False
    user: str | None = None  # the other side of a direct message
    is_ext_shared: bool = False  # with another organization
    is_org_shared: bool = False  # with another workspace of the same one
    is_pending_ext_shared: bool = False

    @property
    def type(self) -> str:
        if self.is_im:
            return "im"
        return "group" if self.is_private else "channel"


@dataclass
class Message:
    """A message as it stands now; `before` holds its earlier contents."""

    channel: str
    ts: str
    user: str
    text: str
    blocks: list[Json]
    attachments: list[Json]
    thread_ts: str | None
    via: str
    by_bot: bool
    posted_at: float
    ephemeral_to: str | None = None
    metadata: Json | None = None
    files: list[Json] = field(default_factory=list)
    reactions: dict[str, set[str]] = field(default_factory=dict)
    before: list[Json] = field(default_factory=list)
    deleted: bool = False
    reply_broadcast: bool = False
    deliveries: list[Any] = field(default_factory=list)

    @property
    def said(self) -> str:
        """Everything a reader sees, in one string: the text and every text in the blocks."""
        return "\n".join([self.text, *texts_in(self.blocks), *texts_in(self.attachments)])


@dataclass
class View:
    """A modal or Home view as the user has it before them."""

    id: str
    user: str
    body: Json
    hash: str
    root: str
    previous: str | None = None
    is_open: bool = True
    values: dict[str, Json] = field(default_factory=dict)
    handed_out: bool = False
    shown_at: float = 0.0
    updates: int = 0

    @property
    def blocks(self) -> list[Json]:
        blocks: list[Json] = self.body["blocks"]
        return blocks

    @property
    def callback_id(self) -> str:
        return str(self.body.get("callback_id", ""))

    @property
    def title(self) -> str:
        return str(self.body.get("title", {}).get("text", ""))

    @property
    def said(self) -> str:
        return "\n".join(texts_in(self.body))


@dataclass
class ResponseUrl:
    token: str
    user: str
    channel: str
    created: float
    source: Message | None = None  # the message that holds the button
    uses: int = 0
    responses: list[Message] = field(default_factory=list)  # by post to the address
    shown: list[Message] = field(default_factory=list)  # those and what the ack carried
    payloads: list[Json] = field(default_factory=list)


@dataclass
class Trigger:
    id: str
    user: str
    created: float
    used: bool = False


@dataclass
class Call:
    """One Web API call as it came in, and what was answered."""

    method: str
    args: Json
    token: str
    at: float
    error: str | None = None
    answer: Json = field(default_factory=dict)
    scripted: bool = False


@dataclass
class Fault:
    """What shall go wrong with the next calls of one method."""

    method: str
    times: int
    error: str | None = None
    status: int | None = None
    retry_after: int | None = None
    cut: str | None = None  # "before" or "after" the call takes effect
    hangs: bool = False
    holds: bool = False  # takes effect, but its answer never comes
    spares: int = 0  # calls that are let through first


@dataclass(frozen=True)
class Failure:
    """Something a user or Slack would have held against the app."""

    what: str
    because: str
    detail: Any = None


def texts_in(part: object) -> list[str]:
    """Every `text`, `title` or `caption` string in a payload, in order of standing."""
    found: list[str] = []
    if isinstance(part, Mapping):
        for key, value in part.items():
            if isinstance(value, str) and key in (
                "text",
                "title",
                "caption",
                "alt_text",
                "fallback",
                "label",
                "name",
            ):
                found.append(value)
            else:
                found += texts_in(value)
    elif isinstance(part, list | tuple):
        for entry in part:
            found += texts_in(entry)
    return found
