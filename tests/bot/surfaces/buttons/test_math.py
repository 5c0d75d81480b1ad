"""*Show the math*: the trace of the offerings on the card, in a modal."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from bot.blockkit.check import check_view
from bot.surfaces.buttons.math import math_view, show_math
from bot.surfaces.shared.deps import Deps
from tests.bot.surfaces.recording import PRICE, WORKLOAD, RecordingClient, posted_card, press


def test_every_offering_on_the_card_shows_how_its_costs_came_about(advisor: Advisor) -> None:
    shown = math_view(advisor.ask(WORKLOAD), "abc")
    assert check_view(shown) == ()
    assert "trn2.48xlarge" in str(shown["blocks"]) and "p5en.48xlarge" in str(shown["blocks"])
    assert shown["private_metadata"] == "abc"


def test_an_answer_without_a_verdict_has_nothing_to_trace(advisor: Advisor) -> None:
    assert "trn2.48xlarge" not in str(math_view(advisor.ask(PRICE), "abc")["blocks"])


def test_the_modal_opens_at_once_and_is_filled(deps: Deps, client: RecordingClient) -> None:
    show_math(deps, client, press(posted_card(deps, client)))
    methods = [call.method for call in client.calls]
    assert methods[-2:] == ["views.open", "views.update"]
