"""`chipscout doctor`: is everything there that it takes to answer and to serve, and what to do if not."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

import click

from bot.commands.common import load_facts
from bot.commands.terminal import wrapped
from bot.environment import database_path, reader
from bot.environment.log import quiet_libraries
from bot.environment.settings import Settings, load
from bot.feeds.config import configured
from bot.health.checks_here import facts_finding, feed_findings, settings_findings, store_findings
from bot.health.finding import Finding
from bot.wording import words
from bot.wording.errors import UserError
from bot.wording.words import say

FAILED = 1


@click.command(help=say("help.j2", "doctor"))
@click.option("--offline", is_flag=True, help=say("help.j2", "doctor_offline"))
@click.option("--json", "as_json", is_flag=True, help=say("help.j2", "as_json"))
def doctor(offline: bool, as_json: bool) -> None:
    found = list(findings(offline))
    failed = sum(each.status == "fail" for each in found)
    if as_json:
        checks = [
            {"check": each.check, "status": each.status, "code": each.code, "text": each.text, "do": each.remedy}
            for each in found
        ]
        click.echo(json.dumps({"ok": not failed, "checks": checks}, ensure_ascii=False, indent=1))
    else:
        said = None
        for each in found:
            click.echo(f"{each.status:4}  {each.check:8}  {each.text}")
            if each.remedy and each.remedy != said:  # several clouds of a feed need the same
                click.echo(wrapped(each.remedy, indent=" " * 16))
            said = each.remedy
        click.echo(say("words/doctor.j2", "summary", failed, sum(each.status == "warn" for each in found)))
    if failed:
        sys.exit(FAILED)


def findings(offline: bool) -> Iterator[Finding]:
    """Line after line. What one check cannot tell is left out by those that build on it."""
    settings: Settings | UserError
    try:
        settings = load()
        reader.load()
    except UserError as problem:
        settings = problem
    yield from settings_findings(settings)
    feeds = None
    try:
        feeds = configured(load_facts())
    except UserError as problem:
        yield facts_finding(problem)
    else:
        yield facts_finding(None)
    try:
        path = database_path.path()
    except UserError as problem:
        yield Finding("store", "fail", "problem", {"sentence": words.error(problem)})
    else:
        yield from store_findings(path)
        if feeds is not None:
            yield from feed_findings(feeds, path)
    if isinstance(settings, UserError):
        return
    if offline:
        yield Finding("slack", "ok", "offline")
        return
    from bot.health.checks_slack import slack_findings

    with quiet_libraries():  # the line says what failed
        yield from slack_findings(settings)
