"""The overflow menu of the card: what each entry does."""

from __future__ import annotations

from functools import partial

from slack_bolt import App
from slack_sdk import WebClient

from bot.card.action_ids import Action, Menu
from bot.slack.permissions import require_ours
from bot.surfaces.buttons.export import export
from bot.surfaces.buttons.math import show_math
from bot.surfaces.buttons.record import ask_for_benchmark
from bot.surfaces.shared.deps import Deps
from bot.surfaces.shared.press import Handler, Press, again, on, redraw, tell
from bot.wording.errors import UserError


def watch(is_watched: bool, deps: Deps, client: WebClient, press: Press) -> None:
    """Stores whether the verdict is watched, and updates the entry in the card's menu.

    Raises:
        RefusedError: Slack does not let us change the card.
        UserError: this user watches nothing.
    """
    require_ours(press.audience if is_watched else deps.permissions.of_person(client, press.user))
    deps.store.verdicts.watch(press.team, press.kept.id, is_watched)
    kept = press.kept.model_copy(update={"is_watched": is_watched})
    redraw(deps, client, kept, again(deps, kept))
    tell(deps, client, press, "watching" if is_watched else "watching_no_more")


CHOSEN: dict[Menu, Handler] = {
    Menu.WATCH: partial(watch, True),
    Menu.UNWATCH: partial(watch, False),
    Menu.MATH: show_math,
    Menu.RECORD: ask_for_benchmark,
    Menu.CSV: partial(export, "csv"),
    Menu.JSON: partial(export, "json"),
}


def choose(deps: Deps, client: WebClient, press: Press) -> None:
    """Runs the handler of the entry.

    Raises:
        UserError: there is no such entry.
    """
    if press.rest not in set(Menu):
        raise UserError("verdict_gone")
    CHOSEN[Menu(press.rest)](deps, client, press)


def register(app: App, deps: Deps) -> None:
    on(app, deps, Action.MORE, choose)
