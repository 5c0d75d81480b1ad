"""Adds the server to a client's own config: what is there stays, and a file that cannot be read is not touched."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from bot.wording.errors import UserError

NAME = "chipscout"
ARGUMENTS = ("mcp",)
LARGEST = 5_000_000  # bytes of a config file
Json = dict[str, Any]


class Client(NamedTuple):
    """A program that starts MCP servers, and where it reads which."""

    id: str
    title: str
    path: Path
    key: str
    typed: bool = False

    @property
    def is_toml(self) -> bool:
        return self.path.suffix == ".toml"


class Installed(NamedTuple):
    """The file as it is to be, and whether that changes it."""

    client: Client
    text: str
    is_new: bool


def clients(home: Path | None = None, project: Path | None = None) -> dict[str, Client]:
    """Every client that is known, by its id."""
    text = (resources.files("templates") / "agents" / "clients.toml").read_text(encoding="utf-8")
    found = {}
    for name, row in tomllib.loads(text).items():
        written = row.get(sys.platform, row["path"])
        at_home = written.startswith("~/")
        base = (home or Path.home()) if at_home else (project or Path.cwd())
        path = base / written.removeprefix("~/")
        found[name] = Client(name, row["title"], path, row["key"], row.get("typed", False))
    return found


def entry(client: Client) -> Json:
    """How the client starts the server."""
    here = Path(sys.executable).parent
    command = shutil.which(NAME, path=str(here)) or shutil.which(NAME) or NAME
    return ({"type": "stdio"} if client.typed else {}) | {"command": command, "args": list(ARGUMENTS)}


def planned(client: Client) -> Installed:
    """The client's config with the server in it.

    Raises:
        UserError: its file is no such config.
    """
    old = _read(client)
    text = _toml(client, old) if client.is_toml else _json(client, old)
    return Installed(client, text, text != old)


def write(made: Installed) -> Path | None:
    """Replaces the file at once; gives where the old one is kept, if there was one.

    Raises:
        UserError: the folder cannot be written.
    """
    path = made.client.path
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        real = path.resolve()
        backup = None
        if real.exists():
            backup = real.with_name(f"{real.name}.before-{NAME}")
            shutil.copy2(real, backup)
        handle, name = tempfile.mkstemp(dir=real.parent, prefix=f".{NAME}-")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(made.text)
        if backup is not None:
            shutil.copymode(backup, name)
        Path(name).replace(real)
    except OSError as problem:
        raise UserError("unwritable_file", path=str(path), reason=problem.strerror or "") from None
    return backup


def _read(client: Client) -> str:
    """Its text; nothing where there is no file."""
    try:
        with client.path.open("rb") as file:
            return file.read(LARGEST).decode("utf-8-sig")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as problem:
        reason = getattr(problem, "strerror", None) or type(problem).__name__
        raise UserError("unreadable_file", path=str(client.path), reason=reason) from None


def _json(client: Client, old: str) -> str:
    try:
        body = json.loads(old) if old.strip() else {}
    except (ValueError, RecursionError):
        raise UserError("client_config", path=str(client.path), title=client.title) from None
    listed = body.get(client.key, {}) if isinstance(body, dict) else None
    if not isinstance(listed, dict):
        raise UserError("client_config", path=str(client.path), title=client.title)
    if listed.get(NAME) == entry(client):
        return old
    merged = {**body, client.key: {**listed, NAME: entry(client)}}
    return json.dumps(merged, ensure_ascii=False, indent=2) + "\n"


def _toml(client: Client, old: str) -> str:
    """The table is appended; one that is there already is the user's to change."""
    try:
        body = tomllib.loads(old)
    except tomllib.TOMLDecodeError:
        raise UserError("client_config", path=str(client.path), title=client.title) from None
    if NAME in body.get(client.key, {}):
        return old
    made = entry(client)
    lines = [f"[{client.key}.{NAME}]", *(f"{name} = {json.dumps(value)}" for name, value in made.items())]
    before = f"{old.rstrip()}\n\n" if old.strip() else ""
    return before + "\n".join(lines) + "\n"
