"""Logging: what happened and where it failed, never a token or an address that lets others post."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager

from bot.wording.redact import redact

TICKET = re.compile(r"(?<=ticket=)[\w-]+")  # of a Socket Mode connection
LIBRARIES = ("slack_sdk", "slack_bolt", "apscheduler")


class Discreet(logging.Formatter):
    """Replaces secrets after formatting, so that those in tracebacks are covered too."""

    def format(self, record: logging.LogRecord) -> str:
        return redact(TICKET.sub("[redacted]", super().format(record)))


def set_up(level: str) -> None:
    """To stderr. Libraries log from one level higher: at DEBUG they would print whole requests."""
    handler = logging.StreamHandler()
    handler.setFormatter(Discreet("%(asctime)s %(levelname)s %(name)s %(message)s"))
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
