"""The peer of `benchmarks.slack`: a bare Bolt app that answers every mention with the same card."""

from __future__ import annotations

import json
import os
from datetime import date
from typing import Any

from slack_bolt import App
from slack_bolt.adapter.socket_mode import SocketModeHandler
from slack_sdk import WebClient

from bot.advice.advisor import Advisor
from bot.card.blocks import message as as_blocks
from knowledge.loading.load import load

QUESTION = "repeated Llama fine-tune, PyTorch, tight region capacity"
DAY = date(2026, 11, 21)


def main() -> None:
    answer = Advisor(load(), DAY).ask(QUESTION)
    blocks, text = json.loads(json.dumps(as_blocks.card_blocks(answer))), as_blocks.sentence(answer)
    client = WebClient(os.environ["SLACK_BOT_TOKEN"], base_url=os.environ["SLACK_API_URL"])
    app = App(client=client)

    def on_mention(event: dict[str, Any], client: WebClient) -> None:
        client.chat_postMessage(channel=event["channel"], thread_ts=event["ts"], text=text, blocks=blocks)

    def on_message() -> None:
        """Acknowledged, and nothing else."""

    app.event("app_mention")(on_mention)
    app.event("message")(on_message)
    SocketModeHandler(app, os.environ["SLACK_APP_TOKEN"]).start()  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    main()
