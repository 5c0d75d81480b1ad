"""`chipscout compare`: instance types or accelerators side by side."""

from __future__ import annotations

import json
from typing import Any

import click

from bot.advice.advisor import Advisor
from bot.commands.ask import show
from bot.commands.common import advisor_of
from bot.wording.errors import UserError
from bot.wording.words import say
from engine.answers import FactAnswer
from engine.answers.compare import NOT_SOLD, SIDES


@click.command(help=say("help.j2", "compare"))
@click.argument("names", nargs=-1, required=True, metavar="NAME NAME...")
@click.option("--json", "as_json", is_flag=True, help=say("help.j2", "as_json"))
def compare(names: tuple[str, ...], as_json: bool) -> None:
    advisor = advisor_of()
    if not 2 <= len(names) <= SIDES:
        raise UserError("compare_how_many", most=SIDES, got=len(names))
    for name in names:
        _known(name, advisor)
    answer = advisor.ask(f"compare {' and '.join(names)} side by side")
    if answer.facts is None or len(answer.facts.sides) < 2:
        raise UserError("compare_same", names=names)
    if as_json:
        click.echo(json.dumps(records(answer.facts), ensure_ascii=False, indent=1))
    else:
        show(answer)


def records(found: FactAnswer) -> list[dict[str, Any]]:
    """One flat record a side; what is not sold so, or unknown, is null."""
    return [
        {"instance": side}
        | {line.code: None if line.values[at] == NOT_SOLD else line.values[at] for line in found.properties}
        | {"cites": sorted({cite for line in found.properties for cite in line.cites})}
        for at, side in enumerate(found.sides)
    ]


def _known(name: str, advisor: Advisor) -> None:
    """Refuses a name that is no chip and no instance type, with the nearest one that is."""
    profile = advisor.ask(name).reading.profile if name.strip() else None
    if profile is not None and (profile.candidates or set(profile.instances) & advisor.facts.instances.keys()):
        return
    from rapidfuzz import process

    known = [*advisor.facts.instances, *advisor.facts.accelerators]
    near = process.extractOne(name, known, score_cutoff=60)
    raise UserError("unknown_id", name=name, near=near[0] if near else None)
