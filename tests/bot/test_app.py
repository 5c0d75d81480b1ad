"""The Slack app is its surfaces put together: one list says which, and in which order they are asked."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path
from threading import Lock
from types import ModuleType

import pytest
from slack_bolt import App
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.request import BoltRequest

from bot import app as slack_app
from bot import surfaces
from bot.app import SURFACES, open_store, register
from bot.environment.settings import Settings
from bot.surfaces.questions import direct, edited, thread
from bot.surfaces.shared.deps import Deps
from bot.surfaces.tabs import agent, home
from bot.wording.errors import UserError

NOBODY = Deps(None, None, Lock())  # type: ignore[arg-type]  # nobody is asked anything here


def with_a_register() -> list[ModuleType]:
    """Every module under `bot/surfaces` that can put itself into the app."""
    names = [found.name for found in pkgutil.walk_packages(surfaces.__path__, "bot.surfaces.") if not found.ispkg]
    return [module for module in map(importlib.import_module, names) if hasattr(module, "register")]


def test_every_surface_has_its_line() -> None:
    assert {module.__name__ for module in with_a_register()} == {
        str(getattr(each, "__name__", "")) for each in SURFACES
    }


def test_an_event_is_offered_to_the_narrower_surface_first() -> None:
    order = list(SURFACES)
    assert order.index(home) < order.index(agent), "which takes the tabs that are left"
    assert order.index(edited) < order.index(direct) < order.index(thread), "which takes the messages that are left"


def test_a_new_surface_is_one_module_and_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[str] = []
    greeting = ModuleType("greeting")

    def put(app: App, _deps: Deps) -> None:
        app.event("team_join")(lambda event: taken.append(event["user"]))

    monkeypatch.setattr(greeting, "register", put, raising=False)
    monkeypatch.setattr(slack_app, "SURFACES", (*SURFACES, greeting))
    installed = AuthorizeResult(enterprise_id=None, team_id="T1", bot_token="xoxb-test", bot_user_id="U0BOT")
    app = App(authorize=lambda: installed, signing_secret="secret", process_before_response=True)
    register(app, NOBODY)
    joined = {"type": "event_callback", "team_id": "T1", "event": {"type": "team_join", "user": "U9"}}
    app.dispatch(BoltRequest(mode="socket_mode", body=joined))
    assert taken == ["U9"]


def test_a_database_that_cannot_be_used_is_told_before_anything_is_served(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CHIPSCOUT_DB", str(tmp_path / "sub"))
    (tmp_path / "sub").write_text("no database")
    with pytest.raises(UserError) as problem:
        open_store(Settings())
    assert problem.value.code == "store_unusable"
