"""The local Slack and its people, for modules whose promise is about what Slack answers."""

from tests.slack.conftest import ada, ml, slack, web

__all__ = ["ada", "ml", "slack", "web"]
