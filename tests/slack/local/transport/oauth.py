"""Slack's side of an installation: the page that asks for consent, codes that work once, a token a workspace."""

from __future__ import annotations

import base64
import html
import re
import secrets
import urllib.request
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlencode, urlsplit

from aiohttp import web

from tests.slack.local.records import APP, Json, SlackError

if TYPE_CHECKING:
    from tests.slack.http_process import HttpApp, Page
    from tests.slack.local.core import Core
    from tests.slack.local.local_slack import LocalSlack

CLIENT_ID, CLIENT_SECRET = "111.222", "local-client-secret"
ENV = {"SLACK_CLIENT_ID": CLIENT_ID, "SLACK_CLIENT_SECRET": CLIENT_SECRET}


class Consent:
    """`redirect_url` is what the app's settings name; `team`: the workspace the person is signed in to.
    `is_for_all`: they install for their whole organisation.
    """

    def __init__(self, cores: list[Core]) -> None:
        self.cores, self.redirect_url, self.team = cores, "", ""
        self.is_for_all = False
        self.codes: dict[str, tuple[Core, str]] = {}

    async def page(self, request: web.Request) -> web.StreamResponse:
        """Somebody who agrees at once, or who has clicked Cancel (`redirect_url` gets an error then)."""
        query = request.query
        if query.get("client_id") != CLIENT_ID or not query.get("scope"):
            return web.Response(status=400, text="invalid_client_id")
        core = next(each for each in self.cores if each.world.team == (query.get("team") or self.team))
        code = secrets.token_hex(8)
        self.codes[code] = (core, query["scope"])
        back = urlencode({"code": code, "state": query.get("state", "")})
        raise web.HTTPFound(f"{self.redirect_url}?{back}")

    def access(self, authorization: str, args: Json) -> Json:
        """oauth.v2.access: a code for a token, once."""
        given = base64.b64decode(authorization.removeprefix("Basic ")).decode() if authorization else ""
        if given != f"{CLIENT_ID}:{CLIENT_SECRET}":
            raise SlackError("bad_client_secret")
        if str(args.get("code")) not in self.codes:
            raise SlackError("invalid_code")
        core, scope = self.codes.pop(str(args["code"]))
        world = core.world
        if not world.is_installed:
            world.is_installed, world.bot_token = True, f"{world.bot_token}-again"
        installer = next((each.id for each in world.users.values() if not each.is_bot), world.bot.id)
        return {
            "access_token": world.bot_token,
            "token_type": "bot",
            "scope": scope,
            "bot_user_id": world.bot.id,
            "app_id": APP,
            "team": None if self.is_for_all else {"id": world.team, "name": world.team.title()},
            "enterprise": {"id": "E0ORG", "name": "Org"} if self.is_for_all else None,
            "is_enterprise_install": self.is_for_all,
            "authed_user": {"id": installer},
        }


def begin(app: HttpApp, slack: LocalSlack) -> tuple[str, str]:
    """Opens the install page and agrees: the path Slack sends the browser to, and the browser's cookie."""
    consent = slack.server.consent
    consent.redirect_url, consent.team = f"{app.base}/slack/oauth_redirect", slack.world.team
    shown = app.get("/slack/install")
    assert shown.status == 200, shown.text
    cookie = shown.headers["Set-Cookie"].split(";")[0]
    link = re.search(r'class="button" href="([^"]+)"', shown.text)
    assert link is not None, shown.text
    back = urlsplit(location(html.unescape(link[1])))
    return f"{back.path}?{back.query}", cookie


def install(app: HttpApp, slack: LocalSlack) -> Page:
    """The whole way; what the browser shows in the end."""
    path, cookie = begin(app, slack)
    return app.get(path, headers={"Cookie": cookie})


def location(url: str) -> str:
    """Where an address sends the browser."""
    from tests.slack.http_process import NoRedirect

    opener = urllib.request.build_opener(NoRedirect, urllib.request.ProxyHandler({}))
    try:
        opener.open(url, timeout=5).close()
    except urllib.error.HTTPError as sent:
        with sent:
            return str(sent.headers["Location"])
    raise AssertionError(f"{url} sends nobody on")


def state_of(path: str) -> str:
    return parse_qs(urlsplit(path).query)["state"][0]
