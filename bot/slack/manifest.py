"""The Slack app manifest, which an admin pastes to install chipscout in a workspace."""

from __future__ import annotations

import re

from bot.wording import words
from bot.wording.errors import UserError
from bot.wording.examples import examples

ADDRESS = re.compile(r"https://[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*(?::\d{1,5})?(?:/[A-Za-z0-9._~/-]*)?")
SCOPES = re.compile(r"^    bot:\n((?:      - .*\n)+)", re.MULTILINE)


def manifest_text(url: str | None = None) -> str:
    """YAML for Slack: for Socket Mode, or for HTTP at `url`. `manifest.yaml` is the one for Socket Mode.

    Raises:
        UserError: Slack sends no requests to such an address.
    """
    if url is not None and not ADDRESS.fullmatch(url):
        raise UserError("address_not_https", address=url)
    shown = (
        words.environment()
        .get_template("slack/manifest.yaml")
        .render(url=url.rstrip("/") if url else None, examples=examples())
    )
    return f"{shown.rstrip()}\n"


def bot_scopes() -> tuple[str, ...]:
    """The bot scopes of the manifest, for OAuth."""
    listed = SCOPES.search(manifest_text())
    return tuple(line.split()[1] for line in listed[1].splitlines()) if listed else ()
