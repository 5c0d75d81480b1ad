"""*Whole card*: what a follow-up changed becomes the whole card, in place."""

from __future__ import annotations

from slack_bolt import App
from slack_sdk import WebClient

from bot.card.action_ids import Action
from bot.slack import post
from bot.surfaces.shared.deps import Deps
from bot.surfaces.shared.press import Press, again, on, redraw
from bot.wording.errors import UserError


def show_whole(deps: Deps, client: WebClient, press: Press) -> None:
    """For everybody who sees the message: no second one is posted.

    Raises:
        UserError: the verdict cannot be computed again, or Slack does not let us change the message.
    """
    try:
        redraw(deps, client, press.kept, again(deps, press.kept))
    except post.RefusedError as refusal:
        raise UserError("cannot_change", because=refusal.code) from refusal


def register(app: App, deps: Deps) -> None:
    on(app, deps, Action.WHOLE, show_whole)
