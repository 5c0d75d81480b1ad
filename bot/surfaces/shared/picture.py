"""The break-even chart as a picture in the card's thread, for workspaces without chart blocks."""

from __future__ import annotations

import logging
from http.client import HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError, SlackRequestError

from bot.advice.advisor import Answer
from bot.card.cost_chart import Plot, plot
from bot.slack import post
from bot.wording.errors import UserError
from bot.wording.words import error, inert, say

log = logging.getLogger(__name__)

CHART = "data_visualization"
ALT_LENGTH = 1000


def may_be_wanted() -> bool:
    """Whether Slack has refused chart blocks."""
    return CHART in post.SEEN_REFUSED.known()


def wanted(answer: Answer) -> Plot | None:
    """The chart to draw, if the card has one and Slack has refused chart blocks; else None."""
    if not may_be_wanted() or answer.verdict is None or answer.verdict.confidence is None:
        return None
    return plot(answer.verdict)


def send(client: WebClient, answer: Answer, shown: Plot, channel: str, thread_ts: str) -> None:
    """Uploads the picture with alt text. If that fails nothing is lost: the card says the same in words."""
    from bot.card.as_picture import break_even_chart  # matplotlib takes longer to import than an answer takes

    with TemporaryDirectory() as folder:
        file = Path(folder) / say("words/card/chart.j2", "file_name")
        try:
            break_even_chart(answer, file)
        except UserError as problem:
            log.warning("no picture: %s", error(problem))
            return
        try:
            client.files_upload_v2(
                file=str(file),
                filename=file.name,
                title=shown.title,
                alt_txt=inert(shown.in_words, ALT_LENGTH),
                channel=channel,
                thread_ts=thread_ts,
            )
        except (SlackApiError, SlackRequestError, OSError, HTTPException) as problem:
            log.warning("the chart was not uploaded: %s", type(problem).__name__)
