"""`chipscout mcp`."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from mcp import Client, StdioServerParameters

from bot.api.access import Access, entries
from bot.cli import chipscout
from bot.wording.errors import UserError
from tests import on_path
from tests.day import DAY

ROOT = Path(__file__).resolve().parents[3]


def test_an_agent_asks_over_standard_input_and_output(tmp_path: Path) -> None:
    command = shutil.which("chipscout", path=str(Path(sys.executable).parent))
    assert command is not None
    cache = os.environ.get("XDG_CACHE_HOME", str(tmp_path))
    env = {"CHIPSCOUT_DB": str(tmp_path / "none.db"), "XDG_CACHE_HOME": cache}
    started = StdioServerParameters(command=command, args=["mcp", "--as-of", DAY.isoformat()], env=env)

    async def ask() -> object:
        async with Client(started) as client:
            result = await client.call_tool("price", {"name": "p5.48xlarge", "region": "us-east-1"})
            return (result.structured_content or {})["choices"][0]["usd_per_hour"]

    assert asyncio.run(ask()) == 55.04


def test_nothing_but_the_protocol_is_printed(tmp_path: Path) -> None:
    first = {
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
    }  # fmt: skip
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"no database" * 100)  # what is said of it belongs on standard error
    ask = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "price", "arguments": {"name": "h"}}}
    text = "".join(
        json.dumps(each) + "\n" for each in (first, {"jsonrpc": "2.0", "method": "notifications/initialized"}, ask)
    )
    done = subprocess.run(
        [on_path.command(), "mcp"],
        input=text, capture_output=True, text=True, timeout=60, check=False, cwd=ROOT,
        env={**os.environ, "CHIPSCOUT_DB": str(broken)},
    )  # fmt: skip
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0 and lines and all(line["jsonrpc"] == "2.0" for line in lines)


def test_a_token_is_shown_once_with_the_entry_that_recognizes_it() -> None:
    printed = CliRunner().invoke(chipscout, ["mcp", "token", "T1"]).output.splitlines()
    token = printed[0].split()[-1]
    caller = Access(entries(printed[-1]), 60).caller(f"Bearer {token}")
    assert caller is not None and caller.workspace == "T1" and token not in printed[-1]
    assert isinstance(CliRunner().invoke(chipscout, ["mcp", "token", "T 1"]).exception, UserError)


def test_a_client_is_set_up_or_only_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shown = CliRunner().invoke(chipscout, ["mcp", "install", "claude-code", "--print"]).output
    assert json.loads(shown)["mcpServers"]["chipscout"]["args"] == ["mcp"] and not list(tmp_path.iterdir())
    said = [CliRunner().invoke(chipscout, ["mcp", "install", "claude-code"]).output for _ in range(2)]
    assert said[0].startswith("Added chipscout to Claude Code") and "already" in said[1]
    assert (tmp_path / ".mcp.json").read_text(encoding="utf-8") == shown
    for wrong in (["mcp", "install"], ["mcp", "install", "emacs"]):
        assert isinstance(CliRunner().invoke(chipscout, wrong).exception, UserError)


def test_without_the_extra_or_a_token_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CHIPSCOUT_API_TOKENS", raising=False)
    refused = CliRunner().invoke(chipscout, ["mcp", "--http", "127.0.0.1:0"]).exception
    assert isinstance(refused, UserError) and refused.code == "tokens_missing"
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    refused = CliRunner().invoke(chipscout, ["mcp"]).exception
    assert isinstance(refused, UserError) and refused.code == "extra_missing"


def test_the_skill_is_printed() -> None:
    assert CliRunner().invoke(chipscout, ["mcp", "skill"]).output.startswith("---\nname: chipscout\n")
