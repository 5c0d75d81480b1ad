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
    asked = [understood(name, advisor) for name in names]
    answer = advisor.ask(f"compare {' and '.join(asked)} side by side")
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


def understood(name: str, advisor: Advisor) -> str:
    """The name as the reader of questions understands it.

    Raises:
        UserError: it is no chip and no instance type; with the nearest one that is.
    """
    names = names_of(advisor.facts)
    instance, chip = names.instance(name), names.chip(name)
    called = (instance.id, *instance.aliases) if instance else (name, *((chip.id, *chip.aliases) if chip else ()))
    for word in called:
        if word.strip() and _is_read(word, advisor):
            return word
    raise UserError("unknown_id", name=name, near=names.nearest(name))


def _is_read(name: str, advisor: Advisor) -> bool:
    try:
        profile = advisor.parse(name).profile
    except UserError:
        return False
    return bool(profile.candidates or set(profile.instances) & advisor.facts.instances.keys())
