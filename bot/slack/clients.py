"""A Web API client for a workspace, for messages nobody asked for."""

from __future__ import annotations

from functools import cached_property

from slack_sdk import WebClient

from bot.environment.settings import Settings
from bot.slack.outbox import WaitsApart
from bot.wording.errors import UserError
from knowledge.store.store import Store

TIMEOUT_SECONDS = 20  # for one call of the Web API


def one_client(settings: Settings) -> WebClient:
    """The client of a command that posts: with the token of the one workspace, if there is one.

    Raises:
        UserError: no token, and no OAuth installation either.
    """
    token = settings.slack_bot_token.get_secret_value()
    if not token and not settings.serves_many:
        raise UserError("settings_missing", names=("SLACK_BOT_TOKEN",))
    return WebClient(
        token or None,
        base_url=settings.slack_api_url,
        timeout=TIMEOUT_SECONDS,
        retry_handlers=[WaitsApart()],
    )


class Clients:
    """`client` has the token of the one workspace that is served, or no token if several installed."""

    def __init__(self, settings: Settings, store: Store, client: WebClient) -> None:
        self._settings, self._store, self._client = settings, store, client

    def of(self, team: str) -> WebClient | None:
        """None for a workspace that is not served, or no longer.

        Raises:
            OSError, HTTPException, SlackApiError: Slack does not tell whose token it is.
        """
        if not self._settings.serves_many:
            return self._client if team == self._own_team else None
        from bot.slack.oauth import Installations  # not needed with a single token

        bot = Installations(self._store, self._settings.slack_client_id).find_bot(enterprise_id=None, team_id=team)
        if bot is None:
            return None
        return WebClient(
            bot.bot_token,
            base_url=self._client.base_url,
            timeout=self._client.timeout,
            retry_handlers=self._client.retry_handlers,
        )

    @cached_property
    def _own_team(self) -> str:
        return str(self._client.auth_test()["team_id"])
