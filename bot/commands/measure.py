"""`chipscout measure`: what the team measured itself, recorded so that the next verdict rests on it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime
from typing import Any, get_args
from zoneinfo import ZoneInfo

import click

from bot.advice.own_sources import (
    name_of,
)
from bot.commands.common import Day, load_facts
from bot.environment import database_path
from bot.inputs.measurement import (
    LOCAL,
    TypedMeasurement,
    measurement,
    own_json,
)
from bot.wording.errors import UserError
from bot.wording.words import say
from engine.library import Library
from engine.speed.own_measurements import against_estimate, implied, shape_of
from engine.speed.throughput import achieved
from engine.training.own_run import OwnRun
from engine.workload.profile import Method, Task
from knowledge.store.store import Store, StoreError

workspace_option = click.option(
    "--workspace", default=LOCAL, show_default=True, metavar="ID", help=say("help.j2", "workspace")
)


@click.group(help=say("help.j2", "measure"))
def measure() -> None:
    pass


@measure.command(help=say("help.j2", "measure_add"))
@click.option("--on", required=True, metavar="TYPE", help=say("help.j2", "measure_on"))
@click.option("--tokens-per-second", required=True, metavar="N", help=say("help.j2", "measure_speed"))
@click.option("--model", metavar="NAME", help=say("help.j2", "measure_model"))
@click.option("--parameters", metavar="N", help=say("help.j2", "measure_parameters"))
@click.option("--task", type=click.Choice(get_args(Task)), default="fine_tuning", help=say("help.j2", "measure_task"))
@click.option("--method", type=click.Choice(get_args(Method)), default="full", help=say("help.j2", "measure_method"))
@click.option("--sequence", type=click.IntRange(min=1), metavar="N", help=say("help.j2", "measure_sequence"))
@click.option("--chips", type=click.IntRange(min=1), metavar="N", help=say("help.j2", "measure_chips"))
@click.option("--precision", type=click.Choice(("bf16", "fp8")), default="bf16", help=say("help.j2", "precision"))
@click.option("--per-chip", is_flag=True, help=say("help.j2", "measure_per_chip"))
@click.option("--date", "measured_on", type=Day(), default=None, help=say("help.j2", "measure_date"))
@click.option("--by", metavar="WHO", help=say("help.j2", "measure_by"))
@click.option("--note", metavar="TEXT", help=say("help.j2", "measure_note"))
@workspace_option
@click.option("--json", "as_json", is_flag=True, help=say("help.j2", "as_json"))
def add(as_json: bool, measured_on: date | None, **typed: Any) -> None:
    today = datetime.now(ZoneInfo("UTC")).date()
    facts = load_facts()
    with _store() as store:
        before = Library(facts, store.measurements.of_team(typed["workspace"]))
        made = measurement(TypedMeasurement(measured_on=measured_on or today, **typed), before, today)
        made = store.measurements.add(made)
    if as_json:
        click.echo(json.dumps(own_json(made, before), ensure_ascii=False, indent=1))
        return
    found = implied(made, before)
    estimate = achieved(
        made.kind,
        facts.accelerators[made.accelerator],
        shape_of(made, facts),
        before,
        OwnRun(made.method, made.sequence_length),
    )
    click.echo(
        say("words/card/own.j2", "recorded", made, name_of(made, facts), facts.accelerators[made.accelerator].name)
    )
    click.echo(say("words/card/own.j2", "implies", made, found))
    if estimate is not None:
        click.echo(say("words/card/own.j2", "compared", made, estimate, against_estimate(made, estimate, before)))
    if made.kind == "training":
        low, high = (before.constants.likely(name) for name in ("own_low_mfu", "own_high_mfu"))
        if not low <= found.share <= high:
            click.echo(say("words/card/own.j2", "very_slow" if found.share < low else "very_fast", made, found))


@measure.command(name="list", help=say("help.j2", "measure_list"))
@workspace_option
@click.option("--json", "as_json", is_flag=True, help=say("help.j2", "as_json"))
def list_(workspace: str, as_json: bool) -> None:
    facts = load_facts()
    with _store() as store:
        held = store.measurements.of_team(workspace)
    library = Library(facts, held)
    if as_json:
        click.echo(
            json.dumps(
                [own_json(row, library) for row in held if row.accelerator in facts.accelerators],
                ensure_ascii=False,
                indent=1,
            )
        )
        return
    for row in held:
        if row.accelerator not in facts.accelerators:  # the facts may have been changed since
            click.echo(say("words/card/own.j2", "of_no_known_chip", row))
            continue
        chip = facts.accelerators[row.accelerator].name
        click.echo(say("words/card/own.j2", "line", row, name_of(row, facts), chip, implied(row, library)))
    if not held:
        click.echo(say("words/card/own.j2", "nothing", workspace))


@measure.command(help=say("help.j2", "measure_remove"))
@click.argument("number", metavar="ID")
@workspace_option
def remove(number: str, workspace: str) -> None:
    digits = number.removeprefix("own-")
    with _store() as store:
        if not digits.isdecimal() or not store.measurements.remove(workspace, int(digits[:18])):
            raise UserError("measure_unknown", number=number)
    click.echo(say("words/card/own.j2", "removed", digits))


@contextmanager
def _store() -> Iterator[Store]:
    path = database_path.path()
    try:
        with Store(path, time.time) as store:
            yield store
    except StoreError as problem:
        raise UserError("store_unusable", path=str(path), reason=problem.reason) from problem
