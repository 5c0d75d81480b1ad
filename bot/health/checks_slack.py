"""What `chipscout doctor` asks Slack: whether it takes the tokens, which scopes they have, and what time it is there.

Nothing is posted and no socket is opened. A Slack that cannot be reached is a warning: the machine may be offline.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from email.utils import parsedate_to_datetime
from http.client import HTTPException

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.web import SlackResponse

from bot.environment.settings import Settings
from bot.health.finding import Finding
from bot.slack.manifest import bot_scopes

TIMEOUT_SECONDS = 5
SLOW_CLOCK_SECONDS = 30.0  # worth a word: leases and due times go by the clock
WRONG_CLOCK_SECONDS = 240.0  # Slack's signatures are valid for 300 seconds


def slack_findings(settings: Settings, clock: Callable[[], float] = time.time) -> Iterator[Finding]:
    """Tokens, scopes and clock."""
    bot, app = settings.slack_bot_token.get_secret_value(), settings.slack_app_token.get_secret_value()
    if not (bot or app or settings.serves_many):
        return  # the line on what is missing says it
    answer = None
    if settings.serves_many:
        yield Finding("tokens", "ok", "tokens_of_workspaces")
    elif bot:
        said = _asked(settings, "auth.test", bot, "SLACK_BOT_TOKEN")
        if isinstance(said, Finding):
            yield said
            if said.code == "slack_unreachable":
                return
        else:
            answer = said
            values = {"name": "SLACK_BOT_TOKEN", "team": str(said.get("team")), "user": str(said.get("user"))}
            yield Finding("tokens", "ok", "bot_token_taken", values)
            yield _scopes(said)
    if app:
        said = _asked(settings, "apps.connections.open", app, "SLACK_APP_TOKEN")
        yield said if isinstance(said, Finding) else Finding("tokens", "ok", "app_token_taken")
        answer = answer or (said if not isinstance(said, Finding) else None)
    if answer is None:
        said = _asked(settings, "api.test", "", "SLACK_API_URL")
        if isinstance(said, Finding):
            yield said
            return
        answer = said
    yield _clock(answer, clock())


def _asked(settings: Settings, method: str, token: str, name: str) -> SlackResponse | Finding:
    client = WebClient(token or None, base_url=settings.slack_api_url, timeout=TIMEOUT_SECONDS, retry_handlers=[])
    try:
        return client.api_call(method)
    except SlackApiError as problem:
        if problem.response.status_code == 429:
            return Finding("tokens", "warn", "token_unchecked", {"name": name})
        code = str(problem.response.get("error") or "unknown_error")
        return Finding("tokens", "fail", "token_refused", {"name": name, "because": code})
    except (OSError, HTTPException):
        return Finding("slack", "warn", "slack_unreachable", {"address": settings.slack_api_url})


def _scopes(answer: SlackResponse) -> Finding:
    listed = _header(answer, "x-oauth-scopes")
    if not listed:
        return Finding("scopes", "warn", "scopes_unknown")
    granted = {scope.strip() for scope in listed.split(",")}
    missing = [scope for scope in bot_scopes() if scope not in granted]
    if missing:
        return Finding("scopes", "warn", "scopes_missing", {"scopes": missing})
    return Finding("scopes", "ok", "scopes_granted", {"scopes": len(bot_scopes())})


def _clock(answer: SlackResponse, now: float) -> Finding:
    try:
        skew = now - parsedate_to_datetime(_header(answer, "date")).timestamp()
    except ValueError:
        return Finding("clock", "warn", "clock_unknown")
    values = {"seconds": abs(skew), "is_ahead": skew > 0}
    if abs(skew) >= WRONG_CLOCK_SECONDS:
        return Finding("clock", "fail", "clock_wrong", values)
    return (
        Finding("clock", "warn", "clock_wrong", values)
        if abs(skew) >= SLOW_CLOCK_SECONDS
        else Finding("clock", "ok", "clock_right", values)
    )


def _header(answer: SlackResponse, name: str) -> str:
    """The SDK gives names as Slack wrote them."""
    return next((str(value) for header, value in answer.headers.items() if header.lower() == name), "")
