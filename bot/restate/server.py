"""A language model behind any server that speaks the chat-completions protocol: asked for JSON of one shape."""

from __future__ import annotations

from typing import Any, TypeVar

import httpx
from pydantic import BaseModel, ValidationError

from bot.environment.reader import ReaderSettings

MOST_BYTES = 100_000  # of a reply
Reply = TypeVar("Reply", bound=BaseModel)


class NoReplyError(Exception):
    """Nothing usable came back. It is not kept: the next time may do better."""


class Server:
    """Asks one server. Safe for several threads."""

    def __init__(self, settings: ReaderSettings) -> None:
        key = settings.key.get_secret_value()
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._client = httpx.Client(headers=headers, timeout=settings.seconds, trust_env=True)
        self._url, self._model = settings.url, settings.model

    def asked(self, told: str, text: str, shape: type[Reply], name: str) -> Reply:
        """What it makes of `text`, told what to do with it; JSON by the schema of `shape`.

        Raises:
            NoReplyError: it does not answer in time, or not with that.
        """
        body = {
            "model": self._model,
            "temperature": 0,
            "messages": [{"role": "system", "content": told}, {"role": "user", "content": text}],
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": name, "strict": True, "schema": _strict(shape)},
            },
        }
        try:
            content = self._posted(body).json()["choices"][0]["message"]["content"]
            return shape.model_validate_json(content)
        except httpx.HTTPError as problem:
            raise NoReplyError(type(problem).__name__) from None
        except (ValueError, KeyError, IndexError, TypeError, ValidationError, RecursionError):
            raise NoReplyError("not what was asked for") from None

    def _posted(self, body: dict[str, object]) -> httpx.Response:
        with self._client.stream("POST", self._url, json=body) as response:
            if response.status_code != httpx.codes.OK:
                raise NoReplyError(f"status {response.status_code}")
            taken = b""
            for piece in response.iter_bytes():
                taken += piece
                if len(taken) > MOST_BYTES:
                    raise NoReplyError("too long")
        return httpx.Response(200, content=taken)


def _strict(shape: type[BaseModel]) -> dict[str, Any]:
    """The schema as such servers take it: every key required, none beside them, no titles and no defaults."""
    properties = shape.model_json_schema()["properties"]
    plain = {
        name: {key: value for key, value in told.items() if key not in ("title", "default")}
        for name, told in properties.items()
    }
    return {"type": "object", "properties": plain, "required": list(plain), "additionalProperties": False}
