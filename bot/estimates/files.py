"""The text of config files: on disk, from standard input, and as they were in a folder or a git revision."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from bot.wording.errors import UserError
from engine.configs.syntax.entries import MOST_CHARACTERS

LARGEST = 1_000_000  # bytes; the reader takes fewer characters
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
NO_LETTERS = frozenset({*range(9), 11, *range(14, 32), *range(127, 160)})  # bytes no text of one-byte letters has
GIT_SECONDS = 20.0
STDIN = "-"
NO_QUESTIONS = {"GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}


class ConfigFile(NamedTuple):
    """A file as text; `name` as it is shown and keyed by."""

    name: str
    text: str


def config_file(path: str) -> ConfigFile:
    """A file on disk, or standard input for `-`.

    Raises:
        UserError: no such file, too large, or no text.
    """
    if path == STDIN:
        return ConfigFile("", decoded(path, sys.stdin.buffer.read(LARGEST + 1)))
    try:
        with Path(path).open("rb") as file:
            return ConfigFile(path, decoded(path, file.read(LARGEST + 1)))
    except OSError as error:
        raise UserError("unreadable_file", path=path, reason=error.strerror or "") from None


def decoded(name: str, content: bytes) -> str:
    """Bytes as text.

    Raises:
        UserError: too many, or no text.
    """
    if len(content) > LARGEST:
        raise UserError("config_unread", problem="too_large", file=name, line=0, detail=f"{MOST_CHARACTERS:,}")
    encoding = "utf-16" if content.startswith(UTF_16) else "utf-8-sig"
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        pass
    if encoding == "utf-8-sig" and not NO_LETTERS.intersection(content):
        return content.decode("latin-1")  # letters of one byte: of an editor that knows no UTF-8
    raise UserError("config_unread", problem="not_text", file=name, line=0, detail="")


def base_file(path: str, base: str) -> ConfigFile | None:
    """A file as it was in `base`: another file, a folder that holds one of the same name, or a git revision.

    None where it was not there.

    Raises:
        UserError: there is no such base, or the file in it cannot be read.
    """
    if Path(base).is_file():
        return ConfigFile(path, config_file(base).text)
    if Path(base).is_dir():
        names = ([] if Path(path).is_absolute() else [path]) + [Path(path).name]
        places = [Path(base) / name for name in names if (Path(base) / name).is_file()]
        return ConfigFile(path, config_file(str(places[0])).text) if places else None
    folder, name = Path(path).parent, Path(path).name
    while not folder.is_dir():  # a folder that was removed since
        folder, name = folder.parent, f"{folder.name}/{name}"
    if base.startswith("-") or _git(folder, "rev-parse", "--quiet", "--verify", f"{base}^{{commit}}") is None:
        raise UserError("estimate_base", base=base)
    content = _git(folder, "show", "--no-textconv", f"{base}:./{name}")
    return None if content is None else ConfigFile(path, decoded(path, content))


def _git(folder: Path, *arguments: str) -> bytes | None:
    """What git prints; None if it refuses, is not installed, or takes too long."""
    command = ["git", "-C", str(folder), "--no-pager", *arguments]
    try:
        done = subprocess.run(  # noqa: S603 - a list of arguments, no shell
            command, capture_output=True, timeout=GIT_SECONDS, check=False, env={**os.environ, **NO_QUESTIONS}
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
