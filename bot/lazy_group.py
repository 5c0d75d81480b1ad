"""A group of commands that are imported when they are called, and listed without importing any."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

import click


class LazyGroup(click.Group):
    """`lazy` maps a command's name to `module:attribute` and to its help, a macro of `help.j2`."""

    def __init__(self, *args: Any, lazy: Mapping[str, tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._lazy = lazy

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return sorted(self._lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - the same
        if cmd_name not in self._lazy:
            return None
        module, name = self._lazy[cmd_name][0].split(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands as click writes it, from the help texts alone."""
        from bot.wording.words import say

        names = self.list_commands(ctx)
        limit = formatter.width - 6 - max(map(len, names))
        with formatter.section("Commands"):
            formatter.write_dl([(name, make_short(say("help.j2", self._lazy[name][1]), limit)) for name in names])


def make_short(text: str, limit: int) -> str:
    """The first sentence, cut at a word where it is longer than `limit`."""
    return click.Command("short", help=text).get_short_help_str(limit)
