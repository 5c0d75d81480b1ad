"""*Refine*: the whole profile in a modal; sent, the card is worked out again where it stands."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.blockkit.check import check_view
from bot.surfaces.buttons.refine import profile_view, refine
from bot.surfaces.shared.answering import reading_of
from bot.surfaces.shared.deps import Deps
from bot.wording.errors import UserError
from tests.bot.surfaces.recording import CHANNEL, TEAM, TS, WORKLOAD, RecordingClient, posted_card


def test_the_form_is_filled_in_with_what_was_understood(advisor: Advisor) -> None:
    shown = profile_view(advisor.ask(WORKLOAD), "abc")
    assert check_view(shown) == ()
    assert '"initial_value": "150"' in str(shown["blocks"]).replace("'", '"')


def test_the_card_and_its_thread_take_what_was_changed(deps: Deps, client: RecordingClient) -> None:
    verdict = posted_card(deps, client)
    refine(deps, client, verdict, {"runs": 3.0}, "ana")
    assert client.called("chat.update")[0]["ts"] == TS
    thread = deps.store.threads.conversation(TEAM, CHANNEL, TS)
    changed = reading_of(thread.reading if thread else None)
    assert changed is not None and changed.profile.runs == 3


def test_a_card_that_slack_does_not_let_us_change_is_told(deps: Deps, client: RecordingClient) -> None:
    verdict = posted_card(deps, client)
    client.refuses["chat.update"] = "edit_window_closed"
    with pytest.raises(UserError) as problem:
        refine(deps, client, verdict, {"runs": 3.0}, "ana")
    assert problem.value.code == "cannot_change"
