"""What the log may hold: what happened and where it broke, never a token or an address that lets others post."""

from __future__ import annotations

import logging
import re

SECRET = re.compile(r"x(?:ox[a-z]|app)-[\w-]+|https://hooks\.slack\.com/\S+|(?<=ticket=)[\w-]+")
LIBRARIES = ("slack_sdk", "slack_bolt", "urllib3")


class Discreet(logging.Formatter):
    """Blanks secrets last of all, so that those in a traceback go too."""

    def format(self, record: logging.LogRecord) -> str:
        return SECRET.sub("[secret]", super().format(record))


def set_up(level: str) -> None:
    """One line an event on stderr. At DEBUG the libraries stay at INFO: they would print whole requests."""
    handler = logging.StreamHandler()
    handler.setFormatter(Discreet("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in LIBRARIES:
        logging.getLogger(name).setLevel(max(logging.getLogger().level, logging.INFO))
