"""A workspace that removes the app leaves nothing behind."""

from __future__ import annotations

from typing import Any

import pytest

from bot.surfaces.shared.deps import Deps
from bot.surfaces.uninstall import forget
from tests.bot.surfaces.recording import PRICE, TEAM, private_card

REMOVED = {"event": {"type": "app_uninstalled"}, "team_id": TEAM, "event_id": "E1", "event_time": 2000}


def test_everything_of_the_workspace_is_deleted(deps: Deps) -> None:
    verdict = private_card(deps, PRICE)
    forget(deps, REMOVED)
    assert deps.store.verdicts.get(TEAM, verdict.id) is None


@pytest.mark.parametrize(
    "other",
    [
        {"team_id": "T2"},
        {"event": {"type": "tokens_revoked", "tokens": {"oauth": ["U1"]}}},  # a person's token, not the bot's
    ],
)
def test_events_of_others_delete_nothing(deps: Deps, other: dict[str, Any]) -> None:
    verdict = private_card(deps, PRICE)
    forget(deps, REMOVED | other)
    assert deps.store.verdicts.get(TEAM, verdict.id) is not None


def test_an_event_that_is_delivered_twice_counts_once(deps: Deps) -> None:
    forget(deps, REMOVED)
    verdict = private_card(deps, PRICE)  # asked after the app was installed again
    forget(deps, REMOVED)
    assert deps.store.verdicts.get(TEAM, verdict.id) is not None
