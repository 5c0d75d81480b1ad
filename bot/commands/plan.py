"""`chipscout plan`: what to rent, reserve, book or call for several workloads under one budget."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import click

from bot.commands.common import Day, advisor_of, local_team
from bot.estimates.files import config_file
from bot.fleet.as_json import plan_json
from bot.fleet.as_text import plan_text
from bot.fleet.file import fleet_file
from bot.fleet.planner import planned
from bot.wording.words import say


@click.command(help=say("help.j2", "plan"))
@click.argument("file", metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help=say("help.j2", "as_json"))
@click.option("--as-of", type=Day(), default=None, help=say("help.j2", "as_of"))
@click.option(
    "--picture", type=click.Path(path_type=Path), default=None, metavar="FILE", help=say("help.j2", "plan_picture")
)
def plan(file: str, as_json: bool, as_of: date | None, picture: Path | None) -> None:
    read = config_file(file)
    asked = fleet_file(read.name, read.text)
    answer = planned(advisor_of(as_of), asked, team=local_team())
    drawn = ""
    if picture is not None:
        from bot.fleet.as_picture import plan_chart

        drawn = plan_chart(answer, picture)
    if as_json:
        click.echo(json.dumps(plan_json(answer), ensure_ascii=False, indent=1))
        return
    click.echo(plan_text(answer), nl=False)
    if drawn:
        click.echo(f"\n{say('words/plan.j2', 'written', picture)} {drawn}")
