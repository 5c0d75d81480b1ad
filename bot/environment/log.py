"""Logging: what happened and where it failed, never a token or an address that lets others post."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Literal

from bot.observe.trace import current_id
from bot.wording.redact import redact

TICKET = re.compile(r"(?<=ticket=)[\w-]+")  # of a Socket Mode connection
LIBRARIES = ("slack_sdk", "slack_bolt", "apscheduler")


class Discreet(logging.Formatter):
    """Replaces secrets after formatting, so that those in tracebacks are covered too.

    A line about a question begins with its number, which a person sees who is told of a failure.
    """

    def format(self, record: logging.LogRecord) -> str:
        return _discreet(super().format(record))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        number = current_id()
        record.message = f"[{number}] {record.message}" if number else record.message
        return super().formatMessage(record)


class DiscreetJson(logging.Formatter):
    """The same as one JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        said = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "question": current_id() or None,
            "message": record.getMessage(),
            "error": self.formatException(record.exc_info) if record.exc_info else None,
        }
        blank = {name: _discreet(value) for name, value in said.items() if value is not None}
        return json.dumps(blank, ensure_ascii=False)


def _discreet(text: str) -> str:
    return redact(TICKET.sub("[redacted]", text))


def set_up(level: str, form: Literal["text", "json"] = "text") -> None:
    """To stderr. Libraries log from one level higher: at DEBUG they would print whole requests."""
    handler = logging.StreamHandler()
    handler.setFormatter(
        DiscreetJson() if form == "json" else Discreet("%(asctime)s %(levelname)s %(name)s %(message)s")
    )
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in LIBRARIES:
        logging.getLogger(name).setLevel(logging.getLogger().level + 10)
    # Bolt reads SLACK_BOT_TOKEN itself and warns that our client, which holds the same token, comes first.
    logging.getLogger("slack_bolt.App").addFilter(lambda record: "`token` will be unused" not in record.getMessage())
    # A round of verdicts may last longer than the seconds between two looks for new prices: nothing to warn of.
    logging.getLogger("apscheduler.scheduler").addFilter(lambda record: "maximum number" not in record.getMessage())


@contextmanager
def quiet_libraries() -> Iterator[None]:
    """During startup, when our own error message says what failed."""
    loggers = [logging.getLogger(name) for name in LIBRARIES]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
