"""`chipscout mcp`: the server for agents, its tokens, and its entry in a client's config."""

from __future__ import annotations

import importlib.util
from datetime import date
from typing import TYPE_CHECKING

import click

from bot.commands.common import Day, load_facts, vocabulary_of
from bot.environment import database_path
from bot.wording.errors import UserError
from bot.wording.words import say

if TYPE_CHECKING:
    from bot.api.desk import Desk

WORDS = "agents/commands.j2"


@click.group("mcp", invoke_without_command=True, help=say("help.j2", "mcp"))
@click.option("--http", metavar="HOST:PORT", help=say("help.j2", "mcp_http"))
@click.option("--as-of", type=Day(), default=None, help=say("help.j2", "as_of"))
@click.pass_context
def mcp(context: click.Context, http: str | None, as_of: date | None) -> None:
    if context.invoked_subcommand is not None:
        return
    if importlib.util.find_spec("mcp") is None:
        raise UserError("extra_missing", extra="agents")
    if http is not None:
        _serve(as_of, http)
        return
    from bot.inputs.measurement import LOCAL
    from bot.mcp_server.server import server

    server(_desk(as_of), LOCAL).run()


@mcp.command("install", help=say("help.j2", "mcp_install"))
@click.argument("client", required=False)
@click.option("--print", "only_print", is_flag=True, help=say("help.j2", "mcp_print"))
def install(client: str | None, only_print: bool) -> None:
    from bot.mcp_server.install import clients, planned, write

    known = clients()
    if client not in known:
        raise UserError("unknown_client", name=client or "", known=sorted(known))
    made = planned(known[client])
    if only_print:
        click.echo(made.text, nl=False)
        return
    if not made.is_new:
        click.echo(say(WORDS, "already", made.client.title, str(made.client.path)))
        return
    backup = write(made)
    click.echo(say(WORDS, "installed", made.client.title, str(made.client.path), str(backup) if backup else ""))


@mcp.command("token", help=say("help.j2", "mcp_token"))
@click.argument("workspace")
def token(workspace: str) -> None:
    from bot.api.access import entries, entry_of, new_token

    made = new_token()
    line = entry_of(workspace, made)
    try:
        entries(line)
    except UserError:
        raise UserError("bad_workspace", name=workspace) from None
    click.echo(say(WORDS, "token", made))
    click.echo(say(WORDS, "entry"))
    click.echo(line)


@mcp.command("skill", help=say("help.j2", "mcp_skill"))
def skill() -> None:
    from importlib import resources

    click.echo((resources.files("templates") / "agents" / "SKILL.md").read_text(encoding="utf-8"), nl=False)


def _desk(as_of: date | None) -> Desk:
    from bot.advice.advisor import Advisor
    from bot.api.desk import Desk
    from bot.api.own_data import FileData
    from bot.prices.market_cache import Markets
    from bot.reader.configured import reader_of

    path = database_path.path()
    facts = load_facts()
    markets, words = Markets(path, facts), vocabulary_of(facts)
    return Desk(Advisor(facts, as_of, markets, reader=reader_of(facts), vocabulary=words), FileData(path), path)


def _serve(as_of: date | None, http: str) -> None:
    """Over HTTP alone, without Slack, until it is told to stop."""
    import logging
    import signal
    import threading

    from bot.environment import log as logs
    from bot.environment.settings import load
    from bot.mcp_server.doors import doors
    from bot.slack.http_mode import BindAddress, listening, site
    from bot.slack.processes import STOPS

    settings = load()
    address = BindAddress.read(http)
    if not settings.chipscout_api_tokens.get_secret_value():
        raise UserError("tokens_missing")
    opened = doors(settings, _desk(as_of))
    logs.set_up(settings.log, settings.log_format)
    stop = threading.Event()
    for number in STOPS:
        signal.signal(number, lambda _number, _frame: stop.set())
    with listening(site(ready=lambda: None, doors=opened), address) as bound:
        logging.getLogger(__name__).info("listening on http://%s", bound)
        stop.wait()
