"""Who may ask over HTTP: a bearer token for each workspace, of which only the hash is configured, and how often."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import threading
import time
from collections.abc import Callable
from typing import NamedTuple

from bot.wording.errors import UserError

PREFIX = "chipscout_"
BYTES = 32  # of chance in a token
ENTRY = re.compile(r"(?P<workspace>[A-Za-z0-9_.-]{1,64}):sha256:(?P<digest>[0-9a-f]{64})")
MOST_ENTRIES = 1_000
COMMENT = re.compile(r"#.*")
LONGEST_HEADER = 300
MINUTE = 60.0


class Caller(NamedTuple):
    """A token that was recognized: whose it is, and a number by which it is counted."""

    workspace: str
    number: int


class Entry(NamedTuple):
    """A workspace and the hash of one of its tokens."""

    workspace: str
    digest: bytes


def new_token() -> str:
    return PREFIX + secrets.token_urlsafe(BYTES)


def entry_of(workspace: str, token: str) -> str:
    """The line to configure for a token."""
    return f"{workspace}:sha256:{_digest(token).hex()}"


def entries(text: str) -> tuple[Entry, ...]:
    """What is configured, separated by blanks, commas or lines; `#` begins a comment.

    Raises:
        UserError: something is no such entry.
    """
    found = []
    for number, word in enumerate(COMMENT.sub("", text).replace(",", " ").split(), 1):
        match = ENTRY.fullmatch(word)
        if match is None or number > MOST_ENTRIES:
            raise UserError("token_entry", number=number)
        found.append(Entry(match["workspace"], bytes.fromhex(match["digest"])))
    return tuple(found)


class Access:
    """Recognizes tokens, and lets each ask `per_minute` times a minute, in bursts of at most as many."""

    def __init__(
        self, known: tuple[Entry, ...], per_minute: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._known, self._most, self._clock = known, float(per_minute), clock
        self._left: dict[int, tuple[float, float]] = {}  # number of a token -> what it may still ask, and as of when
        self._guard = threading.Lock()

    def caller(self, header: str | None) -> Caller | None:
        """Whose `Authorization` header that is; every known token is compared, in constant time."""
        if header is None or len(header) > LONGEST_HEADER:
            return None
        scheme, _, token = header.partition(" ")
        if scheme.lower() != "bearer" or not token.isascii():
            return None
        given, found = _digest(token.strip()), None
        for number, entry in enumerate(self._known):
            if hmac.compare_digest(given, entry.digest):
                found = Caller(entry.workspace, number)
        return found

    def wait(self, caller: Caller) -> float:
        """Seconds until the caller may ask; 0 now, and then it counts."""
        now = self._clock()
        with self._guard:
            left, when = self._left.get(caller.number, (self._most, now))
            left = min(self._most, left + (now - when) * self._most / MINUTE)
            if left < 1:
                self._left[caller.number] = left, now
                return (1 - left) * MINUTE / self._most
            self._left[caller.number] = left - 1, now
            return 0.0


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
