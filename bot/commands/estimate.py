"""`chipscout estimate`: fit, hours and dollars of config files, and what a change of them costs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

import click

from bot.advice.advisor import Advisor
from bot.advice.team import TeamData
from bot.card.as_json import answer_json
from bot.commands.ask import show
from bot.commands.common import Day, advisor_of, local_team, settings_of
from bot.estimates.as_json import comparison_json, estimates_json
from bot.estimates.comment import Compared, comment
from bot.estimates.estimator import Job, estimated, jobs, library_of
from bot.estimates.files import STDIN, ConfigFile, base_file, config_file
from bot.estimates.said import said_too
from bot.estimates.served import asked_of
from bot.wording.errors import UserError
from bot.wording.words import error, say
from engine.estimates.comparison import Comparison, compare
from engine.estimates.run import Run, run_of


@click.command(help=say("help.j2", "estimate"))
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--diff", "base", default=None, metavar="BASE", help=say("help.j2", "estimate_diff"))
@click.option("--json", "as_json", is_flag=True, help=say("help.j2", "as_json"))
@click.option("--as-of", type=Day(), default=None, help=say("help.j2", "as_of"))
@click.option("--set", "pairs", multiple=True, metavar="SLOT=VALUE", help=say("help.j2", "estimate_set"))
@click.option("--on", default=None, metavar="TYPE", help=say("help.j2", "estimate_on"))
@click.option("--full", is_flag=True, help=say("help.j2", "estimate_full"))
def estimate(
    files: tuple[str, ...],
    base: str | None,
    as_json: bool,
    as_of: date | None,
    pairs: tuple[str, ...],
    on: str | None,
    full: bool,
) -> None:
    settings, advisor, team = settings_of(pairs), advisor_of(as_of), local_team()
    if base is not None:
        _compare(advisor, team, files, base, settings, on, as_json=as_json)
        return
    read = [config_file(path) for path in files]
    if (asked := asked_of(read, advisor.facts)) is not None:  # it trains nothing: a question of serving
        answer = advisor.ask(asked, team=team)
        if as_json:
            click.echo(json.dumps(answer_json(answer), ensure_ascii=False, indent=1))
        else:
            show(answer, full=full)
        return
    runs = [
        estimated(advisor, job, settings=settings, on=on, team=team, full=full) for job in jobs(read, advisor.facts)
    ]
    if as_json:
        click.echo(json.dumps(estimates_json(runs), ensure_ascii=False, indent=1))
        return
    for number, run in enumerate(runs):
        if len(runs) > 1:
            click.echo(("\n" if number else "") + say("words/estimates.j2", "run_of_file", run.job.name))
        show(run.shown, full=full)


def _compare(
    advisor: Advisor,
    team: TeamData,
    files: Sequence[str],
    base: str,
    settings: Mapping[str, str],
    on: str | None,
    *,
    as_json: bool,
) -> None:
    """Both versions at today's prices."""
    if STDIN in files or (Path(base).is_file() and len(files) > 1):
        raise UserError("estimate_diff_files")
    before = [file for path in files if (file := base_file(path, base))]
    after = [file for path in files if (file := _now(path, before))]
    if not before and not after:
        raise UserError("unreadable_file", path=files[0], reason="No such file or directory")
    (before, _), (after, unread) = _readable(before, advisor), _readable(after, advisor)
    broken = {problem.values.get("file") for problem in unread}
    old = {
        name: run for name, run in _runs(advisor, before, settings, on).items() if name not in broken
    }  # what can no longer be read was not removed
    new = _runs(advisor, after, settings, on)
    if not old and not new and unread:
        raise unread[0]
    library, day = library_of(advisor, team), advisor.today()
    compared = [
        Compared(name=name, found=compare(old.get(name), new.get(name), library, day))
        for name in dict.fromkeys((*new, *old))
    ]
    text = comment(compared, day, [error(each) for each in unread])
    if not as_json:
        click.echo(text, nl=False)
        return
    found: list[tuple[str, Comparison]] = [(entry.name, entry.found) for entry in compared]
    body = {"schema_version": 1, "as_of": day.isoformat(), "runs": [comparison_json(*each) for each in found]}
    click.echo(json.dumps(body | {"comment": text}, ensure_ascii=False, indent=1))


def _now(path: str, before: Sequence[ConfigFile]) -> ConfigFile | None:
    """The file as it is; None where it was removed since the base."""
    if not Path(path).exists() and any(file.name == path for file in before):
        return None
    return config_file(path)


def _readable(files: Sequence[ConfigFile], advisor: Advisor) -> tuple[list[ConfigFile], list[UserError]]:
    """The files that can be read, and what is wrong with the others: a change may hold files of any kind."""
    found, wrong = [], []
    for file in files:
        try:
            jobs([file], advisor.facts)
        except UserError as problem:
            wrong.append(problem)
        else:
            found.append(file)
    return found, wrong


def _runs(
    advisor: Advisor, files: Sequence[ConfigFile], settings: Mapping[str, str], on: str | None
) -> dict[str, Run]:
    """By the name of the training config."""
    made: tuple[Job, ...] = jobs(files, advisor.facts) if files else ()
    return {job.name: said_too(run_of(job.reading), settings, on, advisor.facts) for job in made}
