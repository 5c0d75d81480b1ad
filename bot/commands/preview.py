"""`chipscout preview`: a card as an HTML page that looks like Slack, for people without a workspace."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from bot.advice.advisor import Answer
from bot.commands.common import Day, advisor_of, local_team, settings_of
from bot.preview import html
from bot.preview.page import WIDE, Theme
from bot.preview.surfaces import SURFACES, behind
from bot.wording.errors import UserError
from bot.wording.words import say

PHONE = 320  # the narrowest screen in use


@click.command(help=say("help.j2", "preview"))
@click.argument("text", nargs=-1)
@click.option("--surface", type=click.Choice(list(SURFACES)), default="card", help=say("help.j2", "surface"))
@click.option("--out", type=click.Path(path_type=Path), default=None, metavar="FILE", help=say("help.j2", "out"))
@click.option("--theme", type=click.Choice(["light", "dark"]), default="light", help=say("help.j2", "theme"))
@click.option("--width", type=click.IntRange(PHONE), default=WIDE, help=say("help.j2", "width"))
@click.option("--open", "is_open", is_flag=True, help=say("help.j2", "is_open"))
@click.option("--as-of", type=Day(), default=None, help=say("help.j2", "as_of"))
@click.option("--set", "pairs", multiple=True, metavar="SLOT=VALUE", help=say("help.j2", "set_slot"))
def preview(
    text: tuple[str, ...],
    surface: str,
    out: Path | None,
    theme: Theme,
    width: int,
    is_open: bool,
    as_of: date | None,
    pairs: tuple[str, ...],
) -> None:
    def ask() -> Answer:
        return advisor_of(as_of).ask(" ".join(text), settings=settings_of(pairs), team=local_team())

    blocks, alt_text, kind, title = SURFACES[surface](ask)
    blocks = [*blocks, *(behind(surface, ask) if is_open else ())]
    page = html(blocks, text=alt_text, theme=theme, width=width, surface=kind, title=title, is_open=is_open)
    if out is None:
        click.echo(page)
        return
    try:
        out.write_text(page, encoding="utf-8")
    except OSError as problem:
        raise UserError("unwritable_file", path=str(out), reason=problem.strerror or "") from None
    click.echo(say("words/slack.j2", "previewed", out))
