"""*Show the answer*: a private message that a process which is gone may have shown, instead of the line about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slack_bolt import App, BoltContext
from slack_sdk import WebClient

from bot.card.action_ids import Action
from bot.slack import post
from bot.slack.sendings import ToAsker
from bot.surfaces.shared.answering import once
from bot.surfaces.shared.deps import Deps, acknowledge, team_of
from bot.wording.errors import UserError


def show(deps: Deps, client: WebClient, body: Mapping[str, Any], team: str) -> None:
    """Replaces the line, however often it is pressed: that may be repeated.

    Raises:
        UserError: it was for somebody else, or is no longer kept.
    """
    user = body["user"]["id"]
    kept = deps.store.offered_answers.get(team, user, str(body["actions"][0].get("value") or ""))
    if kept is None:
        raise UserError("offer_gone")
    message = post.Message.model_validate_json(kept)
    deps.outbox.send(ToAsker(client, user, body.get("response_url"), message, replaces=True), by=user)


def register(app: App, deps: Deps) -> None:
    def on_offered(client: WebClient, body: dict[str, Any], context: BoltContext) -> None:
        with once(deps.store, f"press:{body['trigger_id']}") as is_mine:
            if is_mine:
                show(deps, client, body, team_of(context))

    app.action(Action.OFFERED, middleware=[acknowledge])(on_offered)
