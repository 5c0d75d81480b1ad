"""Whether Slack would take a message or a view, and if not, where and why."""

from bot.blockkit.check.problem import Problem
from bot.blockkit.check.stream import check_stream
from bot.blockkit.check.whole import check_message, check_view

__all__ = ["Problem", "check_message", "check_stream", "check_view"]
