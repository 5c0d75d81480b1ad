"""*Why* and *Sources*: a modal for whoever pressed, nothing for anybody else."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.blockkit.check import check_view
from bot.card.action_ids import Action
from bot.surfaces.buttons.told import TOLD, _teller, told_view
from bot.surfaces.shared.deps import Deps
from tests.bot.surfaces.recording import PRICE, WORKLOAD, RecordingClient, posted_card, press


@pytest.mark.parametrize("action", TOLD)
@pytest.mark.parametrize("text", [WORKLOAD, PRICE, "should we reserve p5 for a year?", "what is a Capacity Block?"])
def test_the_modal_is_valid_and_carries_the_id_alone(advisor: Advisor, action: Action, text: str) -> None:
    shown = told_view(action, advisor.ask(text), "abc")
    assert check_view(shown) == ()
    assert shown["private_metadata"] == "abc"


@pytest.mark.parametrize("action", TOLD)
def test_a_press_opens_a_modal_and_posts_nothing(deps: Deps, client: RecordingClient, action: Action) -> None:
    pressed = press(posted_card(deps, client))
    posted = len(client.called("chat.postMessage"))
    _teller(action)(deps, client, pressed)
    assert [call.method for call in client.calls][-2:] == ["views.open", "views.update"]
    assert len(client.called("chat.postMessage")) == posted
