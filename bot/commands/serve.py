"""`chipscout serve` and `chipscout manifest`."""

from __future__ import annotations

import gc

import click

from bot.environment import database_path
from bot.wording.words import say

USUAL = (700, 10, 10)  # how often a process that stays collects: Python's own setting, which commands relax


@click.command(help=say("help.j2", "serve"))
@click.option("--http", metavar="HOST:PORT", help=say("help.j2", "serve_http"))
@click.option("--health", metavar="HOST:PORT", help=say("help.j2", "serve_health"))
def serve(http: str | None, health: str | None) -> None:
    from bot.advice.advisor import Advisor
    from bot.app import serve as run
    from bot.commands.common import load_facts, vocabulary_of
    from bot.environment.settings import load
    from bot.feeds.config import configured
    from bot.prices.market_cache import Markets
    from bot.reader.configured import reader_of

    facts = load_facts()
    markets = Markets(database_path.path(), facts, is_patient=False)
    advisor = Advisor(facts, markets=markets, reader=reader_of(facts), vocabulary=vocabulary_of(facts))
    gc.freeze()  # facts live as long as the process: the collector need not walk them
    gc.set_threshold(*USUAL)
    settings = load()
    run(settings, advisor, configured(facts).refreshing, http=http, health=health)


@click.command(help=say("help.j2", "manifest"))
@click.option("--http", "url", metavar="URL", help=say("help.j2", "manifest_http"))
def manifest(url: str | None) -> None:
    from bot.slack.manifest import manifest_text

    click.echo(manifest_text(url), nl=False)
