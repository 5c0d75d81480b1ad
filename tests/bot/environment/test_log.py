"""The log never holds what would let others act for us."""

from __future__ import annotations

import logging
import sys

from bot.environment.log import LIBRARIES, Discreet, quiet_libraries


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
