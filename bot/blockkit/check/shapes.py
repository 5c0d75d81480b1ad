"""The types of `slack_limits.toml`: what a value may look like."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from knowledge.facts import Fact
from knowledge.packaged import packaged

Surface: TypeAlias = Literal["message", "modal", "home"]
TextType: TypeAlias = Literal["plain_text", "mrkdwn"]
Group: TypeAlias = Literal["block", "element", "context_element", "cell", "chart", "chunk", "rich", "inline"]


class Key(Fact):
    """What every shape has: whether the key must be there, and whether null will do."""

    required: bool = False
    nullable: bool = False


class StringShape(Key):
    kind: Literal["string"]
    min: int = 0
    max: int | None = None
    one_of: tuple[str, ...] = ()
    pattern: str | None = None


class IntegerShape(Key):
    kind: Literal["integer"]
    min: int | None = None
    max: int | None = None


class NumberShape(Key):
    kind: Literal["number"]
    above: float | None = None


class BooleanShape(Key):
    kind: Literal["boolean"]


class AnyShape(Key):
    kind: Literal["any"]


class TextShape(Key):
    """A text object. No `max`: the limit of every text object."""

    kind: Literal["text"]
    allow: tuple[TextType, ...] = ("plain_text", "mrkdwn")
    max: int | None = None


class ListShape(Key):
    kind: Literal["list"]
    of: Shape
    min: int = 0
    max: int | None = None


class OneShape(Key):
    """A thing that names its own `type`, out of one group. Empty `allow`: any of the group."""

    kind: Literal["one"]
    among: Group
    allow: tuple[str, ...] = ()


class ObjectShape(Key):
    """A composition object, known by where it stands."""

    kind: Literal["object"]
    of: str


Shape: TypeAlias = Annotated[
    StringShape
    | IntegerShape
    | NumberShape
    | BooleanShape
    | AnyShape
    | TextShape
    | ListShape
    | OneShape
    | ObjectShape,
    Field(discriminator="kind"),
]
Keys: TypeAlias = dict[str, Shape]


class Spec(Fact):
    """One type of block, element, cell, chart, text part or object.

    `surfaces` None: wherever its parent may stand.
    """

    keys: Keys = {}
    mixins: tuple[str, ...] = Field(default=(), alias="with")
    surfaces: tuple[Surface, ...] | None = None
    needs_one_of: tuple[str, ...] = ()
    not_both: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


class Protocol(Fact):
    """What holds between Slack and an app, whatever is said."""

    ack_seconds: float
    trigger_seconds: float
    response_url_uses: int
    response_url_seconds: float
    connections_max: int
    seconds_between_posts: float


class MessageLimits(Fact):
    blocks_max: int
    text_max: int
    markdown_text_max: int
    attachments_max: int
    markdown_characters_max: int
    tables_max: int
    table_characters_max: int
    data_table_characters_max: int
    charts_max: int
    characters_max: int
    characters_for_a_block: int
    characters_held_to: tuple[str, ...]
    content_keys: tuple[str, ...]
    other_keys: tuple[str, ...]
    attachment_keys: tuple[str, ...]


class StreamLimits(Fact):
    markdown_text_max: int
    chunk_blocks_max: int
    last_blocks_max: int


class ViewLimits(Fact):
    blocks_max: int
    stack_max: int
    tables_max: int
    table_characters_max: int
    data_table_characters_max: int
    modal: Keys
    home: Keys


class SlackLimits(Fact):
    """The whole file."""

    source: str
    checked_on: date
    note: str
    text_object_max: int
    protocol: Protocol
    message: MessageLimits
    stream: StreamLimits
    view: ViewLimits
    mixin: dict[str, Keys]
    block: dict[str, Spec]
    element: dict[str, Spec]
    context_element: dict[str, Spec]
    cell: dict[str, Spec]
    chart: dict[str, Spec]
    chunk: dict[str, Spec]
    rich: dict[str, Spec]
    inline: dict[str, Spec]
    object: dict[str, Spec]

    def group(self, name: Group) -> dict[str, Spec]:
        """The types known under that name."""
        groups: dict[Group, dict[str, Spec]] = {
            "block": self.block,
            "element": self.element,
            "context_element": self.context_element,
            "cell": self.cell,
            "chart": self.chart,
            "chunk": self.chunk,
            "rich": self.rich,
            "inline": self.inline,
        }
        return groups[name]

    def keys_of(self, spec: Spec) -> Keys:
        """Its own keys and those it shares with others."""
        shared = {key: shape for name in spec.mixins for key, shape in self.mixin[name].items()}
        return shared | spec.keys


@cache
def slack_limits() -> SlackLimits:
    """The limits as they come with the package; read once."""
    return packaged("slack/slack_limits.toml", "slack_limits", SlackLimits)
