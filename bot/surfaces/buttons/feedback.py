"""Thumbs: one vote per user and verdict, and a chance to say why after a thumb down."""

from __future__ import annotations

import time
from typing import Any

from slack_bolt import Ack, App, BoltContext
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.card.action_ids import Action, Form
from bot.surfaces.shared.answering import reading_of
from bot.surfaces.shared.deps import Deps, team_of
from bot.surfaces.shared.modal import LATE, carried, values_in, view
from bot.surfaces.shared.press import Press, on, tell
from bot.wording import words
from bot.wording.errors import UserError
from knowledge.store.votes import Vote

UP, DOWN = "up", "down"


def vote(deps: Deps, client: WebClient, press: Press) -> None:
    """Records the vote, says thanks, and asks for a reason if it is negative. The vote counts without one.

    Raises:
        UserError: an unknown vote.
    """
    if press.rest not in (UP, DOWN):
        raise UserError("verdict_gone")
    reading = reading_of(press.kept.reading)
    deps.store.votes.cast(
        Vote(
            team=press.team,
            verdict=press.kept.id,
            user=press.user,
            is_up=press.rest == UP,
            lean=press.kept.lean,
            intent=reading.intent if reading else "",
            voted=time.time(),
        )
    )
    if press.rest == DOWN:
        title = words.say("slack/modals/titles.j2", "reason")
        try:
            client.views_open(trigger_id=press.trigger_id, view=view("reason", title=title, number=press.kept.id))
        except SlackApiError as problem:
            if problem.response.get("error") not in LATE:
                raise
        else:
            tell(deps, client, press, "thanks_for_reason")
            return
    tell(deps, client, press, "thanks")


def register(app: App, deps: Deps) -> None:
    def on_reason(ack: Ack, body: dict[str, Any], view: dict[str, Any], context: BoltContext) -> None:
        ack()
        reason = (values_in(view).get("reason") or "").strip()
        if reason:
            deps.store.votes.explain(team_of(context), carried(view), body["user"]["id"], reason)

    on(app, deps, Action.FEEDBACK, vote)
    app.view(Form.REASON)(on_reason)
