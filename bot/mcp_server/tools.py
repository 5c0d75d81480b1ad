"""The tools of the MCP server. Their words are in templates/agents/mcp.j2; their answers are the brief contract.

Each is a plain function, run in a worker thread; what they ask is a `Desk`, which the server's lifespan holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Annotated, Any, NamedTuple

from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.elicitation import AcceptedElicitation, ElicitationResult
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError
from mcp.server.mcpserver.resolve import Elicit, Resolve
from mcp_types import CallToolResult, TextContent
from pydantic import BaseModel, Field

from bot.api.asked import (
    MOST_FILES,
    MOST_NAMES,
    MOST_TURNS,
    ConfigText,
    EstimateOf,
    Name,
    NewMeasurement,
    NewPrice,
    Question,
    Slots,
    Text,
    Turn,
    Word,
)
from bot.api.desk import Desk, Reply
from bot.api.told import PriceHistory, Recorded, Trace
from bot.brief.contract import Brief, Part
from bot.brief.shorten import text_of
from bot.mcp_server.asking_back import asks, said_in
from bot.wording.errors import UserError
from bot.wording.words import error

Turns = Annotated[tuple[Turn, ...], Field(max_length=MOST_TURNS)]
Files = Annotated[tuple[ConfigText, ...], Field(max_length=MOST_FILES)]
Names = Annotated[tuple[Name, ...], Field(min_length=2, max_length=MOST_NAMES)]
Json = dict[str, Any]


class Served(NamedTuple):
    """What the lifespan of the server holds: where to ask, and whose it is where no token says so."""

    desk: Desk
    workspace: str


def workspace_of(ctx: Context[Served, Any]) -> str:
    """The workspace of the token; without HTTP that of this machine."""
    request = ctx.request_context.request
    user = request.scope.get("user") if request is not None else None
    return (
        user.display_name if isinstance(user, AuthenticatedUser) else ctx.request_context.lifespan_context.workspace
    )


def _desk(ctx: Context[Served, Any]) -> Desk:
    return ctx.request_context.lifespan_context.desk


def _asked(call: Callable[[], Reply]) -> Reply:
    """
    Raises:
        ToolError: one sentence about what is wrong with what was asked.
    """
    try:
        return call()
    except UserError as problem:
        raise ToolError(error(problem)) from None


def _result(told: Json) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=text_of(told))], structured_content=told)


def _told(call: Callable[[], Part]) -> CallToolResult:
    try:
        made = call()
    except UserError as problem:
        raise ToolError(error(problem)) from None
    return _result(made.model_dump(mode="json", exclude_none=True))


def _back(ctx: Context[Served, Any], reply: Reply) -> Reply | Elicit[Any]:
    """What is asked back, of a client that can put a question to its user; else the answer as it is."""
    question = asks(reply, ctx.client_capabilities)
    return reply if question is None else Elicit(question.message, question.schema)


def _settled(
    ctx: Context[Served, Any], outcome: ElicitationResult[Any], question: Question, first: Callable[[], Reply]
) -> CallToolResult:
    """The answer, with what the user replied; where nothing was replied, with what is assumed."""
    data = outcome.data if isinstance(outcome, AcceptedElicitation) else None
    if isinstance(data, Reply):
        return _result(data.told)
    more = said_in(data) if isinstance(data, BaseModel) else None
    if more is None:
        return _result(_asked(first).told)
    earlier = (*question.earlier, Turn(text=question.text, slots=question.slots, form=question.form))
    again = Question(text=more.text, slots=more.slots, form=question.form, earlier=earlier[-MOST_TURNS:])
    return _result(_asked(lambda: _desk(ctx).ask(again, workspace_of(ctx))).told)


def ask_advise(
    ctx: Context[Served, Any], text: Text, slots: Slots, form: Word | None, earlier: Turns
) -> Reply | Elicit[Any]:
    question = Question(text=text, slots=slots, form=form, earlier=earlier)
    return _back(ctx, _asked(lambda: _desk(ctx).ask(question, workspace_of(ctx))))


def advise(
    ctx: Context[Served, Any],
    reply: Annotated[ElicitationResult[Any], Resolve(ask_advise)],
    text: Text = "",
    slots: Slots = {},  # noqa: B006 - pydantic copies it
    form: Word | None = None,
    earlier: Turns = (),
) -> Annotated[CallToolResult, Brief]:
    question = Question(text=text, slots=slots, form=form, earlier=earlier)
    return _settled(ctx, reply, question, lambda: _desk(ctx).ask(question, workspace_of(ctx)))


def follow_up(
    ctx: Context[Served, Any],
    earlier: Annotated[tuple[Turn, ...], Field(min_length=1, max_length=MOST_TURNS)],
    text: Text = "",
    slots: Slots = {},  # noqa: B006
) -> Annotated[CallToolResult, Brief]:
    question = Question(text=text, slots=slots, earlier=earlier)
    return _result(_asked(lambda: _desk(ctx).ask(question, workspace_of(ctx))).told)


def ask_fit(ctx: Context[Served, Any], text: Text, slots: Slots) -> Reply | Elicit[Any]:
    return _back(ctx, _asked(lambda: _desk(ctx).fit(Question(text=text, slots=slots), workspace_of(ctx))))


def fit(
    ctx: Context[Served, Any],
    reply: Annotated[ElicitationResult[Any], Resolve(ask_fit)],
    text: Text = "",
    slots: Slots = {},  # noqa: B006
) -> Annotated[CallToolResult, Brief]:
    question = Question(text=text, slots=slots, form="fit")
    return _settled(ctx, reply, question, lambda: _desk(ctx).fit(question, workspace_of(ctx)))


def estimate(
    ctx: Context[Served, Any],
    text: Text = "",
    slots: Slots = {},  # noqa: B006
    files: Files = (),
    on: Word | None = None,
) -> Annotated[CallToolResult, Brief]:
    run = EstimateOf(text=text, slots=slots, files=files, on=on)
    return _result(_asked(lambda: _desk(ctx).estimate(run, workspace_of(ctx))).told)


def compare(ctx: Context[Served, Any], names: Names) -> Annotated[CallToolResult, Brief]:
    return _result(_asked(lambda: _desk(ctx).compare(names, workspace_of(ctx))).told)


def price(
    ctx: Context[Served, Any], name: Name, region: Word = "", purchase: Word = "", cloud: Word = ""
) -> Annotated[CallToolResult, Brief]:
    where: Mapping[str, str] = {"region": region, "purchase": purchase, "cloud": cloud}
    return _result(_asked(lambda: _desk(ctx).price(name, workspace_of(ctx), **where)).told)


def price_history(
    ctx: Context[Served, Any], name: Name, region: Word = "", purchase: Word = "", since: date | None = None
) -> Annotated[CallToolResult, PriceHistory]:
    return _told(lambda: _desk(ctx).history(name, region=region, purchase=purchase, since=since))


def explain(
    ctx: Context[Served, Any],
    text: Text = "",
    slots: Slots = {},  # noqa: B006
    form: Word | None = None,
    earlier: Turns = (),
    option: Word = "",
) -> Annotated[CallToolResult, Trace]:
    question = Question(text=text, slots=slots, form=form, earlier=earlier)
    return _told(lambda: _desk(ctx).explain(question, workspace_of(ctx), option))


def source(ctx: Context[Served, Any], name: str) -> str:
    """The resource that a cite without a public address leads to."""
    try:
        return _desk(ctx).source(name, workspace_of(ctx)).model_dump_json(exclude_none=True)
    except UserError as problem:
        raise ResourceNotFoundError(error(problem)) from None


def record_measurement(ctx: Context[Served, Any], measurement: NewMeasurement) -> Annotated[CallToolResult, Recorded]:
    return _told(lambda: _desk(ctx).record(measurement, workspace_of(ctx)))


def set_own_price(ctx: Context[Served, Any], price: NewPrice) -> Annotated[CallToolResult, Recorded]:
    return _told(lambda: _desk(ctx).set_price(price, workspace_of(ctx)))
