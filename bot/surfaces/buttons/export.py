"""*Export*: the options as CSV, the answer as JSON, the math as text. Where files are not allowed, as text."""

from __future__ import annotations

import logging

from slack_bolt import App
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.card.action_ids import Action
from bot.card.as_files import Exported, Kind, exported
from bot.slack import post
from bot.slack.permissions import require_ours
from bot.surfaces.shared.deps import Deps
from bot.surfaces.shared.press import NOTICES, Press, again, on, privately, tell
from bot.wording import words

log = logging.getLogger(__name__)

SNIPPET = 2900  # characters of a file shown as text, so that its frame fits beside them


def export(kind: Kind, deps: Deps, client: WebClient, press: Press) -> None:
    """Uploads the file to the card's thread; for a private card, to the direct messages of the user who sees it.

    Raises:
        UserError: the verdict cannot be computed again, or this user takes nothing away.
    """
    require_ours(press.audience)
    answer = again(deps, press.kept)
    with deps.thinking:
        file = exported(answer, kind, press.kept.id)
    try:
        channel, thread_ts = _place(client, press)
        client.files_upload_v2(
            content=file.content.encode(),
            filename=file.name,
            title=file.name,
            channel=channel,
            thread_ts=thread_ts,
        )
    except SlackApiError as problem:
        log.info("a file was not taken (%s)", problem.response.get("error"))
        _as_text(client, press, file, str(problem.response.get("error")))
        return
    tell(client, press, "exported_dm" if press.kept.is_private else "exported", file.name)


def export_math(deps: Deps, client: WebClient, press: Press) -> None:
    export("math", deps, client, press)


def _place(client: WebClient, press: Press) -> tuple[str, str | None]:
    """Where a file goes: a channel and a thread in it."""
    kept = press.kept
    if not kept.is_private:
        return kept.channel, kept.thread_ts
    sentence = words.mrkdwn(words.say(NOTICES, "export_of", kept.headline))
    posted = client.chat_postMessage(channel=press.user, text=sentence, unfurl_links=False, unfurl_media=False)
    return str(posted["channel"]), str(posted["ts"])


def _as_text(client: WebClient, press: Press, file: Exported, code: str) -> None:
    lines = file.content.strip().splitlines()
    shown: list[str] = []
    while lines and sum(len(line) + 1 for line in shown) + len(lines[0]) < SNIPPET:
        shown.append(lines.pop(0))
    sentence = words.say(NOTICES, "no_file", file.name, code)
    more = words.say(NOTICES, "and_more", len(lines)) if lines else ""
    text = post.as_text(words.mrkdwn(sentence), "\n".join(shown)) + words.mrkdwn(more)
    message = post.Message(channel=press.kept.channel, thread_ts=press.thread_ts, text=text, blocks=[], plain=text)
    own = press.kept.model_copy(update={"user": press.user})
    privately(client, own, message, press.response_url, replaces=False)


def register(app: App, deps: Deps) -> None:
    on(app, deps, Action.MATH_FILE, export_math)
