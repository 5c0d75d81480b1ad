"""`chipscout prices refresh`: reads every feed once. Called by cron, and by the schedule of `serve`.

Exit status 0 if every feed was read, 1 if one failed, 3 if another process is still reading one: cron reports
anything but 0.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import time
from functools import partial
from typing import Any

import click

from bot.commands.common import load_facts, open_store
from bot.commands.prices.progress import Bars, Lines, Silent
from bot.environment.secret import secret
from bot.feeds.config import Feeds, configured
from bot.feeds.losses import unusual_loss, unusual_share
from bot.feeds.memory import limit_memory
from bot.feeds.refresh import Refresher, RefreshOutcome
from bot.prices.held_files import held_files, held_sentences
from bot.prices.keep_beliefs import keep
from bot.wording.errors import UserError
from bot.wording.feed_reasons import WORDS, reason
from bot.wording.words import say
from knowledge.types.feeds import FeedDescription

FAILED, READ_ELSEWHERE = 1, 3
DONE = ("taken", "unchanged")


@click.command(help=say("help.j2", "refresh"))
@click.option("--feed", "names", multiple=True, metavar="FEED", help=say("help.j2", "refresh_feed"))
@click.option("--due", "only_due", is_flag=True, help=say("help.j2", "refresh_due"))
@click.option("--accept-shrunk", "accepts_shrunk", is_flag=True, help=say("help.j2", "refresh_shrunk"))
@click.option("--accept-repriced", "accepts_repriced", is_flag=True, help=say("help.j2", "accept_repriced"))
@click.option("--json", "as_json", is_flag=True, help=say("help.j2", "as_json"))
def refresh(
    names: tuple[str, ...], only_due: bool, accepts_shrunk: bool, accepts_repriced: bool, as_json: bool
) -> None:
    if os.environ.get("CHIPSCOUT_LOG", "").strip().upper() == "DEBUG":
        logging.basicConfig(level="INFO")  # one step up: libraries print addresses and headers at DEBUG
        logging.getLogger("bot").setLevel("DEBUG")
        logging.getLogger("httpx").setLevel("WARNING")  # prints whole addresses
    facts = load_facts()
    feeds = configured(facts)
    limit_memory(feeds.refreshing.memory_megabytes_at_most)
    asked = {feed.id: feed for feed in (_feed(feeds, name) for name in names)}
    wanted = tuple(asked.values()) if names else feeds.enabled()
    if not wanted:
        click.echo(say(WORDS, "none_on"), err=True)
    listener = Silent() if as_json else Bars() if sys.stderr.isatty() and sys.stdout.isatty() else Lines()
    with open_store() as store, listener:
        keep_believed = partial(keep, facts, store.history)
        keep_believed()  # whatever an older version left to do is done without keeping other writers waiting
        before = held_files(facts, store.history)
        refresher = Refresher(store, feeds, time.time, listener, keep_believed, accepts_repriced=accepts_repriced)
        outcomes = refresher.run(wanted, only_due=only_due, accepts_shrunk=accepts_shrunk)
        held = held_files(facts, store.history)
    for outcome in outcomes:
        if outcome.taken and (loss := unusual_loss(outcome.taken, *unusual_share(facts))):
            click.echo(say(WORDS, "unusual_loss", outcome.feed, outcome.cloud, loss), err=True)
        if outcome.unread_share is not None:
            click.echo(say(WORDS, "much_unread", outcome.feed, outcome.unread_share), err=True)
    for sentence in held_sentences(before, held):
        click.echo(sentence, err=True)
    if as_json:
        click.echo(json.dumps([_flat(outcome) for outcome in outcomes], ensure_ascii=False, indent=1))
    failed = sum(outcome.kind == "failed" for outcome in outcomes)
    done = sum(outcome.kind in DONE for outcome in outcomes)
    is_offline = any(outcome.because == "no_network" for outcome in outcomes)
    if not as_json and outcomes and not is_offline:  # which was said in a sentence
        click.echo(say(WORDS, "summary", done, failed, len(outcomes) - done - failed))
    busy = sum(outcome.kind == "busy" for outcome in outcomes)
    if busy:
        click.echo(say(WORDS, "read_elsewhere", busy, len(outcomes)), err=True)
    if failed or busy:
        sys.exit(FAILED if failed else READ_ELSEWHERE)


def _feed(feeds: Feeds, name: str) -> FeedDescription:
    """The feed with that name, even if it is switched off.

    Raises:
        UserError: it has no address, or no key.
    """
    feed = feeds.named(name)
    if feed.route == "none":
        raise UserError("feed_only_files", feed=feed.id)
    if feed.route != "account" and not feed.addresses:
        raise UserError("feed_without_address", feed=feed.id)
    if feed.key_variable and not secret(feed.key_variable):
        raise UserError("feed_key", feed=feed.id, variable=feed.key_variable)
    return feed


def _flat(outcome: RefreshOutcome) -> dict[str, Any]:
    return {
        "feed": outcome.feed,
        "cloud": outcome.cloud,
        "outcome": outcome.kind,
        "because": reason(outcome.because, outcome.found) if outcome.because else None,
        "standing_since": outcome.standing_since.isoformat() if outcome.standing_since else None,
        "odd": [skipped.model_dump() for skipped in outcome.odd],
        "megabytes": round(outcome.megabytes, 3),
        "seconds": round(outcome.seconds, 1),
    } | (outcome.taken._asdict() if outcome.taken else {})
