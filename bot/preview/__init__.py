"""Blocks as a page that looks like Slack, for users without a workspace and for development."""

from bot.preview.page import html

__all__ = ["html"]
