"""One HTML page from blocks: no scripts, nothing fetched, and safe for any content."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, Literal, TypeAlias

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from bot.preview.chart import picture, shares
from bot.preview.markup import address, mrkdwn

Theme: TypeAlias = Literal["light", "dark"]
Surface: TypeAlias = Literal["message", "home", "modal"]
WIDE = 720


def html(
    blocks: Sequence[Mapping[str, Any]],
    *,
    text: str = "",
    theme: Theme = "light",
    width: int = WIDE,
    surface: Surface = "message",
    title: str = "",
    is_open: bool = False,
) -> str:
    """A whole page that shows `blocks` as Slack would, `width` CSS pixels wide at most.

    `text` is the message's top-level text: shown if there are no blocks, and the page's title. A modal or
    Home view has a `title`. `is_open` shows collapsed parts expanded. Buttons do nothing.
    """
    page = _environment().get_template("preview/page.html.j2")
    shown = {"blocks": blocks, "text": text, "theme": theme, "width": width}
    return page.render(**shown, surface=surface, title=title, is_open=is_open)


@cache
def _environment() -> Environment:
    """Separate from the one for cards: here everything is escaped for HTML, there for Slack."""
    environment = Environment(
        loader=FileSystemLoader(str(resources.files("templates"))),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"mrkdwn": mrkdwn, "address": address, "picture": picture, "shares": shares}
    return environment
