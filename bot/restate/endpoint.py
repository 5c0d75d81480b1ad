"""Asks a language model to restate a question: any server that speaks the chat-completions protocol.

Off unless it is set up. What is sent is the text without secrets and the restated lines of its thread; nothing else.
Whatever goes wrong there, the text is read as it was written.
"""

from __future__ import annotations

import logging
from functools import lru_cache

import httpx
from pydantic import ValidationError

from bot.environment.reader import ReaderSettings
from bot.restate.grounded import is_grounded
from bot.restate.prompt import instructions, question
from bot.restate.restated import LONGEST, MOST_LINES, Restate, Restated
from knowledge.facts import Facts

KEPT = 2_000  # restated texts, so that the same text stays the same question
MOST_BYTES = 100_000  # of a reply
_LINES = {"type": "array", "items": {"type": "string"}, "maxItems": MOST_LINES}
SCHEMA = {
    "type": "object",
    "properties": {"lines": _LINES, "beyond": _LINES},
    "required": ["lines", "beyond"],
    "additionalProperties": False,
}
log = logging.getLogger(__name__)


class _NoReplyError(Exception):
    """Nothing usable came back. It is not kept: the next time may do better."""


def restating(settings: ReaderSettings, facts: Facts) -> Restate | None:
    """What restates a text; None where it is not set up."""
    if not settings.url:
        return None
    told = instructions(facts)
    key = settings.key.get_secret_value()
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    client = httpx.Client(headers=headers, timeout=settings.seconds, trust_env=True)

    @lru_cache(maxsize=KEPT)
    def asked(text: str, earlier: tuple[str, ...]) -> Restated:
        body = {
            "model": settings.model,
            "temperature": 0,
            "messages": [
                {"role": "system", "content": told},
                {"role": "user", "content": question(text, earlier)},
            ],
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "restated", "strict": True, "schema": SCHEMA},
            },
        }
        return _grounded(_reply(client, settings.url, body), text, earlier)

    def restate(text: str, earlier: tuple[str, ...]) -> Restated | None:
        try:
            return asked(text, earlier)
        except _NoReplyError as problem:
            log.warning("the reader at CHIPSCOUT_READER_URL gave no usable reply: %s", problem)
            return None

    return restate


def _reply(client: httpx.Client, url: str, body: dict[str, object]) -> Restated:
    try:
        with client.stream("POST", url, json=body) as response:
            if response.status_code != httpx.codes.OK:
                raise _NoReplyError(f"status {response.status_code}")
            taken = b""
            for piece in response.iter_bytes():
                taken += piece
                if len(taken) > MOST_BYTES:
                    raise _NoReplyError("too long")
        content = httpx.Response(200, content=taken).json()["choices"][0]["message"]["content"]
        return Restated.model_validate_json(content)
    except httpx.HTTPError as problem:
        raise _NoReplyError(type(problem).__name__) from None
    except (ValueError, KeyError, IndexError, TypeError, ValidationError, RecursionError):
        raise _NoReplyError("not what was asked for") from None


def _grounded(told: Restated, text: str, earlier: tuple[str, ...]) -> Restated:
    """Only lines that say nothing of their own; what is named as beyond must stand in the text."""
    whole = "\n".join((*earlier, text))
    stripped = (line.strip() for line in told.lines)
    lines = tuple(line for line in stripped if 0 < len(line) <= LONGEST and is_grounded(line, whole))
    beyond = tuple(part for part in told.beyond if part.strip() and part.strip().lower() in text.lower())
    if not lines and not beyond:
        raise _NoReplyError("no line that says what the text says")
    return Restated(lines=lines, beyond=beyond)
