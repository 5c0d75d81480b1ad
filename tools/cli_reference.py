"""Writes docs/cli.md: every command with its arguments and options, as click knows them.

Run: make docs. A test fails when the file is not what this prints.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from bot.cli import chipscout

FILE = Path(__file__).resolve().parents[1] / "docs" / "cli.md"
HEADER = """# Every command

Written by `make docs` from the help texts; do not edit. [guide.md](guide.md) shows the commands at work. Exit status:
0 answered, 2 bad usage or input (one sentence on stderr), 1 an error of ours.
"""


def reference() -> str:
    """The text of the file."""
    return "\n".join([HEADER, *(line for path, command in commands(chipscout) for line in _section(path, command))])


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command and subcommand, with the words that call it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is None:
            continue
        yield (*path, name), command
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))


def _section(path: tuple[str, ...], command: click.Command) -> Iterator[str]:
    yield f"{'#' * (len(path) + 1)} {' '.join(path)}\n"
    yield f"{command.help}\n"
    context = click.Context(command, info_name=f"chipscout {' '.join(path)}")
    if isinstance(command, click.Group):
        return
    yield f"`{' '.join([context.info_name or '', *command.collect_usage_pieces(context)])}`\n"
    options = [option for option in command.params if isinstance(option, click.Option)]
    if options:
        yield "| option | what it does |"
        yield "|---|---|"
        yield from (f"| `{_spelling(option)}` | {_cell(option.help or '')} |" for option in options)
        yield ""


def _spelling(option: click.Option) -> str:
    names = ", ".join((*option.opts, *option.secondary_opts))
    if option.is_flag:
        return names
    kind = option.type
    value = option.metavar or (" or ".join(kind.choices) if isinstance(kind, click.Choice) else kind.name.upper())
    return f"{names} {value}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


def main() -> None:
    FILE.write_text(reference(), encoding="utf-8")


if __name__ == "__main__":
    main()
