"""What stands under a card: few enough for a phone, and every button has a listener."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from threading import Lock
from typing import Any

import pytest
from slack_bolt import App
from slack_sdk import WebClient

from bot.advice.advisor import Advisor
from bot.advice.audience import MEMBERS, OUTSIDERS
from bot.app import register
from bot.blockkit.check import check_message, check_view
from bot.card.action_ids import Action, Form, Menu, pattern
from bot.card.buttons import action_blocks, packed, unpacked
from bot.surfaces.buttons.math import math_view
from bot.surfaces.buttons.menu import CHOSEN
from bot.surfaces.buttons.record import benchmark_view
from bot.surfaces.buttons.refine import profile_view
from bot.surfaces.shared.deps import Deps
from tests.day import DAY, FOUNDING

TEMPLATES = Path(__file__).resolve().parents[3] / "templates" / "slack"
ASKED = (
    FOUNDING,
    "trn2.48xlarge or p5en.48xlarge for a Llama 8B fine-tune, 1B tokens a run, 150 runs, PyTorch, AWS",
    "serve Mistral 7B, 200M tokens a day, 50 ms to the first token",
    "pretrain 405B on one g5.xlarge",
    "train",
    "price of p5.48xlarge in us-east-1",
    "compare trn2.48xlarge and p5en.48xlarge",
    "lowest carbon for a 70B fine-tune, 20 runs",
)


@pytest.fixture(scope="module")
def listeners() -> list[Any]:
    app = App(client=WebClient("xoxb-test"), token_verification_enabled=False, signing_secret="secret")
    register(app, Deps(None, None, Lock()))  # type: ignore[arg-type]  # nobody is asked anything here
    return app._listeners


def waits_for(listeners: list[Any], kind: str) -> set[Any]:
    """What the listeners of a kind (action, view) were registered for."""
    found = set()
    for listener in listeners:
        for matcher in listener.matchers:
            held = getattr(matcher, "func", None)
            if held is not None and held.__qualname__.startswith(f"{kind}.<locals>"):
                known = inspect.getclosurevars(held).nonlocals
                found |= {known[name] for name in ("constraints", "callback_id") if name in known}
    return found


def test_every_action_has_a_listener_and_every_listener_an_action(listeners: list[Any]) -> None:
    assert waits_for(listeners, "action") == {pattern(action) for action in Action}


def test_every_form_has_a_listener_and_every_listener_a_form(listeners: list[Any]) -> None:
    assert waits_for(listeners, "view_submission") == set(Form)


def test_every_entry_of_the_menu_does_something() -> None:
    assert set(CHOSEN) == set(Menu)


def test_every_action_stands_on_something_people_see_and_nothing_else_does() -> None:
    written = "".join(path.read_text(encoding="utf-8") for path in TEMPLATES.rglob("*.j2"))
    shown = set(re.findall(r'"action_id":\s*"([a-z_]+)"', written)) | set(
        re.findall(r'button\(\s*"([a-z_]+?)_?"', written)
    )
    assert shown - {"value", "text"} == set(Action)  # those two are fields of forms
    assert set(re.findall(r'"callback_id":\s*"([a-z_]+)"', written)) == set(Form)


@pytest.mark.parametrize("text", ASKED)
@pytest.mark.parametrize("offers_sharing", [True, False])
def test_the_rows_are_valid_and_few(advisor: Advisor, text: str, offers_sharing: bool) -> None:
    blocks = action_blocks(
        advisor.ask(text), "0123456789ab", audience=MEMBERS, offers_sharing=offers_sharing, is_watched=False
    )
    assert check_message({"text": "t", "blocks": blocks}) == ()
    assert len(blocks) <= 4
    assert all(len(block["elements"]) <= 5 for block in blocks)
    labels = [each["text"]["text"] for block in blocks for each in block["elements"] if each["type"] == "button"]
    assert all(len(label) <= 45 for label in labels), labels


@pytest.mark.parametrize("text", ASKED)
def test_the_forms_are_valid_whatever_was_asked(advisor: Advisor, text: str) -> None:
    answer = advisor.ask(text)
    models = frozenset(advisor.facts.models)
    views = (
        profile_view(answer, "0123456789ab"),
        benchmark_view(answer, "0123456789ab", DAY, models),
        math_view(answer, "0123456789ab"),
    )
    for view in views:
        assert check_view(view) == ()
        assert view["private_metadata"] == "0123456789ab"  # an id, and nothing else


def test_what_asks_nothing_of_us_has_nothing_under_it(advisor: Advisor) -> None:
    assert (
        action_blocks(
            advisor.ask("hello, how are you?"), "x", audience=MEMBERS, offers_sharing=True, is_watched=False
        )
        == []
    )


def test_a_watched_verdict_offers_to_stop(advisor: Advisor) -> None:
    blocks = action_blocks(advisor.ask(ASKED[1]), "x", audience=MEMBERS, offers_sharing=False, is_watched=True)
    assert "x|unwatch" in json.dumps(blocks) and "x|watch" not in json.dumps(blocks)


def test_what_a_button_says_comes_back_as_it_was() -> None:
    carried = packed("abc", {"parameters": 7e10, "purchase": "spot", "managed": True})
    number, _, rest = carried.partition("|")
    assert number == "abc"
    assert unpacked(rest) == {"parameters": "70000000000.0", "purchase": "spot", "managed": "True"}


def test_what_is_for_outsiders_is_not_watched_recorded_or_exported(advisor: Advisor) -> None:
    answer = advisor.ask(ASKED[1])
    blocks = action_blocks(answer, "x", audience=OUTSIDERS, offers_sharing=False, is_watched=False)
    assert "'more'" not in str(blocks) and "'refine'" in str(blocks)
