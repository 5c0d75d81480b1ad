"""`chipscout digest`: the price changes of a week, as text, as JSON, or posted to a channel."""

from __future__ import annotations

import json
import re
import sys
import time
from datetime import UTC, date, datetime, timedelta
from http.client import HTTPException
from threading import Lock
from typing import TYPE_CHECKING

import click

from bot.advice.audience import MEMBERS
from bot.commands.common import Day, SeenDay, advisor_of, open_store
from bot.digest.due import week_of
from bot.inputs.measurement import LOCAL
from bot.wording.errors import UserError
from bot.wording.words import say

if TYPE_CHECKING:
    from bot.digest.digester import Digester
    from knowledge.facts import Facts
    from knowledge.store.store import Store

DAYS = 7
CHANNEL = re.compile(r"[CDG][A-Z0-9]{6,}")


@click.command(help=say("help.j2", "digest"))
@click.option("--since", type=Day(), default=None, help=say("help.j2", "digest_since"))
@click.option("--as-of", type=SeenDay(), default=None, help=say("help.j2", "digest_as_of"))
@click.option("--graphics", is_flag=True, help=say("help.j2", "digest_graphics"))
@click.option("--json", "as_json", is_flag=True, help=say("help.j2", "as_json"))
@click.option("--post", "channel", metavar="CHANNEL", default=None, help=say("help.j2", "digest_post"))
def digest(since: date | None, as_of: date | None, graphics: bool, as_json: bool, channel: str | None) -> None:
    from bot.digest.as_text import digest_json, digest_text
    from bot.digest.digester import Digester, DigestRequest
    from knowledge.store.subscriptions import Filters

    until = as_of or datetime.now(UTC).date()
    since = since or until - timedelta(days=DAYS)
    if until < since:
        raise UserError("digest_days", since=since, until=until)
    if channel is not None and not CHANNEL.fullmatch(channel):
        raise UserError("channel_id", value=channel)
    advisor = advisor_of(until)
    with open_store() as store:
        digester = Digester(advisor, store, Lock())
        if channel is not None:
            click.echo(_post(advisor.facts, store, digester, channel, since, until, graphics=graphics))
            return
        filters = Filters(graphics=graphics)
        built = digester.make(DigestRequest(LOCAL, LOCAL, since, until, filters, audience=MEMBERS))
    if as_json:
        click.echo(json.dumps(digest_json(built), ensure_ascii=False, indent=1))
        return
    click.echo(digest_text(advisor.facts, built), nl=False, color=sys.stdout.isatty())


def _post(
    facts: Facts, store: Store, digester: Digester, channel: str, since: date, until: date, *, graphics: bool
) -> str:
    """Posts with the bot's token, filtered as the channel subscribed; once for the week of `until`."""
    from slack_sdk import WebClient
    from slack_sdk.errors import SlackApiError

    from bot.digest.digester import DigestRequest
    from bot.digest.poster import DigestPoster
    from bot.environment.settings import load
    from knowledge.store.subscriptions import Subscription

    settings = load()
    token = settings.slack_bot_token.get_secret_value()
    if not token:
        raise UserError("settings_missing", names=("SLACK_BOT_TOKEN",))
    client, week = WebClient(token, base_url=settings.slack_api_url), week_of(until)
    try:
        team = str(client.auth_test()["team_id"])
        wanted = store.subscriptions.get(team, channel) or Subscription(team=team, channel=channel)
        earlier = store.digests.get(team, channel, week)
        if earlier is not None and earlier.state == "posted":
            raise UserError("digest_posted_before", week=week)
        store.digests.forget_refused(team, channel, week)
        filters = wanted.filters.model_copy(update={"graphics": graphics or wanted.filters.graphics})
        request = DigestRequest(team, channel, since, until, filters)
        outcome = DigestPoster(facts, store, digester, time.time).post(
            client, wanted.model_copy(update={"quiet": "line"}), week, request
        )
    except SlackApiError as problem:
        raise UserError("digest_not_posted", because=str(problem.response.get("error"))) from problem
    except (OSError, HTTPException) as problem:
        raise UserError("slack_unreachable", address=settings.slack_api_url) from problem
    if outcome is None:
        raise UserError("digest_busy")
    if outcome.state == "refused":
        raise UserError("digest_not_posted", because=outcome.because)
    return say("words/digest.j2", "posted", channel, week)
