"""The menu of the card."""

from __future__ import annotations

import pytest

from bot.card.action_ids import Menu
from bot.surfaces.buttons.menu import CHOSEN, choose
from bot.surfaces.shared.deps import Deps
from bot.wording.errors import UserError
from tests.bot.surfaces.recording import TEAM, RecordingClient, posted_card, press


def test_every_entry_of_the_menu_does_something() -> None:
    assert set(CHOSEN) == set(Menu)


def test_a_watched_verdict_says_so_on_its_card_and_can_be_let_go(deps: Deps, client: RecordingClient) -> None:
    verdict = posted_card(deps, client)
    choose(deps, client, press(verdict, Menu.WATCH))
    assert [kept.id for kept in deps.store.verdicts.watched(TEAM)] == [verdict.id]
    assert Menu.UNWATCH in str(client.called("chat.update")[-1]["blocks"])
    choose(deps, client, press(verdict, Menu.UNWATCH))
    assert deps.store.verdicts.watched(TEAM) == ()


def test_an_entry_nobody_offered_is_refused(deps: Deps, client: RecordingClient) -> None:
    with pytest.raises(UserError):
        choose(deps, client, press(posted_card(deps, client), "delete_everything"))
