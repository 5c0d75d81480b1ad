"""The menu of the card: what was chosen in it."""

from __future__ import annotations

from functools import partial

from slack_bolt import App
from slack_sdk import WebClient

from bot.errors import UserError
from bot.surfaces.acting import Deed, Press, on
from bot.surfaces.action_ids import Action, Menu
from bot.surfaces.deps import Deps
from bot.surfaces.export import export
from bot.surfaces.math import show_math
from bot.surfaces.record import ask_for_benchmark
from bot.surfaces.watch import watch

CHOSEN: dict[Menu, Deed] = {
    Menu.WATCH: partial(watch, True),
    Menu.UNWATCH: partial(watch, False),
    Menu.MATH: show_math,
    Menu.RECORD: ask_for_benchmark,
    Menu.CSV: partial(export, "csv"),
    Menu.JSON: partial(export, "json"),
}


def choose(deps: Deps, client: WebClient, press: Press) -> None:
    """Does what the entry says.

    Raises:
        UserError: there is no such entry.
    """
    if press.rest not in set(Menu):
        raise UserError("verdict_gone")
    CHOSEN[Menu(press.rest)](deps, client, press)


def register(app: App, deps: Deps) -> None:
    on(app, deps, Action.MORE, choose)
