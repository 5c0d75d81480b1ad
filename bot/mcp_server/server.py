"""The MCP server: its tools, its resources, and what it says of itself."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib import resources
from importlib.metadata import version
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.resources import FunctionResource
from mcp.server.mcpserver.tools import Tool
from mcp_types import ToolAnnotations

from bot.api.asked import NewMeasurement, NewPrice
from bot.api.desk import Desk
from bot.brief.schema import schema_text
from bot.mcp_server import tools
from bot.mcp_server.one_sentence import OneSentence, with_fields
from bot.mcp_server.slot_guide import slots_schema, slots_text
from bot.mcp_server.tools import Served
from bot.wording.words import has, say

WORDS = "agents/mcp.j2"
READS = (
    tools.advise, tools.follow_up, tools.fit, tools.estimate, tools.compare,
    tools.price, tools.price_history, tools.explain,
)  # fmt: skip
WRITES = (
    with_fields(NewMeasurement, tools.record_measurement), with_fields(NewPrice, tools.set_own_price),
)  # fmt: skip
JSON, MARKDOWN, PLAIN = "application/json", "text/markdown", "text/plain"


def server(desk: Desk, workspace: str) -> MCPServer[Served]:
    """The server on a desk; `workspace` is whose it is where no token says so."""

    @asynccontextmanager
    async def lifespan(_server: MCPServer[Served]) -> AsyncIterator[Served]:
        yield Served(desk.at("mcp"), workspace)

    made = MCPServer(
        "chipscout",
        title="chipscout",
        description=say(WORDS, "about"),
        instructions=say(WORDS, "instructions"),
        version=version("chipscout"),
        tools=[*(_tool(call, reads=True) for call in READS), *(_tool(call, reads=False) for call in WRITES)],
        resources=_resources(desk),
        lifespan=lifespan,
        log_level="WARNING",
        subscriptions=False,
    )
    words = say(WORDS, "resource_source")
    made.resource("chipscout://sources/{name}", name="source", description=words, mime_type=JSON)(tools.source)
    return made


def _tool(call: Callable[..., Any], *, reads: bool) -> Tool:
    """A function as a tool, in the words of its macros: `name`, and `name__argument` or `any__argument`."""
    name = call.__name__
    hints = ToolAnnotations(
        read_only_hint=reads, destructive_hint=False, idempotent_hint=reads, open_world_hint=False
    )
    made = OneSentence.from_function(
        call, name, title=say(WORDS, f"{name}__title"), description=say(WORDS, name), annotations=hints
    )
    for argument, schema in made.parameters.get("properties", {}).items():
        macro = next((each for each in (f"{name}__{argument}", f"any__{argument}") if has_words(each)), None)
        if macro is not None:
            schema["description"] = say(WORDS, macro)
        schema.pop("title", None)
        if argument == "slots":
            made.parameters["properties"][argument] = {**slots_schema(full=name == "advise"), **_described(schema)}
    return made


def has_words(macro: str) -> bool:
    return has(WORDS, macro)


def _described(schema: dict[str, Any]) -> dict[str, Any]:
    return {key: schema[key] for key in ("description", "default") if key in schema}


def _resources(desk: Desk) -> list[Any]:
    def resource(name: str, kind: str, read: Callable[[], str]) -> FunctionResource:
        return FunctionResource(
            uri=f"chipscout://{name}",
            name=name,
            description=say(WORDS, f"resource_{name.replace('/', '_')}"),
            mime_type=kind,
            fn=read,
        )

    return [
        resource("schema/brief", JSON, lambda: schema_text("brief")),
        resource("schema/full", JSON, lambda: schema_text("full")),
        resource("slots", PLAIN, slots_text),
        resource("sources", JSON, lambda: _sources(desk)),
        resource("skill", MARKDOWN, skill_text),
    ]


def skill_text() -> str:
    """The skill file, as it is installed for agents that read such files."""
    return (resources.files("templates") / "agents" / "SKILL.md").read_text(encoding="utf-8")


def _sources(desk: Desk) -> str:
    """Every source of the facts."""
    rows = {
        name: {
            "title": source.title,
            "publisher": source.publisher,
            "as_of": source.as_of.isoformat(),
            "grade": source.grade,
            "url": source.url,
        }
        for name, source in sorted(desk.facts.sources.items())
    }
    return json.dumps(rows, ensure_ascii=False)
