"""The SDK's own client, in a plain test."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from mcp import Client
from mcp_types import CallToolResult, ElicitRequestParams, ElicitResult

Result = TypeVar("Result")


def asking(server: Any, talk: Callable[[Client], Awaitable[Result]], **how: Any) -> Result:
    """What a conversation with the server comes to."""

    async def run() -> Result:
        async with Client(server, **how) as client:
            return await talk(client)

    return asyncio.run(run())


def called(server: Any, name: str, arguments: dict[str, Any], **how: Any) -> CallToolResult:
    """One tool, called once."""

    async def talk(client: Client) -> CallToolResult:
        return await client.call_tool(name, arguments)

    return asking(server, talk, **how)


class User:
    """Replies to forms with what it is given, and remembers what it was asked."""

    def __init__(self, action: str, content: dict[str, Any] | None = None) -> None:
        self.reply = ElicitResult.model_validate({"action": action, "content": content})
        self.asked: list[ElicitRequestParams] = []

    async def __call__(self, _context: object, params: ElicitRequestParams) -> ElicitResult:
        self.asked.append(params)
        return self.reply
