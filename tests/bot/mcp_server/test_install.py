"""The server's entry in a client's own config."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from bot.mcp_server.install import clients, entry, planned, write
from bot.wording.errors import UserError


@pytest.mark.parametrize("name", list(clients()))
def test_every_client_gets_the_entry_it_reads(name: str, tmp_path: Path) -> None:
    client = clients(tmp_path / "home", tmp_path / "project")[name]
    assert tmp_path in client.path.parents and write(planned(client)) is None
    text = client.path.read_text(encoding="utf-8")
    body = tomllib.loads(text) if client.is_toml else json.loads(text)
    made = body["servers" if name == "vscode" else "mcp_servers" if name == "codex" else "mcpServers"]["chipscout"]
    assert made == entry(client) and made["args"] == ["mcp"] and made["command"].endswith("chipscout")
    assert not planned(client).is_new


def test_what_is_there_stays_and_the_old_file_is_kept(tmp_path: Path) -> None:
    client = clients(tmp_path, tmp_path)["cursor"]
    client.path.parent.mkdir()
    old = '{"theme": "é", "mcpServers": {"other": {"command": "x"}, "chipscout": {"command": "old"}}}'
    client.path.write_text(old, encoding="utf-8")
    client.path.chmod(0o600)
    backup = write(planned(client))
    body = json.loads(client.path.read_text(encoding="utf-8"))
    assert body["theme"] == "é" and body["mcpServers"]["other"] == {"command": "x"}
    assert body["mcpServers"]["chipscout"] == entry(client) and client.path.stat().st_mode & 0o777 == 0o600
    assert backup is not None and backup.read_text(encoding="utf-8") == old


def test_a_table_of_the_user_in_toml_is_left_as_it_is(tmp_path: Path) -> None:
    client = clients(tmp_path, tmp_path)["codex"]
    client.path.parent.mkdir()
    client.path.write_text('# mine\nmodel = "x"\n', encoding="utf-8")
    write(planned(client))
    text = client.path.read_text(encoding="utf-8")
    assert text.startswith('# mine\nmodel = "x"\n\n[mcp_servers.chipscout]') and not planned(client).is_new


@pytest.mark.parametrize("content", ['{"mcpServers": ', "[1]", '{"mcpServers": 3}', "\xff\xfe"])
def test_a_file_that_cannot_be_read_is_not_touched(content: str, tmp_path: Path) -> None:
    client = clients(tmp_path, tmp_path)["cursor"]
    client.path.parent.mkdir()
    client.path.write_bytes(content.encode("latin-1"))
    with pytest.raises(UserError):
        planned(client)
    assert client.path.read_bytes() == content.encode("latin-1")


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    client = clients(tmp_path, tmp_path)["cursor"]
    client.path.parent.mkdir()
    real = tmp_path / "dotfiles.json"
    real.write_text("{}", encoding="utf-8")
    client.path.symlink_to(real)
    write(planned(client))
    assert client.path.is_symlink() and "chipscout" in real.read_text(encoding="utf-8")
