"""Blocks as a page that looks like Slack's, for people without a workspace and for our own eyes."""

from bot.preview.page import html

__all__ = ["html"]
