"""`chipscout measure`: records the team's own measurements, which later verdicts use."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from datetime import date, datetime
from pathlib import Path
from typing import Any, get_args
from zoneinfo import ZoneInfo

import click

from bot.advice.own_sources import name_of
from bot.commands.common import Day, load_facts, open_store
from bot.commands.terminal import is_terminal, table
from bot.inputs.measurement import (
    LOCAL,
    TypedMeasurement,
    measurement,
    own_json,
)
from bot.inputs.measurement_log import SaidOfLog, from_log, held_already, text_of
from bot.wording.errors import UserError
from bot.wording.words import say
from engine.library import Library
from engine.speed.own_measurements import against_estimate, implied, shape_of
from engine.speed.throughput import achieved
from engine.training.own_run import OwnRun
from engine.workload.profile import Method, Task
from knowledge.facts import OwnMeasurement

WORDS = "words/card/own.j2"
FIGURES = (4, 5, 6)  # right-aligned columns

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
    with open_store() as store:
        before = Library(facts, store.measurements.of_team(typed["workspace"]))
        recorded = measurement(TypedMeasurement(measured_on=measured_on or today, **typed), before, today)
        recorded = store.measurements.add(recorded)
    if as_json:
        click.echo(json.dumps(own_json(recorded, before), ensure_ascii=False, indent=1))
        return
    _report(recorded, before)


def _report(recorded: OwnMeasurement, before: Library, *, of_log: bool = False) -> None:
    """What was recorded, the MFU it implies, and how far it is from the estimate so far."""
    facts = before.facts
    implication = implied(recorded, before)
    estimate = achieved(
        recorded.kind,
        facts.accelerators[recorded.accelerator],
        shape_of(recorded, facts),
        before,
        OwnRun(recorded.method, recorded.sequence_length),
    )
    click.echo(
        say(WORDS, "recorded", recorded, name_of(recorded, facts), facts.accelerators[recorded.accelerator].name)
    )
    click.echo(say(WORDS, "implies", recorded, implication))
    if estimate is not None:
        click.echo(say(WORDS, "compared", recorded, estimate, against_estimate(recorded, estimate, before)))
    if recorded.kind == "training":
        low, high = (before.constants.likely(name) for name in ("own_low_mfu", "own_high_mfu"))
        if not low <= implication.share <= high:
            slow = "very_slow_log" if of_log else "very_slow"
            click.echo(say(WORDS, slow if implication.share < low else "very_fast", recorded, implication))


@measure.command(name="import", help=say("help.j2", "measure_import"))
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--on", metavar="TYPE", help=say("help.j2", "measure_import_on"))
@click.option("--model", metavar="NAME", help=say("help.j2", "measure_model"))
@click.option("--parameters", metavar="N", help=say("help.j2", "measure_parameters"))
@click.option("--task", type=click.Choice(get_args(Task)), default="fine_tuning", help=say("help.j2", "measure_task"))
@click.option("--method", type=click.Choice(get_args(Method)), default="full", help=say("help.j2", "measure_method"))
@click.option("--sequence", type=click.IntRange(min=1), metavar="N", help=say("help.j2", "measure_import_sequence"))
@click.option("--global-batch", type=click.IntRange(min=1), metavar="N", help=say("help.j2", "measure_global_batch"))
@click.option(
    "--tokens-per-sample",
    type=click.FloatRange(min=0, min_open=True),
    metavar="N",
    help=say("help.j2", "measure_tokens_per_sample"),
)
@click.option("--chips", type=click.IntRange(min=1), metavar="N", help=say("help.j2", "measure_chips"))
@click.option("--precision", type=click.Choice(("bf16", "fp8")), help=say("help.j2", "precision"))
@click.option("--date", "measured_on", type=Day(), default=None, help=say("help.j2", "measure_date"))
@click.option("--by", metavar="WHO", help=say("help.j2", "measure_by"))
@click.option("--note", metavar="TEXT", help=say("help.j2", "measure_note"))
@click.option("--dry-run", is_flag=True, help=say("help.j2", "measure_dry_run"))
@workspace_option
@click.option("--json", "as_json", is_flag=True, help=say("help.j2", "as_json"))
def import_(file: Path, as_json: bool, dry_run: bool, **typed: Any) -> None:
    text = text_of(file)
    if typed["on"] is None and is_terminal() and sys.stdin.isatty():
        typed["on"] = click.prompt(say("help.j2", "measure_ask_machine"))
    today = datetime.now(ZoneInfo("UTC")).date()
    facts = load_facts()
    with open_store() as store:
        before = Library(facts, store.measurements.of_team(typed["workspace"]))
        read = from_log(text, SaidOfLog(**typed), before, today)
        held = held_already(read, store.measurements.of_team(typed["workspace"]))
        recorded = held or (read.measured if dry_run else store.measurements.add(read.measured))
    if as_json:
        told = {
            "format": read.log.format,
            "recorded": not (dry_run or held),
            "held_already": held is not None,
        } | asdict(read.found)
        click.echo(json.dumps(own_json(recorded, before) | {"log": told}, ensure_ascii=False, indent=1))
        return
    click.echo(say(WORDS, "from_log", read.log, read.found))
    if held is not None:
        click.echo(say(WORDS, "held_already", held))
        return
    if dry_run:
        click.echo(say(WORDS, "implies", recorded, implied(recorded, before)))
        return
    _report(recorded, before, of_log=True)


@measure.command(name="list", help=say("help.j2", "measure_list"))
@workspace_option
@click.option("--json", "as_json", is_flag=True, help=say("help.j2", "as_json"))
def list_(workspace: str, as_json: bool) -> None:
    facts = load_facts()
    with open_store() as store:
        measurements = store.measurements.of_team(workspace)
    library = Library(facts, measurements)
    if as_json:
        click.echo(
            json.dumps(
                [own_json(row, library) for row in measurements if row.accelerator in facts.accelerators],
                ensure_ascii=False,
                indent=1,
            )
        )
        return
    known = [row for row in measurements if row.accelerator in facts.accelerators]
    if known and is_terminal():
        heads = tuple(say(WORDS, "heads").split("|"))
        click.echo(table([heads, *(_cells(row, library) for row in known)], FIGURES))
    for row in measurements:
        if row not in known:  # the facts may have changed since
            click.echo(say(WORDS, "of_no_known_chip", row))
        elif not is_terminal():
            chip = facts.accelerators[row.accelerator].name
            click.echo(say(WORDS, "line", row, name_of(row, facts), chip, implied(row, library)))
    if not measurements:
        click.echo(say(WORDS, "nothing", workspace))


def _cells(row: OwnMeasurement, library: Library) -> tuple[str, ...]:
    chip = library.facts.accelerators[row.accelerator].name
    text = say(WORDS, "cells", row, name_of(row, library.facts), chip, implied(row, library))
    return tuple(cell.strip() for cell in text.split("|"))


@measure.command(help=say("help.j2", "measure_remove"))
@click.argument("number", metavar="ID")
@workspace_option
def remove(number: str, workspace: str) -> None:
    digits = number.removeprefix("own-")
    with open_store() as store:
        if not digits.isdecimal() or not store.measurements.remove(workspace, int(digits[:18])):
            raise UserError("measure_unknown", number=number)
    click.echo(say(WORDS, "removed", digits))
