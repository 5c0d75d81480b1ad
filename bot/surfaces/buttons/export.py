"""*Export*: the options as CSV, the answer as JSON, the math as text. Where files are not allowed, as text."""

from __future__ import annotations

import logging

from slack_bolt import App
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.card.action_ids import Action
from bot.card.as_files import Exported, Kind, exported
from bot.card.buttons import BETWEEN
from bot.slack import post
from bot.slack.permissions import require_ours
from bot.surfaces.shared.deps import Deps
from bot.surfaces.shared.press import NOTICES, Press, again, on, privately, tell
from bot.wording import words

log = logging.getLogger(__name__)

UPLOADED = "uploaded"  # instead of the `ts` of a message
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
    key = f"file:{press.trigger_id}:{kind}"
    try:
        channel, thread_ts = _place(deps, client, press, f"{key}:place")
        begun = deps.store.deliveries.begin_post(key, channel)
        is_there = begun is not None and (
            begun.ts is not None or post.has_file(client, channel, thread_ts, file.name, begun.begun)
        )
        if not is_there:
            client.files_upload_v2(
                content=file.content.encode(),
                filename=file.name,
                title=file.name,
                channel=channel,
                thread_ts=thread_ts,
            )
        deps.store.deliveries.posted(key, UPLOADED)
    except (SlackApiError, post.RefusedError) as problem:
        code = problem.code if isinstance(problem, post.RefusedError) else str(problem.response.get("error"))
        log.info("a file was not taken (%s)", code)
        _as_text(deps, client, press, file, code)
        return
    tell(deps, client, press, "exported_dm" if press.kept.is_private else "exported", file.name)


def export_math(deps: Deps, client: WebClient, press: Press) -> None:
    export("math", deps, client, press)


def _place(deps: Deps, client: WebClient, press: Press, key: str) -> tuple[str, str | None]:
    """Where a file goes: a channel and a thread in it.

    Only a message tells which channel a person's direct messages are. So after a restart another one is posted; if
    the first is found there, the file goes below it, and the other is deleted.
    """
    kept = press.kept
    if not kept.is_private:
        return kept.channel, kept.thread_ts
    earlier = deps.store.deliveries.begin_post(key, press.user)
    if earlier is not None and earlier.ts is not None:
        channel, ts = earlier.ts.split(BETWEEN)
        return channel, ts
    sentence = words.mrkdwn(words.say(NOTICES, "export_of", kept.headline))
    message = post.Message(channel=press.user, text=sentence, blocks=[], plain=sentence)
    channel, ts = post.post_to_person(client, key, message)
    if earlier is not None:
        first = post.find(client, key, message.model_copy(update={"channel": channel}), earlier.begun)
        if first is not None and first != ts:
            client.chat_delete(channel=channel, ts=ts)
            ts = first
    deps.store.deliveries.posted(key, f"{channel}{BETWEEN}{ts}")
    return channel, ts


def _as_text(deps: Deps, client: WebClient, press: Press, file: Exported, code: str) -> None:
    lines = file.content.strip().splitlines()
    shown: list[str] = []
    while lines and sum(len(line) + 1 for line in shown) + len(lines[0]) < SNIPPET:
        shown.append(lines.pop(0))
    sentence = words.say(NOTICES, "no_file", file.name, code)
    more = words.say(NOTICES, "and_more", len(lines)) if lines else ""
    text = post.as_text(words.mrkdwn(sentence), "\n".join(shown)) + words.mrkdwn(more)
    message = post.Message(channel=press.kept.channel, thread_ts=press.thread_ts, text=text, blocks=[], plain=text)
    own = press.kept.model_copy(update={"user": press.user})
    privately(deps, client, own, message, press.response_url, key=f"file:{press.trigger_id}:{file.name}:text")


def register(app: App, deps: Deps) -> None:
    on(app, deps, Action.MATH_FILE, export_math)
