"""*Whole card*: under a follow-up's difference, the card takes its place."""

from __future__ import annotations

import pytest

from bot.surfaces.buttons.whole import show_whole
from bot.surfaces.shared.answering import ask, deliver, verdict_id
from bot.surfaces.shared.deps import Deps
from bot.wording.errors import UserError
from knowledge.store.verdicts import KeptVerdict
from tests.bot.surfaces.recording import TEAM, TS, RecordingClient, posted_card, press, question


def followed_up(deps: Deps, client: RecordingClient) -> KeptVerdict:
    posted_card(deps, client)
    turn = question("what if only 2 runs?", key="k2", thread_ts=TS)
    deliver(deps, client, turn, ask(deps, turn))
    kept = deps.store.verdicts.get(TEAM, verdict_id(turn))
    assert kept is not None
    return kept


def test_a_follow_up_is_the_difference_and_a_press_makes_it_the_card(deps: Deps, client: RecordingClient) -> None:
    kept = followed_up(deps, client)
    whole, brief = client.called("chat.postMessage")
    assert "'whole'" in str(brief["blocks"]) and "'whole'" not in str(whole["blocks"])
    assert "Changed: runs from 150 to 2." in str(brief["blocks"])
    show_whole(deps, client, press(kept))
    (shown,) = client.called("chat.update")
    assert shown["ts"] == TS and "'whole'" not in str(shown["blocks"])
    assert "$/h" in str(shown["blocks"]) and "$/h" not in str(brief["blocks"])
    assert len(client.called("chat.postMessage")) == 2


def test_what_slack_does_not_let_us_change_is_told(deps: Deps, client: RecordingClient) -> None:
    kept = followed_up(deps, client)
    client.refuses["chat.update"] = "edit_window_closed"
    with pytest.raises(UserError, match="cannot_change"):
        show_whole(deps, client, press(kept))
