"""`/chipscout settings answers=private|channel`: who sees the command's answers in this channel."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from slack_sdk import WebClient

from bot.slack import post
from bot.slack.permissions import require_ours
from bot.surfaces.shared.deps import ANSWERS, EVERY_CHANNEL, PRIVATE, TO_THE_CHANNEL, Deps
from bot.wording import words

VERB = re.compile(rf"\s*settings\s+answers\s*[=:]?\s*({PRIVATE}|{TO_THE_CHANNEL})\W*", re.IGNORECASE)


def is_about_answers(text: str) -> bool:
    return VERB.fullmatch(text) is not None


def answers_in(deps: Deps, team: str, channel: str) -> str:
    """Who sees answers: the channel's setting, else the workspace's."""
    settings = deps.store.channel_settings
    return settings.get(team, channel, ANSWERS) or settings.get(team, EVERY_CHANNEL, ANSWERS) or PRIVATE


def about_answers(deps: Deps, client: WebClient, command: Mapping[str, Any], team: str, text: str) -> post.Message:
    """
    Raises:
        UserError: a user without permission.
    """
    channel, match = command["channel_id"], VERB.fullmatch(text)
    chosen = match[1].lower() if match else PRIVATE
    require_ours(deps.permissions.audience(client, command["user_id"], channel))
    deps.permissions.require_channel(client, command["user_id"], channel, came_from=channel)
    deps.store.channel_settings.put(team, channel, ANSWERS, chosen)
    sentence = words.say("slack/notices.j2", "answers_set", chosen)
    shown = words.environment().get_template("slack/card/line.j2").render(line=sentence)
    return post.Message(
        channel=channel, text=words.mrkdwn(sentence), blocks=[json.loads(shown)], plain=words.mrkdwn(sentence)
    )
