"""Several workspaces from one deployment: installation through Slack's OAuth, and a bot token for each workspace.

The stores are the SDK's for SQLite, on our own file with its write-ahead log and busy timeout, or on PostgreSQL with
the same statements. Two things are fixed: a state is consumed in one step, so that it is valid only once even if two
requests bring it at the same time; and a workspace that installs again keeps only its newest bot token.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from http.client import HTTPException
from sqlite3 import Connection
from typing import Any
from urllib.parse import urlsplit

from slack_bolt import BoltContext
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.authorization.authorize import Authorize
from slack_bolt.error import BoltError
from slack_bolt.oauth import OAuthFlow
from slack_bolt.oauth.callback_options import CallbackOptions, FailureArgs, SuccessArgs
from slack_bolt.oauth.oauth_settings import OAuthSettings
from slack_bolt.request import BoltRequest
from slack_bolt.response import BoltResponse
from slack_sdk import WebClient
from slack_sdk.oauth.installation_store import Installation
from slack_sdk.oauth.installation_store.sqlite3 import SQLite3InstallationStore
from slack_sdk.oauth.state_store.sqlite3 import SQLite3OAuthStateStore

from bot.environment.settings import Settings
from bot.slack.manifest import bot_scopes
from bot.wording import words
from knowledge.store.store import Store

log = logging.getLogger(__name__)

STATE_SECONDS = 600


class Installations(SQLite3InstallationStore):
    """Installations, in the store's file."""

    def __init__(self, store: Store, client_id: str) -> None:
        super().__init__(database=str(store.path), client_id=client_id)
        self._store, self.init_called = store, True  # the store creates the tables

    def connect(self) -> Connection:
        connection: Connection = self._store.file.connection()
        return connection

    def save(self, installation: Installation) -> None:
        """As the SDK's; earlier installations by the same user and older bot tokens are deleted."""
        super().save(installation)
        names = (installation.enterprise_id or "", installation.team_id or "", installation.user_id)
        self._store.installations.keep_newest(self.client_id, *names)


class States(SQLite3OAuthStateStore):
    """Installations in progress: each state is valid once, and expires."""

    def __init__(self, store: Store) -> None:
        super().__init__(database=str(store.path), expiration_seconds=STATE_SECONDS)
        self._store, self.init_called = store, True

    def connect(self) -> Connection:
        connection: Connection = self._store.file.connection()
        return connection

    def consume(self, state: str) -> bool:
        """Whether it was valid."""
        return self._store.installations.use_up(state, time.time())


class ByWorkspace(Authorize):
    """The workspace's bot token, from the file: no call to Slack delays the acknowledgement of a question."""

    def __init__(self, installations: Installations) -> None:
        self._installations = installations

    def __call__(
        self,
        *,
        context: BoltContext,  # noqa: ARG002 - Bolt's signature
        enterprise_id: str | None,
        team_id: str | None,
        user_id: str | None,  # noqa: ARG002
        **_actor: object,
    ) -> AuthorizeResult | None:
        bot = self._installations.find_bot(enterprise_id=enterprise_id, team_id=team_id)
        if bot is None:
            return None
        return AuthorizeResult(
            enterprise_id=bot.enterprise_id or None,
            team_id=bot.team_id,
            bot_user_id=bot.bot_user_id,
            bot_id=bot.bot_id,
            bot_token=bot.bot_token,
            bot_scopes=list(bot.bot_scopes),
        )


class Flow(OAuthFlow):
    """Bolt's flow with our pages, and a log message if Slack cannot be reached."""

    def build_install_page_html(self, url: str, request: BoltRequest) -> str:  # noqa: ARG002 - Bolt's signature
        return page("install", url=url)

    def run_installation(self, code: str) -> Installation | None:
        try:
            return super().run_installation(code)
        except (OSError, HTTPException) as problem:
            log.warning("Slack could not be asked about an installation: %s", type(problem).__name__)
            return None

    def store_installation(self, request: BoltRequest, installation: Installation) -> None:
        if installation.is_enterprise_install or not installation.team_id:
            raise BoltError("org")
        super().store_installation(request, installation)
        log.info("installed in %s", installation.team_id)


def flow(settings: Settings, store: Store, installations: Installations, client: WebClient) -> Flow:
    """The OAuth flow, with addresses on the host of the Web API."""
    oauth_settings = OAuthSettings(
        client_id=settings.slack_client_id,
        client_secret=settings.slack_client_secret.get_secret_value(),
        scopes=bot_scopes(),
        authorization_url=authorize_url(settings.slack_api_url),
        installation_store=installations,
        installation_store_bot_only=True,
        state_store=States(store),
        state_expiration_seconds=STATE_SECONDS,
        callback_options=CallbackOptions(success=_installed, failure=_not_installed),
    )
    return Flow(client=client, settings=oauth_settings, logger=logging.getLogger("slack_bolt.oauth"))


def authorize_url(api_url: str) -> str:
    """Where users are asked for consent: on the host of the Web API."""
    parts = urlsplit(api_url)
    return f"{parts.scheme}://{parts.netloc}/oauth/v2/authorize"


def page(name: str, **values: Any) -> str:
    """A whole HTML page."""
    return words.environment().get_template("slack/pages.html.j2").render(page=name, values=values)


def _installed(args: SuccessArgs) -> BoltResponse:
    installed = args.installation
    names = {"team": installed.team_name or installed.team_id, "team_id": installed.team_id}
    body = page("installed", app_id=installed.app_id, **names)
    return BoltResponse(status=200, headers=_headers(args), body=body)


def _not_installed(args: FailureArgs) -> BoltResponse:
    if args.error is not None and str(args.error) != "org":
        log.error("an installation could not be kept", exc_info=args.error)
    reason = "org" if str(args.error) == "org" else args.reason
    status = 400 if reason == "org" else args.suggested_status_code
    body = page("not_installed", reason=reason, start=args.settings.install_path)
    return BoltResponse(status=status, headers=_headers(args), body=body)


def _headers(args: SuccessArgs | FailureArgs) -> dict[str, str | Sequence[str]]:
    forgotten = args.settings.state_utils.build_set_cookie_for_deletion()
    return {"Content-Type": ["text/html; charset=utf-8"], "Set-Cookie": [forgotten]}
