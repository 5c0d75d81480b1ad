"""What the server says of itself."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError

from bot.advice.advisor import Advisor
from bot.mcp_server.doors import PATH
from bot.mcp_server.server import server, skill_text
from tests.bot.api.desks import desk_of
from tests.bot.mcp_server.clients import asking

HERE = Path(__file__).parent / "golden"
REWRITE = os.environ.get("CHIPSCOUT_REWRITE_GOLDEN") == "1"
READS = {"advise", "follow_up", "fit", "estimate", "compare", "price", "price_history", "explain"}
WRITES = {"record_measurement", "set_own_price"}


@pytest.fixture
def made(advisor: Advisor, tmp_path: Path) -> Any:
    return server(desk_of(advisor, tmp_path), "T1")


def test_the_tools_are_those_that_were_agreed(made: Any) -> None:
    """A file a tool: `CHIPSCOUT_REWRITE_GOLDEN=1` rewrites them; read the diff as an agent would."""
    tools = asking(made, lambda client: client.list_tools()).tools
    assert {tool.name for tool in tools} == READS | WRITES
    for tool in tools:
        body = tool.model_dump(mode="json", by_alias=True, exclude_none=True)
        shown = (
            json.dumps(body | {"outputSchema": body["outputSchema"]["title"]}, indent=1, ensure_ascii=False) + "\n"
        )
        file = HERE / f"{tool.name}.json"
        if REWRITE:
            file.write_text(shown, encoding="utf-8")
        assert shown == file.read_text(encoding="utf-8")


def test_reading_is_told_from_writing_and_every_argument_is_described(made: Any) -> None:
    for tool in asking(made, lambda client: client.list_tools()).tools:
        assert tool.annotations is not None and tool.description and tool.title
        assert tool.annotations.read_only_hint is (tool.name in READS)
        assert tool.annotations.destructive_hint is False
        assert all(argument.get("description") for argument in tool.input_schema["properties"].values())


def test_schemas_sources_slots_and_the_skill_are_resources(made: Any) -> None:
    async def read(client: Any) -> dict[str, str]:
        listed = (await client.list_resources()).resources
        return {str(each.uri): (await client.read_resource(each.uri)).contents[0].text for each in listed}

    found = asking(made, read)
    assert json.loads(found["chipscout://schema/brief"])["title"] == "Brief"
    assert json.loads(found["chipscout://sources"])["hf-model-configs"]["as_of"] == "2025-07-01"
    assert "cadence: one_off | repeated | continuous" in found["chipscout://slots"]
    assert found["chipscout://skill"] == skill_text() and "chipscout://schema/full" in found


def test_a_cite_without_a_public_address_leads_to_a_resource(made: Any) -> None:
    async def read(client: Any) -> list[str]:
        found = await client.read_resource("chipscout://sources/chipscout-arithmetic")
        with pytest.raises(MCPError, match="Nothing is cited as nothing"):
            await client.read_resource("chipscout://sources/nothing")
        return [part.text for part in found.contents]

    (text,) = asking(made, read)
    assert json.loads(text)["title"] == "Sums recomputed by chipscout from cited figures"


def test_the_skill_names_every_tool_and_begins_as_such_files_do() -> None:
    text = skill_text()
    assert text.startswith("---\nname: chipscout\ndescription: ") and len(text.split("\n---\n")[0]) < 1_100
    assert all(f"`{name}`" in text for name in READS | WRITES)


def test_the_description_for_registries_is_of_this_version() -> None:
    root = Path(__file__).resolve().parents[3]
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    body = json.loads((root / "server.json").read_text(encoding="utf-8"))
    assert body.keys() == {
        "$schema",
        "name",
        "title",
        "description",
        "version",
        "remotes",
    }  # it is no package anywhere
    assert body["version"] == project["version"] and len(body["description"]) <= 100
    assert body["name"] == "com.example/chipscout"  # whoever publishes it puts a namespace of their own
    (remote,) = body["remotes"]
    assert remote["type"] == "streamable-http" and remote["url"] == f"https://{{host}}{PATH}"
    (header,) = remote["headers"]
    assert header["name"] == "Authorization" and header["value"] == "Bearer {token}" and header["isSecret"]
