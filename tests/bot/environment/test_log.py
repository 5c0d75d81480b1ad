"""The log never holds what would let others act for us."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

from bot.environment.log import LIBRARIES, Discreet, DiscreetJson, quiet_libraries
from bot.observe.trace import Trace, following


def test_the_log_blanks_secrets_even_in_tracebacks() -> None:
    secrets = (
        "xoxb-12-abcdef",
        "xapp-1-A2-cdefgh",
        "https://hooks.slack.com/commands/T1/2/3",
        "ghp_a1B2c3D4e5F6g7H8i9J0",
    )
    try:
        raise RuntimeError(secrets[0])
    except RuntimeError:
        record = logging.LogRecord("n", logging.ERROR, "f", 1, " ".join(secrets), None, sys.exc_info())
    line = Discreet("%(message)s").format(record)
    assert "RuntimeError" in line and not any(secret in line for secret in secrets)


def test_while_starting_the_libraries_say_nothing_and_then_speak_as_before() -> None:
    loggers = [logging.getLogger(name) for name in LIBRARIES]
    before = [each.level for each in loggers]
    with quiet_libraries():
        assert all(each.level == logging.CRITICAL for each in loggers)
    assert [each.level for each in loggers] == before


def line_of(formatter: logging.Formatter, message: str, *, number: str = "", error: bool = False) -> str:
    info = None
    if error:
        try:
            raise RuntimeError("xoxb-12-abcdef")
        except RuntimeError:
            info = sys.exc_info()
    record = logging.LogRecord("bot.x", logging.WARNING, "f", 1, message, None, info)
    with following(Trace(number, "mention", 0.0) if number else None):
        return formatter.format(record)


def test_a_line_about_a_question_begins_with_its_number_and_others_with_none() -> None:
    plain = Discreet("%(levelname)s %(name)s %(message)s")
    assert line_of(plain, "posted", number="1a2b3c4d") == "WARNING bot.x [1a2b3c4d] posted"
    assert line_of(plain, "connected") == "WARNING bot.x connected"


def test_as_json_a_line_is_one_object_without_secrets() -> None:
    said = json.loads(line_of(DiscreetJson(), 'a "quoted"\nxapp-1-A2-cdefgh', number="1a2b3c4d", error=True))
    assert (said["level"], said["logger"], said["question"]) == ("WARNING", "bot.x", "1a2b3c4d")
    assert said["message"].startswith('a "quoted"\n') and "xapp-1" not in said["message"]
    assert "RuntimeError" in said["error"] and "xoxb-12" not in said["error"]
    assert datetime.fromisoformat(said["time"]).tzinfo is UTC
    assert "question" not in json.loads(line_of(DiscreetJson(), "connected"))
