"""`/chipscout my data` and `/chipscout delete my data`: what is stored about a user, shown to that user only."""

from __future__ import annotations

import json
import re

from bot.slack import post
from bot.surfaces.shared.deps import Deps
from bot.wording import words

SHOW = re.compile(r"\s*my\s+data\W*", re.IGNORECASE)
DELETE = re.compile(r"\s*delete\s+my\s+data\W*", re.IGNORECASE)
DELETE_NOW = re.compile(r"\s*delete\s+my\s+data\s+now\W*", re.IGNORECASE)


def is_about_own_data(text: str) -> bool:
    return any(pattern.fullmatch(text) for pattern in (SHOW, DELETE, DELETE_NOW))


def about_own_data(deps: Deps, team: str, user: str, channel: str, text: str) -> post.Message:
    """What is stored, what would be deleted, or what was deleted."""
    if DELETE_NOW.fullmatch(text):
        macro, counts = "data_deleted", deps.store.retention.forget_user(user, team)
    else:
        macro = "data_to_delete" if DELETE.fullmatch(text) else "data_held"
        counts = {table: len(rows) for table, rows in deps.store.retention.rows_about(user, team).items()}
    sentence = words.say("slack/notices.j2", macro, counts, deps.keep_days)
    shown = words.environment().get_template("slack/card/line.j2").render(line=sentence)
    return post.Message(
        channel=channel, text=words.mrkdwn(sentence), blocks=[json.loads(shown)], plain=words.mrkdwn(sentence)
    )
