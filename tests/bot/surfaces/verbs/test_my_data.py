"""`/chipscout my data`: told to the one it is about, deleted when they say so twice."""

from __future__ import annotations

import pytest

from bot.surfaces.shared.deps import Deps
from bot.surfaces.verbs.my_data import about_own_data, is_about_own_data
from tests.bot.surfaces.recording import ANA, BEN, CHANNEL, PRICE, TEAM, private_card


@pytest.mark.parametrize(
    ("text", "is_about"),
    [
        ("my data", True),
        ("Delete my data.", True),
        ("delete my data NOW", True),
        ("my data is 2 TB, which chip?", False),
        ("delete my database", False),
    ],
)
def test_the_words_are_these_alone(text: str, is_about: bool) -> None:
    assert is_about_own_data(text) is is_about


def test_asking_to_delete_deletes_nothing_yet(deps: Deps) -> None:
    verdict = private_card(deps, PRICE)
    shown = about_own_data(deps, TEAM, ANA, CHANNEL, "my data")
    warned = about_own_data(deps, TEAM, ANA, CHANNEL, "delete my data")
    assert "1 verdict" in shown.text and "1 verdict" in warned.text
    assert deps.store.verdicts.get(TEAM, verdict.id) is not None


def test_said_again_it_is_gone(deps: Deps) -> None:
    verdict = private_card(deps, PRICE)
    about_own_data(deps, TEAM, ANA, CHANNEL, "delete my data now")
    assert deps.store.verdicts.get(TEAM, verdict.id) is None


def test_what_others_asked_stays_and_is_not_shown(deps: Deps) -> None:
    verdict = private_card(deps, PRICE)
    shown = about_own_data(deps, TEAM, BEN, CHANNEL, "delete my data now")
    assert "1 verdict" not in shown.text
    assert deps.store.verdicts.get(TEAM, verdict.id) is not None
