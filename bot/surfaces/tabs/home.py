"""The Home tab: published when a user opens it or its content changes; and its buttons."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any

from slack_bolt import Ack, App, BoltContext
from slack_sdk import WebClient

from bot.card.action_ids import Action, pattern
from bot.card.buttons import BETWEEN
from bot.slack import post
from bot.slack.permissions import require_ours
from bot.slack.sendings import Posting
from bot.surfaces.shared.answering import Question, ask, card, deliver, once
from bot.surfaces.shared.deps import ANSWERS, EVERY_CHANNEL, PRIVATE, TO_THE_CHANNEL, Deps, acknowledge, team_of
from bot.surfaces.shared.home_tab import refresh, refresh_after
from bot.surfaces.shared.press import again, allowed, known, question_of, redraw
from bot.wording.errors import UserError
from bot.wording.examples import examples

log = logging.getLogger(__name__)


def is_home(event: Mapping[str, Any]) -> bool:
    return event.get("tab") == "home"


def open_home(deps: Deps, client: WebClient, event: Mapping[str, Any], team: str) -> None:
    shown = event.get("view") or {}
    deps.store.home_tabs.opened(team, event["user"], event["channel"], shown.get("hash"))
    refresh(deps, client, team, event["user"])


def try_example(deps: Deps, client: WebClient, body: Mapping[str, Any], team: str) -> None:
    """Answers an example in the user's direct messages."""
    user = body["user"]
    at = body["actions"][0].get("value") or ""
    offered = examples()
    if not at.isdecimal() or int(at) >= len(offered):
        raise UserError("verdict_gone")
    question = Question(
        key=f"try:{body['trigger_id']}",
        team=team,
        channel=_direct_with(deps, team, user["id"]),
        user=user["id"],
        text=offered[int(at)].message,
        thread_ts=None,
        asked_by=user.get("username") or user.get("name"),
        audience=deps.permissions.of_person(client, user["id"]),
    )
    with once(deps.store, question.key) as is_mine:
        if is_mine:
            deliver(deps, client, question, ask(deps, question))


def turn_watch(deps: Deps, client: WebClient, body: Mapping[str, Any], team: str) -> None:
    """Watches or unwatches a verdict, and updates the menu of its card if Slack allows."""
    user = body["user"]["id"]
    number, _, wanted = str(body["actions"][0].get("value") or "").partition(BETWEEN)
    kept = known(deps, team, number, user)
    is_watched = wanted == "on"
    require_ours(allowed(deps, client, kept, user) if is_watched else deps.permissions.of_person(client, user))
    deps.store.verdicts.watch(team, kept.id, is_watched)
    if kept.is_private or kept.message_ts is None:
        return
    kept = kept.model_copy(update={"is_watched": is_watched})
    try:
        redraw(deps, client, kept, again(deps, kept))
    except post.RefusedError as refusal:
        log.info("a card was not redrawn (%s)", refusal.code)


def show_again(deps: Deps, client: WebClient, body: Mapping[str, Any], team: str) -> None:
    """Shows a private answer again, in its asker's direct messages."""
    user = body["user"]["id"]
    kept = known(deps, team, str(body["actions"][0].get("value") or ""), user)
    allowed(deps, client, kept, user, user)
    place = {"channel": _direct_with(deps, team, user), "asked_by": body["user"].get("username")}
    question = question_of(kept).model_copy(update=place)
    message = card(deps, question, again(deps, kept), is_watched=kept.is_watched)
    deps.outbox.send(Posting(client, deps.store, f"again:{body['trigger_id']}", message), by=user)


def set_answers(deps: Deps, client: WebClient, body: Mapping[str, Any], team: str) -> None:
    """Sets who sees the command's answers in channels without a setting of their own."""
    require_ours(deps.permissions.of_person(client, body["user"]["id"]))
    deps.permissions.require_workspace(client, body["user"]["id"])
    chosen = (body["actions"][0].get("selected_option") or {}).get("value")
    if chosen not in (PRIVATE, TO_THE_CHANNEL):
        raise UserError("verdict_gone")
    deps.store.channel_settings.put(team, EVERY_CHANNEL, ANSWERS, chosen)


def _direct_with(deps: Deps, team: str, user: str) -> str:
    """The user's direct message channel, which Slack named when they opened Home."""
    home = deps.store.home_tabs.get(team, user)
    return home.channel if home else user


def _on(app: App, deps: Deps, action: Action, do: Callable[[Deps, WebClient, Mapping[str, Any], str], None]) -> None:
    """Registers a handler: run once however often the press is delivered; then Home is refreshed."""

    def on_press(client: WebClient, body: dict[str, Any], context: BoltContext) -> None:
        key, team = f"press:{body['trigger_id']}", team_of(context)
        with once(deps.store, key) as is_mine:
            if is_mine:
                do(deps, client, body, team)
        refresh_after(deps, client, team, body["user"]["id"])

    app.action(pattern(action), middleware=[acknowledge])(on_press)


def register(app: App, deps: Deps) -> None:
    def on_home(client: WebClient, event: dict[str, Any], context: BoltContext) -> None:
        open_home(deps, client, event, team_of(context))

    app.event("app_home_opened", matchers=[is_home])(on_home)
    _on(app, deps, Action.TRY, try_example)
    _on(app, deps, Action.HOME_WATCH, turn_watch)
    _on(app, deps, Action.HOME_SHOW, show_again)
    _on(app, deps, Action.HOME_ANSWERS, set_answers)
    app.action(Action.HOME_OPEN)(_followed)


def _followed(ack: Ack) -> None:
    """The browser opens the link; Slack still expects its click to be acknowledged."""
    ack()
