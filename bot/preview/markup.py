"""Slack's mrkdwn as HTML: every character is escaped, then Slack's markup is converted."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape

from markupsafe import Markup

SAFE_SCHEMES = ("https://", "http://", "mailto:")
FENCE = re.compile(r"```(.+?)```", re.DOTALL)
CODE = re.compile(r"`([^`\n]+)`")
ANGLE = re.compile(r"<([^<>]*)>")
BOLD = re.compile(r"(?<![\w*])\*(?=\S)([^*\n]+?)(?<=\S)\*(?![\w*])")
ITALIC = re.compile(r"(?<![\w_])_(?=\S)([^_\n]+?)(?<=\S)_(?![\w_])")
STRIKE = re.compile(r"(?<![\w~])~(?=\S)([^~\n]+?)(?<=\S)~(?![\w~])")
QUOTE = re.compile(r"^&gt; ?(.*)$", re.MULTILINE)
ENTITIES = (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"))
PLACEHOLDER = re.compile("\ue000(\\d+)\ue001")  # private characters mark where finished HTML goes


def mrkdwn(text: str) -> Markup:
    """HTML that shows what Slack would show."""
    finished: list[str] = []

    def keep(made: str) -> str:
        finished.append(made)
        return f"\ue000{len(finished) - 1}\ue001"

    rest = text.replace("\ue000", "").replace("\ue001", "")
    rest = FENCE.sub(lambda match: keep(f"<pre>{_shown(match[1].strip(chr(10)))}</pre>"), rest)
    rest = CODE.sub(lambda match: keep(f"<code>{_shown(match[1])}</code>"), rest)
    rest = ANGLE.sub(lambda match: keep(_angle(match[1])), rest)
    rest = _shown(rest)
    for pattern, tag in ((BOLD, "strong"), (ITALIC, "em"), (STRIKE, "s")):
        rest = pattern.sub(_in(tag), rest)
    rest = QUOTE.sub(r"<blockquote>\1</blockquote>", rest)
    rest = rest.replace("\n", "<br>")
    while PLACEHOLDER.search(rest):
        rest = PLACEHOLDER.sub(lambda match: finished[int(match[1])], rest)
    return Markup(rest)  # noqa: S704 - every part was escaped above


def address(url: str) -> str | None:
    """The address, if it is safe to link to."""
    return url if url.lower().startswith(SAFE_SCHEMES) else None


def _in(tag: str) -> Callable[[re.Match[str]], str]:
    return lambda match: f"<{tag}>{match[1]}</{tag}>"


def _shown(text: str) -> str:
    """Decodes Slack's three entities, then escapes everything for HTML."""
    for entity, character in ENTITIES:
        text = text.replace(entity, character)
    return escape(text)


def _angle(inside: str) -> str:
    """A mention, a date or a link; anything else stays text."""
    target, _, label = inside.partition("|")
    if target[:1] in ("@", "#", "!"):
        if target.startswith("!date^"):  # Slack shows it in the reader's time zone; here the fallback text
            return _shown(label)
        return f'<span class="mention">{_shown(label or target)}</span>'
    url = address(target.replace("&amp;", "&"))
    if url is None:
        return _shown(label or target)
    return f'<a href="{escape(url)}" rel="noreferrer">{_shown(label or target)}</a>'
