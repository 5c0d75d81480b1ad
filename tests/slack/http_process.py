"""The app in HTTP mode, in a process of its own, with the local Slack posting to it."""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from collections.abc import Mapping
from email.message import Message
from pathlib import Path
from typing import NamedTuple

from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.transport.http_mode import SIGNING_SECRET, Post
from tests.slack.process import START_S, AppProcess, chipscout

LISTENING = re.compile(r"listening on (http://\S+)")


class Page(NamedTuple):
    status: int
    text: str
    headers: Message[str, str]


class HttpApp(AppProcess):
    """`chipscout serve --http`; `slacks` are the workspaces that post to it once it listens."""

    def __init__(
        self, *slacks: LocalSlack, db: Path, env: Mapping[str, str] | None = None, mode: str = "--http"
    ) -> None:
        command = [chipscout(), "serve", mode, "127.0.0.1:0"]
        more = {"SLACK_SIGNING_SECRET": SIGNING_SECRET} | dict(env or {})
        super().__init__(slacks[0], db=db, command=command, env=more)
        self.slacks = slacks

    def start(self, *, timeout: float = START_S) -> HttpApp:
        super().start(timeout=timeout)
        if "--http" in self.command:
            for slack in self.slacks:
                slack.hub.carrier = Post(slack, self.base)
        return self

    @property
    def base(self) -> str:
        """The address it listens on."""
        found = next((said[1] for line in self.stderr if (said := LISTENING.search(line))), None)
        assert found is not None, self.output
        return found

    def is_up(self, greeted: int) -> bool:  # noqa: ARG002 - what sockets go by
        return any(LISTENING.search(line) for line in self.stderr)

    def get(self, path: str, *, data: bytes | None = None, headers: Mapping[str, str] | None = None) -> Page:
        """A GET, or a POST of `data`; redirects are not followed."""
        request = urllib.request.Request(f"{self.base}{path}", data=data, headers=dict(headers or {}))  # noqa: S310 - our own address
        opener = urllib.request.build_opener(NoRedirect, urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=10) as answer:
                return Page(answer.status, answer.read().decode(), answer.headers)
        except urllib.error.HTTPError as refused:
            with refused:
                return Page(refused.code, refused.read().decode(), refused.headers)


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object, **__: object) -> None:
        return None
