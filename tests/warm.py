"""Imported by the process that the app is forked from: the facts are loaded and the vocabulary is compiled there."""

from __future__ import annotations

from bot.commands.common import advisor_of

advisor_of(None)
