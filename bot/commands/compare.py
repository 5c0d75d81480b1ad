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
from knowledge.facts import names_of


@click.command(help=say("help.j2", "compare"))
@click.argument("names", nargs=-1, required=True, metavar="NAME NAME...")
@click.option("--json", "as_json", is_flag=True, help=say("help.j2", "as_json"))
def compare(names: tuple[str, ...], as_json: bool) -> None:
    advisor = advisor_of()
    if not 2 <= len(names) <= SIDES:
        raise UserError("compare_how_many", most=SIDES, got=len(names))
    readable = [readable_name(name, advisor) for name in names]
    answer = advisor.ask(f"compare {' and '.join(readable)} side by side")
    if answer.facts is None or len(answer.facts.sides) < 2:
        raise UserError("compare_same", names=names)
    if as_json:
        click.echo(json.dumps(records(answer.facts), ensure_ascii=False, indent=1))
    else:
        show(answer)


def records(answer: FactAnswer) -> list[dict[str, Any]]:
    """One flat record for each side; null for what is not sold that way, or unknown."""
    return [
        {"instance": side}
        | {line.code: None if line.values[at] == NOT_SOLD else line.values[at] for line in answer.properties}
        | {"cites": sorted({cite for line in answer.properties for cite in line.cites})}
        for at, side in enumerate(answer.sides)
    ]


def readable_name(name: str, advisor: Advisor) -> str:
    """A spelling of the name that the question parser understands.

    Raises:
        UserError: no chip or instance type has it; names the nearest.
    """
    names = names_of(advisor.facts)
    instance, chip = names.instance(name), names.chip(name)
    spellings = (instance.id, *instance.aliases) if instance else (name, *((chip.id, *chip.aliases) if chip else ()))
    for spelling in spellings:
        if spelling.strip() and _is_understood(spelling, advisor):
            return spelling
    raise UserError("unknown_id", name=name, near=names.nearest(name))


def _is_understood(name: str, advisor: Advisor) -> bool:
    try:
        profile = advisor.parse(name).profile
    except UserError:
        return False
    return bool(profile.candidates or set(profile.instances) & advisor.facts.instances.keys())
