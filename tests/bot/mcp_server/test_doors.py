"""What programs are served on the serving port."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from pydantic import SecretStr

from bot.advice.advisor import Advisor
from bot.api.access import entry_of
from bot.environment.settings import Settings
from bot.mcp_server.doors import Doors, doors
from bot.slack.http_mode import BindAddress, listening, site
from tests.bot.api.desks import TOKENS, bearer, desk_of

PAID = {"name": "p5.48xlarge", "amount": "31.46", "region": "us-east-1", "valid_from": "2026-01-01"}
ASKED = {"name": "p5.48xlarge", "region": "us-east-1"}


def settings_with(tokens: str) -> Settings:
    return Settings.model_construct(chipscout_api_tokens=SecretStr(tokens), api_per_minute=10_000)


@pytest.fixture
def address(advisor: Advisor, tmp_path: Path) -> Iterator[BindAddress]:
    tokens = " ".join(entry_of(*each) for each in TOKENS.items())
    opened = doors(settings_with(tokens), desk_of(advisor, tmp_path))
    with listening(site(ready=lambda: None, doors=opened), BindAddress("127.0.0.1", 0)) as bound:
        yield bound


def call(address: BindAddress, workspace: str, name: str, arguments: dict[str, Any], mode: str) -> dict[str, Any]:
    async def run() -> dict[str, Any]:
        async with create_mcp_http_client(headers=bearer(workspace)) as http:
            transport = streamable_http_client(f"http://{address}/mcp", http_client=http)
            async with Client(transport, mode=mode) as client:
                result = await client.call_tool(name, arguments)
                assert not result.is_error, result.content
                return dict(result.structured_content or {})

    return asyncio.run(run())


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_token_asks_as_its_workspace_over_http(address: BindAddress, mode: str) -> None:
    call(address, "T1", "set_own_price", PAID, mode)
    assert call(address, "T1", "price", ASKED, mode)["choices"][0]["usd_per_hour"] == 31.46
    assert "31.46" not in json.dumps(call(address, "T2", "price", ASKED, mode))


def test_health_is_served_beside_and_strangers_are_refused(address: BindAddress) -> None:
    with urlopen(f"http://{address}/livez", timeout=5) as answer:
        assert answer.status == 200
    for headers in ({}, {"Authorization": "Bearer guess"}):
        for path in ("/mcp", "/v1/ask"):
            request = Request(f"http://{address}{path}", data=b"{}", headers=headers)
            with pytest.raises(HTTPError) as refused:
                urlopen(request, timeout=5)  # noqa: S310 - a loopback address
            with refused.value as answer:
                assert answer.code == 401 and json.loads(answer.read())["detail"]


def test_a_session_belongs_to_the_token_that_opened_it(address: BindAddress) -> None:
    greeting = {
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
    }  # fmt: skip
    kinds = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    first = Request(f"http://{address}/mcp", data=json.dumps(greeting).encode(), headers=kinds | bearer("T1"))
    with urlopen(first, timeout=5) as answer:  # noqa: S310 - a loopback address
        session = {"Mcp-Session-Id": answer.headers["mcp-session-id"]}
    listing = json.dumps({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}).encode()
    for workspace, status in (("T2", 404), ("T1", 200)):
        again = Request(f"http://{address}/mcp", data=listing, headers=kinds | session | bearer(workspace))
        try:
            with urlopen(again, timeout=5) as answer:  # noqa: S310
                assert answer.status == status
        except HTTPError as refused:
            with refused:
                assert refused.code == status


def test_without_a_token_nothing_is_served(advisor: Advisor, tmp_path: Path) -> None:
    assert doors(settings_with(""), desk_of(advisor, tmp_path)) == Doors()
